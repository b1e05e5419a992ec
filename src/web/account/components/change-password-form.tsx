import { useState } from 'react';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useChangePassword } from '../queries.ts';
import classes from './flow.module.css';
import { focusOnce } from './focus-once.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRules } from './password-rules.tsx';
import { useAccountChecks } from './use-account-checks.ts';

/** Refusals that belong to one field. */
const fieldOf: Readonly<Record<string, 'oldPassword' | 'newPassword'>> = {
  passwordNotValid: 'oldPassword',
  passwordTooCommon: 'newPassword',
};

interface ChangePasswordFormProps {
  username: string;
  onDone: () => void;
  onLeave: () => void;
}

/** Old password, new password and its repeat (specification points 3 and 5). */
export function ChangePasswordForm({ username, onDone, onLeave }: ChangePasswordFormProps) {
  const { t } = useTexts();
  const checks = useAccountChecks();
  const change = useChangePassword();
  const [typed, setTyped] = useState('');
  const form = useForm({
    names: ['oldPassword', 'newPassword', 'repeat'],
    check: ({ oldPassword, newPassword, repeat }) => ({
      oldPassword: checks.password(oldPassword),
      newPassword: checks.newPassword(newPassword),
      repeat: checks.repeat(repeat, newPassword),
    }),
    onSubmit: ({ oldPassword, newPassword }) =>
      change.mutate(
        { body: { oldPassword, newPassword } },
        {
          onSuccess: onDone,
          onError: (error) => {
            const field = fieldOf[error.errors[0] ?? ''];
            if (field) form.fail({ [field]: errorText(error, t) });
          },
        },
      ),
  });
  const isFormsMatter = change.error && fieldOf[change.error.errors[0] ?? ''] === undefined;
  return (
    <form {...form.props} className={classes.flow}>
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...form.field('oldPassword')}
        label={t('account.oldPassword')}
        autoComplete="current-password"
        ref={focusOnce}
      />
      <PasswordField
        {...form.field('newPassword')}
        label={t('account.newPassword')}
        autoComplete="new-password"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <PasswordRules password={typed} />
      <PasswordField
        {...form.field('repeat')}
        label={t('account.repeatPassword')}
        autoComplete="new-password"
      />
      <div className={classes.problem} role="alert">
        {isFormsMatter ? <Notice tone="bad" icon="warning" text={errorText(change.error, t)} /> : null}
      </div>
      <div className={classes.after}>
        <p className={classes.text}>{t('account.passwordChangedElsewhere')}</p>
        <Button
          type="submit"
          disabled={!form.isReady}
          isPending={change.isPending}
          pendingText={t('account.changingPassword')}
        >
          {t('account.changePassword')}
        </Button>
        <Button variant="text" onClick={onLeave}>
          {t('profile.leave')}
        </Button>
      </div>
    </form>
  );
}
