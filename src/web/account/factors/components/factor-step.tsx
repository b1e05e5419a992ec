import { useEffect, useRef, useState } from 'react';
import type { SecondFactorAsked } from '#shared/account/contract.ts';
import { readCode, readRecoveryCode } from '#shared/account/factors/domain.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useShowFactor } from '../queries.ts';
import classes from './factors.module.css';

export interface FactorStepProps {
  asked: SecondFactorAsked;
  keep: boolean;
  onLoggedIn: () => void;
  /** Back to the password. */
  onBack: () => void;
}

/** The second step of logging in, in place of the password. */
export function FactorStep({ asked, keep, onLoggedIn, onBack }: FactorStepProps) {
  const { t } = useTexts();
  const { challenge, ways } = asked;
  const show = useShowFactor({ challenge, keep }, onLoggedIn);
  const [isRecovery, setIsRecovery] = useState(!ways.includes('code'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    names: ['code'],
    check: ({ code }) => ({
      code:
        (isRecovery ? readRecoveryCode : readCode)(code) === null ? t('factors.stepCodeNeeded') : undefined,
    }),
    onSubmit: ({ code }) =>
      show.mutate(
        { kind: isRecovery ? 'recoveryCode' : 'code', code },
        {
          onError: (error) => {
            if (error.errors[0] === 'factorNotValid') form.fail({ code: errorText(error, t) });
          },
        },
      ),
  });
  const other = isRecovery ? 'code' : 'recoveryCode';
  return (
    <form {...form.props} className={classes.form}>
      <h2 ref={heading} className={classes.heading} tabIndex={-1}>
        {t('factors.stepTitle')}
      </h2>
      <TextField
        key={isRecovery ? 'recovery' : 'code'}
        {...form.field('code')}
        label={t(isRecovery ? 'factors.stepRecovery' : 'factors.stepCode')}
        hint={t(isRecovery ? 'factors.stepRecoveryHint' : 'factors.stepCodeHint')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
      />
      <Refusal error={show.error?.errors[0] === 'factorNotValid' ? null : show.error} />
      <Button type="submit" isWide isPending={show.isPending} pendingText={t('account.loggingIn')}>
        {t('account.login')}
      </Button>
      <div className={classes.others}>
        {ways.includes(other) ? (
          <Button variant="text" size="small" onClick={() => setIsRecovery(!isRecovery)}>
            {t(isRecovery ? 'factors.stepUseCode' : 'factors.stepUseRecovery')}
          </Button>
        ) : null}
        <Button variant="text" size="small" onClick={onBack}>
          {t('factors.stepBack')}
        </Button>
      </div>
    </form>
  );
}
