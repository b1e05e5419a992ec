import { type PasswordProblem, passwordMinimumLength, passwordProblems } from '#shared/account/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './password-rules.module.css';

const rules = [
  ['minLength', 'profile.ruleLength'],
  ['passwordLowercase', 'profile.ruleLowercase'],
  ['passwordUppercase', 'profile.ruleUppercase'],
  ['passwordDigit', 'profile.ruleDigit'],
  ['passwordCharacters', 'profile.ruleCharacters'],
] as const satisfies readonly (readonly [PasswordProblem, string])[];

/** The rules of a new password (specification point 5), each with a sign once it is kept, as one types. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTexts();
  const broken = passwordProblems(password);
  return (
    <div className={classes.rules}>
      <p>{t('profile.rules')}</p>
      <ul className={classes.list}>
        {rules.map(([problem, text]) => {
          const isKept = password !== '' && !broken.includes(problem);
          return (
            <li key={problem} className={joinClasses(classes.rule, isKept && classes.kept)}>
              {isKept ? <Icon name="check" size={16} isStrong /> : <span className={classes.open} />}
              {t(text, { count: passwordMinimumLength })}
              <span className="visually-hidden">
                {` ${t(isKept ? 'profile.ruleMet' : 'profile.ruleOpen')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
