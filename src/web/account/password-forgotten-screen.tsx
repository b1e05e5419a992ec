import { useState } from 'react';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './components/flow.module.css';
import { useAccountChecks } from './components/use-account-checks.ts';
import { useRequestPasswordReset } from './queries.ts';

/** Asks for a mail with a link for a new password. What it says afterwards tells nobody whether the address is known. */
export function PasswordForgottenScreen() {
  const { t } = useTexts();
  const checks = useAccountChecks();
  const request = useRequestPasswordReset();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    names: ['email'],
    check: ({ email }) => ({ email: checks.email(email) }),
    onSubmit: ({ email }) =>
      request.mutate({ body: { email: email.trim() } }, { onSuccess: () => setSentTo(email.trim()) }),
  });

  if (sentTo !== null) {
    return (
      <Page isCentred>
        <PageHeader title={t('account.sentTitle')} size="flow" />
        <div className={classes.flow}>
          <p className={classes.text} role="status">
            {t('account.sentText', { email: sentTo })}
          </p>
          <div className={classes.after}>
            <ButtonLink to="/" search={{ origin: '/' }}>
              {t('account.backToLogin')}
            </ButtonLink>
            <Button variant="text" onClick={() => setSentTo(null)}>
              {t('account.sentAgain')}
            </Button>
          </div>
        </div>
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('account.forgottenTitle')} size="flow" />
      <form {...form.props} className={classes.flow}>
        <p className={classes.text}>{t('account.forgottenText')}</p>
        <TextField
          {...form.field('email')}
          label={t('account.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          maxLength={254}
        />
        <div className={classes.problem} role="alert">
          {request.error ? <Notice tone="bad" icon="warning" text={errorText(request.error, t)} /> : null}
        </div>
        <Button
          type="submit"
          isWide
          disabled={!form.isReady}
          isPending={request.isPending}
          pendingText={t('account.forgottenSending')}
        >
          {t('account.forgottenSend')}
        </Button>
        <ButtonLink to="/" search={{ origin: '/' }} variant="text" isWide>
          {t('account.backToLogin')}
        </ButtonLink>
      </form>
    </Page>
  );
}
