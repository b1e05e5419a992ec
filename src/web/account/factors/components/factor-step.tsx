import { useEffect, useRef, useState } from 'react';
import type { PasskeyRequest, SecondFactorAsked } from '#shared/account/contract.ts';
import { type FactorWay, readCode, readRecoveryCode } from '#shared/account/factors/domain.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PasskeyLeft } from '../../passkeys/components/passkeys.tsx';
import { useShowFactor, useShowPasskey } from '../queries.ts';
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
  const { challenge, ways, passkeyRequest } = asked;
  const [way, setWay] = useState<FactorWay>(ways[0] ?? 'code');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const shared = { challenge, keep, onLoggedIn };
  return (
    <div className={classes.form}>
      <h2 ref={heading} className={classes.heading} tabIndex={-1}>
        {t('factors.stepTitle')}
      </h2>
      {way === 'passkey' && passkeyRequest ? (
        <PasskeyWay {...shared} request={passkeyRequest} />
      ) : (
        <CodeWay key={way} {...shared} isRecovery={way === 'recoveryCode'} />
      )}
      <div className={classes.others}>
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="text" size="small" onClick={() => setWay(other)}>
              {t(labels[other])}
            </Button>
          ))}
        <Button variant="text" size="small" onClick={onBack}>
          {t('factors.stepBack')}
        </Button>
      </div>
    </div>
  );
}

const labels = {
  passkey: 'factors.stepUsePasskey',
  code: 'factors.stepUseCode',
  recoveryCode: 'factors.stepUseRecovery',
} as const;

interface WayProps {
  challenge: string;
  keep: boolean;
  onLoggedIn: () => void;
}

function PasskeyWay({ request, onLoggedIn, ...begun }: WayProps & { request: PasskeyRequest }) {
  const { t } = useTexts();
  const show = useShowPasskey({ ...begun, request }, onLoggedIn);
  return (
    <>
      <p className={classes.text}>{t('factors.stepPasskeyText')}</p>
      <Refusal error={show.error} />
      <PasskeyLeft isLeft={show.data === 'left'} />
      <Button
        isWide
        isPending={show.isPending}
        pendingText={t('account.passkeyAsked')}
        onClick={() => show.mutate()}
      >
        {t('factors.stepPasskey')}
      </Button>
    </>
  );
}

function CodeWay({ isRecovery, onLoggedIn, ...begun }: WayProps & { isRecovery: boolean }) {
  const { t } = useTexts();
  const show = useShowFactor(begun, onLoggedIn);
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
  return (
    <form {...form.props} className={classes.form}>
      <TextField
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
    </form>
  );
}
