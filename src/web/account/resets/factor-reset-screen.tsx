import { useRouter } from '@tanstack/react-router';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Refusal } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import classes from '../components/flow.module.css';
import { PasswordField } from '../components/password-field.tsx';
import { useResetFactors } from './queries.ts';

/** Shorter than any link we send: the address was cut. */
const shortestToken = 20;

/** Second factors that were lost are taken away by a mailed link and the password; a new one is set up next. */
export function FactorResetScreen({ token = '' }: { token: string | undefined }) {
  const { t } = useTexts();
  const router = useRouter();
  const reset = useResetFactors(() => void router.navigate({ to: '/profile/security', replace: true }));
  const form = useForm({
    names: ['password'],
    check: ({ password }) => ({
      password: password === '' ? t('validation.passwordRequired') : undefined,
    }),
    onSubmit: ({ password }) =>
      reset.mutate(
        { resetToken: token, password },
        {
          onError: (error) => {
            if (error.errors[0] === 'passwordNotValid') form.fail({ password: errorText(error, t) });
          },
        },
      ),
  });
  if (token.length < shortestToken) {
    return (
      <Page isCentred>
        <PageHeader title={t('account.resetLinkMissing')} size="flow" />
        <p className={classes.text}>{t('factors.resetLinkMissing')}</p>
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('factors.resetTitle')} size="flow" />
      <form {...form.props} className={classes.flow}>
        <p className={classes.text}>{t('factors.resetText')}</p>
        <PasswordField
          {...form.field('password')}
          label={t('account.password')}
          autoComplete="current-password"
        />
        <Refusal error={reset.error?.errors[0] === 'passwordNotValid' ? null : reset.error} />
        <Button
          type="submit"
          isWide
          disabled={!form.isReady}
          isPending={reset.isPending}
          pendingText={t('account.loggingIn')}
        >
          {t('factors.resetGo')}
        </Button>
      </form>
    </Page>
  );
}
