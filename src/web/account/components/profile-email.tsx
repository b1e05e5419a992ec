import { useState } from 'react';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useClaims } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useChangeEmail, useKeepEmail, useProfile } from '../profile/queries.ts';
import { focusOnce } from './focus-once.ts';
import { PasswordField } from './password-field.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';
import { useAccountChecks } from './use-account-checks.ts';

/** The present address, one that waits for its confirmation, and how to ask for another. */
export function ProfileEmail() {
  const { t } = useTexts();
  const { login } = useStartContext().pageRules;
  const claims = useClaims();
  const { data } = useProfile();
  const keep = useKeepEmail();
  const [isOpen, setIsOpen] = useState(false);
  const email = data?.email ?? claims?.email ?? '';
  const pending = data?.pendingEmail ?? null;
  return (
    <ProfileSection title={t('profile.emailTitle')}>
      <div>
        <p className={classes.value}>{email}</p>
        <p className={classes.note}>{t(login.isEmail ? 'profile.emailText' : 'profile.emailTextOnly')}</p>
      </div>
      <div role="status" className={classes.state}>
        {pending === null ? null : (
          <Notice tone="warn" icon="mail" text={t('profile.emailWaiting', { email: pending })} />
        )}
      </div>
      {isOpen ? (
        <EmailForm email={email} onClose={() => setIsOpen(false)} />
      ) : (
        <div className={classes.actions}>
          <Button variant="plain" size="small" onClick={() => setIsOpen(true)}>
            {t('profile.emailChange')}
          </Button>
          {pending === null || pending === email ? null : (
            <Button
              variant="text"
              size="small"
              isPending={keep.isPending}
              pendingText={t('profile.emailKeeping')}
              onClick={() => keep.mutate(undefined)}
            >
              {t('profile.emailKeep')}
            </Button>
          )}
        </div>
      )}
    </ProfileSection>
  );
}

/** Refusals that belong to one field. */
const fieldOf: Readonly<Record<string, 'email' | 'password'>> = {
  passwordNotValid: 'password',
  emailUnchanged: 'email',
};

function EmailForm({ email: present, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTexts();
  const checks = useAccountChecks();
  const change = useChangeEmail();
  const form = useForm({
    names: ['email', 'password'],
    check: ({ email, password }) => ({
      email: email.trim().toLowerCase() === present ? t('profile.emailUnchanged') : checks.email(email),
      password: checks.password(password),
    }),
    onSubmit: ({ email, password }) =>
      change.mutate(
        { body: { email: email.trim(), password } },
        {
          onSuccess: onClose,
          onError: (error) => {
            const field = fieldOf[error.errors[0] ?? ''];
            if (field) form.fail({ [field]: errorText(error, t) });
          },
        },
      ),
  });
  const isFormsMatter = change.error && fieldOf[change.error.errors[0] ?? ''] === undefined;
  return (
    <form {...form.props} className={classes.form}>
      <TextField
        {...form.field('email')}
        label={t('profile.emailNew')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        ref={focusOnce}
      />
      <PasswordField
        {...form.field('password')}
        label={t('account.oldPassword')}
        autoComplete="current-password"
      />
      <div className={classes.problem} role="alert">
        {isFormsMatter ? <Notice tone="bad" icon="warning" text={errorText(change.error, t)} /> : null}
      </div>
      <div className={classes.actions}>
        <Button
          type="submit"
          size="small"
          isPending={change.isPending}
          pendingText={t('profile.emailSending')}
        >
          {t('profile.emailSend')}
        </Button>
        <Button variant="text" size="small" onClick={onClose}>
          {t('profile.leave')}
        </Button>
      </div>
    </form>
  );
}
