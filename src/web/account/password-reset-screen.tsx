import { passwordMinimumLength } from '#shared/account/domain.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './components/flow.module.css';
import { PasswordField } from './components/password-field.tsx';
import { useAccountChecks } from './components/use-account-checks.ts';
import { useResetPassword } from './queries.ts';

interface PasswordResetScreenProps {
  /** `token` of the mailed address. */
  token: string | undefined;
}

/** Shorter than any link we send: the address was cut. */
const shortestToken = 20;

/** A new password by a mailed link. */
export function PasswordResetScreen({ token }: PasswordResetScreenProps) {
  const { t } = useTexts();
  const checks = useAccountChecks();
  const reset = useResetPassword();
  const form = useForm({
    names: ['newPassword', 'repeat'],
    check: ({ newPassword, repeat }) => ({
      newPassword: checks.newPassword(newPassword),
      repeat: checks.repeat(repeat, newPassword),
    }),
    onSubmit: ({ newPassword }) => {
      reset.mutate(
        { body: { resetToken: token ?? '', newPassword } },
        {
          onError: (error) => {
            if (error.errors[0] === 'passwordTooCommon') form.fail({ newPassword: errorText(error, t) });
          },
        },
      );
    },
  });

  if (reset.isSuccess) {
    return (
      <Page isCentred>
        <PageHeader title={t('account.resetDone')} size="flow" />
        <div className={classes.flow}>
          <p className={classes.text} role="status">
            {t('account.resetDoneText')}
          </p>
          <ButtonLink to="/" search={{ origin: '/' }}>
            {t('account.login')}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  if (token === undefined || token.length < shortestToken) {
    return (
      <Page isCentred>
        <PageHeader title={t('account.resetLinkMissing')} size="flow" />
        <div className={classes.flow}>
          <p className={classes.text}>{t('account.resetLinkMissingText')}</p>
          <ButtonLink to="/password/forgotten">{t('account.resetNewLink')}</ButtonLink>
        </div>
      </Page>
    );
  }
  const code = reset.error?.errors[0];
  return (
    <Page isCentred>
      <PageHeader title={t('account.resetTitle')} size="flow" />
      <form {...form.props} className={classes.flow}>
        <PasswordField
          {...form.field('newPassword')}
          label={t('account.newPassword')}
          hint={t('account.passwordHint', { count: passwordMinimumLength })}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('repeat')}
          label={t('account.repeatPassword')}
          autoComplete="new-password"
        />
        <div className={classes.problem} role="alert">
          {reset.error && code !== 'passwordTooCommon' ? (
            <Notice tone="bad" icon="warning" text={errorText(reset.error, t)} />
          ) : null}
        </div>
        <Button
          type="submit"
          isWide
          disabled={!form.isReady}
          isPending={reset.isPending}
          pendingText={t('account.resetSaving')}
        >
          {t('account.resetSave')}
        </Button>
        {code === 'resetLinkExpired' ? (
          <ButtonLink to="/password/forgotten" variant="plain" isWide>
            {t('account.resetNewLink')}
          </ButtonLink>
        ) : null}
      </form>
    </Page>
  );
}
