import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useOfferedPasskeys, usePasskeyLogin } from '../queries.ts';
import classes from './passkey-login.module.css';

interface PasskeyLoginProps {
  /** Somebody is about to log in here: the browser may offer passkeys where it fills in the form. */
  isOffered: boolean;
  readKeep: () => boolean;
  onLoggedIn: () => void;
  disabled: boolean;
}

/** Logging in without name and password. */
export function PasskeyLogin({ isOffered, readKeep, onLoggedIn, disabled }: PasskeyLoginProps) {
  const { t } = useTexts();
  const login = usePasskeyLogin(readKeep, onLoggedIn);
  useOfferedPasskeys(isOffered && !login.isPending, readKeep, onLoggedIn);
  return (
    <div className={classes.part}>
      <Button
        variant="plain"
        isWide
        disabled={disabled}
        isPending={login.isPending}
        pendingText={t('account.passkeyAsked')}
        onClick={() => login.mutate()}
      >
        {t('account.passkeyLogin')}
      </Button>
      <div className={classes.problem} role="alert">
        {login.data === 'left' ? <Notice tone="warn" icon="warning" text={t('account.passkeyLeft')} /> : null}
        {login.error ? (
          <Notice
            tone="bad"
            icon="warning"
            text={login.error.status === 0 ? t('account.notLoggedIn') : errorText(login.error, t)}
          />
        ) : null}
      </div>
    </div>
  );
}
