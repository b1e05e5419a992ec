import { passwordMinimumLength, passwordProblems } from '#shared/account/domain.ts';
import { isEmail } from '#shared/kernel/emails.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** The words of specification point 5 for what is wrong with a field; undefined when nothing is. */
export function useAccountChecks() {
  const { t } = useTexts();
  return {
    email(value: string): string | undefined {
      const email = value.trim();
      if (email === '') return t('validation.emailRequired');
      return isEmail(email) ? undefined : t('validation.emailInvalid');
    },
    username(value: string): string | undefined {
      return value.trim() === '' ? t('validation.usernameRequired') : undefined;
    },
    password(value: string): string | undefined {
      return value === '' ? t('validation.passwordRequired') : undefined;
    },
    newPassword(value: string): string | undefined {
      const [problem] = passwordProblems(value);
      return problem && t(`validation.${problem}`, { num: passwordMinimumLength });
    },
    /** The repeat says that it differs; whether the password is good is the first field's matter. */
    repeat(value: string, password: string): string | undefined {
      if (value === '') return t('validation.passwordRequired');
      return value === password ? undefined : t('validation.passwordsDiffer');
    },
  };
}
