import { useRouter } from '@tanstack/react-router';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { Fact, NextPayment, TermFacts } from './components/fact.tsx';
import fields from './components/join.module.css';
import classes from './join-screen.module.css';
import { useConfirmJoin, useJoinProof } from './queries.ts';

/** Joins where nothing is paid at first, by whoever reads the mail (decision 0132). Opening it changes nothing; a press does. */
export function JoinConfirmationScreen({ token }: { token: string | undefined }) {
  return token === undefined ? <Gone /> : <Linked token={token} />;
}

function Linked({ token }: { token: string }) {
  const { t } = useTexts();
  const router = useRouter();
  const query = useJoinProof(token);
  const { data, error } = query;
  const confirm = useConfirmJoin();
  if (error instanceof ApiError && error.status === 404) return <Gone />;
  if (error && !data) {
    return (
      <Page isCentred>
        <NotLoaded level={1} title={t('joining.notLoaded')} query={query} />
      </Page>
    );
  }
  if (confirm.data?.state === 'guardianAsked') {
    return (
      <Page isCentred>
        <EmptyState
          level={1}
          icon="check"
          title={t('joining.guardianAskedTitle')}
          text={t('joining.guardianAskedText')}
        />
      </Page>
    );
  }
  const press = () =>
    confirm.mutate(
      { body: { token } },
      {
        onError: () => void query.refetch(),
        onSuccess: ({ invoiceToken }) => {
          if (invoiceToken !== null) {
            router.history.replace(
              `/public/payment-confirmation/free?invoice=${encodeURIComponent(invoiceToken)}`,
            );
          }
        },
      },
    );
  return (
    <Page isCentred>
      <PageHeader title={t(data?.isJoined ? 'joining.joinedTitle' : 'joining.provingTitle')} size="flow" />
      <div className={classes.flow}>
        {data ? (
          <>
            <p className={classes.text}>{t(data.isJoined ? 'joining.joinedText' : 'joining.provingText')}</p>
            <dl className={fields.facts}>
              {data.name === '' ? null : <Fact label={t('joining.name')} value={data.name} />}
              <Fact label={t('joining.package')} value={data.packageName} />
              <Fact label={t('joining.club')} value={data.clubName} />
              <Fact label={t('joining.startsOn')} value={formatDate(data.startsOn)} />
              <TermFacts {...data} />
              <NextPayment {...data} />
            </dl>
            <div role="alert">
              {confirm.error ? (
                <Notice
                  tone="bad"
                  icon="warning"
                  text={`${errorText(confirm.error, t)}. ${t('joining.nothingCharged')}`}
                />
              ) : null}
            </div>
            {data.isJoined ? (
              <ButtonLink to="/" isWide>
                {t('pages.backToHome')}
              </ButtonLink>
            ) : (
              <Button isWide isPending={confirm.isPending} pendingText={t('joining.joining')} onClick={press}>
                {t('joining.joinFree')}
              </Button>
            )}
          </>
        ) : (
          <div role="status" aria-label={t('common.loading')} className={classes.flow}>
            <Skeleton width="half" />
            <Skeleton width="full" />
            <Skeleton width="full" />
          </div>
        )}
      </div>
    </Page>
  );
}

function Gone() {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState level={1} icon="info" title={t('joining.provingGone')} text={t('joining.provingGoneText')}>
        <ButtonLink to="/public/join" isWide>
          {t('joining.title')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
