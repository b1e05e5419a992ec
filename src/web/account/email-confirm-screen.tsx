import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './components/flow.module.css';
import { useConfirmEmail } from './profile/queries.ts';

interface EmailConfirmScreenProps {
  /** `token` of the mailed address. */
  token: string | undefined;
}

/** Shorter than any link we send: the address was cut. */
const shortestToken = 20;

/** Another mail address by a mailed link. Opening it changes nothing, as programs that look through mails open links. */
export function EmailConfirmScreen({ token }: EmailConfirmScreenProps) {
  const { t } = useTexts();
  const confirm = useConfirmEmail();
  const isWhole = token !== undefined && token.length >= shortestToken;
  const title = () => {
    if (confirm.data) return t('profile.confirmedTitle');
    return t(isWhole ? 'profile.confirmTitle' : 'profile.confirmLinkMissing');
  };
  return (
    <Page isCentred>
      <PageHeader title={title()} size="flow" />
      <div className={classes.flow}>
        <p className={classes.text} role="status">
          {confirm.data
            ? t('profile.confirmedText', { email: confirm.data.email })
            : t(isWhole ? 'profile.confirmText' : 'profile.confirmLinkMissingText')}
        </p>
        <div className={classes.problem} role="alert">
          {confirm.error ? <Notice tone="bad" icon="warning" text={errorText(confirm.error, t)} /> : null}
        </div>
        {isWhole && !confirm.data ? (
          <Button
            isWide
            isPending={confirm.isPending}
            pendingText={t('profile.confirming')}
            onClick={() => confirm.mutate({ body: { emailToken: token } })}
          >
            {t('profile.confirm')}
          </Button>
        ) : null}
        <ButtonLink to="/profile" variant={confirm.data || !isWhole ? 'primary' : 'text'} isWide>
          {t('profile.toProfile')}
        </ButtonLink>
      </div>
    </Page>
  );
}
