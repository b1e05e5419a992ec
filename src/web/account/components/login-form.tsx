import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '#web/kernel/call.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { readStored } from '#web/kernel/stored.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BroughtLogin } from '../identities/components/brought-login.tsx';
import { PasskeyLogin } from '../passkeys/components/passkey-login.tsx';
import { useLogin } from '../queries.ts';
import classes from './login-form.module.css';
import { PasswordField } from './password-field.tsx';
import { useAccountChecks } from './use-account-checks.ts';

/** An e-mail or a user name, as the tenant says (`login.isEmail`), and a password. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const { t, bring } = useTexts();
  const { isEmail } = useStartContext().pageRules.login;
  const { isRestoring } = useSession();
  const checks = useAccountChecks();
  // Most people are never asked for a second step: it comes when it is.
  const login = useLogin(async () => {
    const [{ FactorStep }] = await Promise.all([
      import('../factors/components/factor-step.tsx'),
      bring(['factors']),
    ]);
    return FactorStep;
  }, onLoggedIn);
  const problemId = useId();
  const keep = useRef<HTMLInputElement>(null);
  const readKeep = () => keep.current?.checked === true;
  // Who logged in here before, or goes to a field, may have a passkey; a stranger's first page asks for nothing.
  const [isWanted, setIsWanted] = useState(false);
  // The server does not know what this browser chose last time.
  useEffect(() => {
    if (keep.current && readStored('auth')?.keep) keep.current.checked = true;
    if (readStored('auth')) setIsWanted(true);
  }, []);
  const form = useForm({
    names: ['username', 'password', 'keep'],
    check: ({ username, password }) => ({
      username: isEmail ? checks.email(username) : checks.username(username),
      password: checks.password(password),
    }),
    onSubmit: ({ username, password, keep }) =>
      login.mutate({ username: username.trim(), password, keep: keep === 'on' }),
  });
  if (login.data) {
    const { Step, asked, keep } = login.data;
    return <Step asked={asked} keep={keep} onLoggedIn={onLoggedIn} onBack={() => login.reset()} />;
  }
  const isBusy = !form.isReady || isRestoring || login.isPending;
  return (
    <div className={classes.ways}>
      <form
        {...form.props}
        className={classes.form}
        aria-describedby={problemId}
        onFocusCapture={() => setIsWanted(true)}
      >
        <TextField
          {...form.field('username')}
          label={t(isEmail ? 'account.email' : 'account.username')}
          type={isEmail ? 'email' : 'text'}
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={254}
        />
        <PasswordField
          {...form.field('password')}
          label={t('account.password')}
          labelEnd={
            <Link to="/password/forgotten" className={classes.forgot} activeProps={{}}>
              {t('account.forgot')}
            </Link>
          }
          autoComplete="current-password"
        />
        <Checkbox ref={keep} name="keep" hint={t('account.keepHint')}>
          {t('account.keep')}
        </Checkbox>
        <div id={problemId} className={classes.problem} role="alert">
          {login.error ? <Notice tone="bad" icon="warning" text={loginProblem(login.error, t)} /> : null}
        </div>
        <Button
          type="submit"
          isWide
          disabled={!form.isReady}
          isPending={login.isPending || isRestoring}
          pendingText={t('account.loggingIn')}
        >
          {t('account.login')}
        </Button>
        <PasskeyLogin
          isOffered={isWanted && !isRestoring && !login.isPending}
          readKeep={readKeep}
          onLoggedIn={onLoggedIn}
          disabled={isBusy}
        />
      </form>
      <BroughtLogin readKeep={readKeep} onLoggedIn={onLoggedIn} disabled={isBusy} />
    </div>
  );
}

/** A lost call says what is safe; a refusal says why. */
function loginProblem(error: ApiError, t: Texts['t']): string {
  return error.status === 0 ? t('account.notLoggedIn') : errorText(error, t);
}
