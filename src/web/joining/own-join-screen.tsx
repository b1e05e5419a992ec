import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/kernel/call.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { PriceLines } from './components/price-lines.tsx';
import classes from './join-screen.module.css';
import { useOwnJoin, useTakeOver } from './queries.ts';

/** By another contract of theirs. */
const isHindered = (error: unknown) =>
  error instanceof ApiError &&
  error.errors.some((code) => code === 'contractUnpaid' || code === 'contractIsBlocked');

const isChanged = (error: unknown) => error instanceof ApiError && error.errors.includes('changedMeanwhile');

/** What somebody with an account agreed to in joining anew, opened by the mailed link (decision 0023). */
export function OwnJoinScreen({ token }: { token: string }) {
  const { t, language } = useTexts();
  const router = useRouter();
  const { data, error, refetch } = useOwnJoin(token);
  const taking = useTakeOver();
  const [isCredited, setIsCredited] = useState(false);
  if (error) {
    return (
      <Page isCentred>
        <EmptyState level={1} icon="info" title={t('joining.ownGone')} text={t('joining.ownGoneText')}>
          <ButtonLink to="/" isWide>
            {t('pages.backToHome')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  const isDone = data?.isTaken === true && data.isPaid;
  const other = data?.otherNumber ?? null;
  const take = () =>
    taking.mutate(
      { body: { draftToken: token, agreement: data?.agreement ?? '' } },
      {
        // As it is now, to be looked at before it is pressed again.
        onError: () => void refetch(),
        onSuccess: ({ invoiceToken }) => {
          setIsCredited(other !== null);
          if (invoiceToken !== null) {
            router.history.push(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`);
          }
        },
      },
    );
  return (
    <Page isCentred>
      <PageHeader title={t('joining.ownTitle')} size="flow" />
      <div className={classes.flow}>
        {data ? (
          <>
            <p className={classes.text}>{t('joining.ownText')}</p>
            <ListRow
              title={data.packageName}
              text={`${data.clubName} · ${t('joining.startsOn')} ${formatDate(data.startsOn)}`}
            />
            {data.price ? <PriceLines price={data.price} /> : null}
            <div role="status">
              {isDone ? (
                <Notice
                  tone="ok"
                  icon="check"
                  text={t(isCredited ? 'joining.ownCredited' : 'joining.ownTaken')}
                />
              ) : null}
              {other === null || isDone ? null : (
                <Notice
                  tone="warn"
                  icon="info"
                  text={t(data.isPaid ? 'joining.otherPaid' : 'joining.otherUnpaid', { number: other })}
                />
              )}
            </div>
            <div role="alert">
              {taking.error ? (
                <Notice
                  tone="bad"
                  icon="warning"
                  text={
                    data.isPaid && isHindered(taking.error)
                      ? t('joining.ownHindered')
                      : `${isChanged(taking.error) ? t('joining.ownChanged') : errorText(taking.error, t)}.${data.isPaid ? '' : ` ${t('joining.nothingCharged')}`}`
                  }
                />
              ) : null}
            </div>
            {isDone || (other !== null && !data.isPaid) ? (
              <ButtonLink to={other === null ? '/' : '/contracts'} isWide>
                {t(other === null ? 'pages.backToHome' : 'joining.toContracts')}
              </ButtonLink>
            ) : (
              <Button isWide isPending={taking.isPending} pendingText={t('joining.ownTaking')} onClick={take}>
                {other !== null
                  ? t('joining.ownTakeCredit')
                  : data.price && data.price.total > 0
                    ? t('joining.ownTakeAndPay', { price: formatEuros(data.price.total, language) })
                    : t('joining.ownTake')}
              </Button>
            )}
          </>
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton size="title" width="half" />
            <Skeleton width="full" />
          </div>
        )}
      </div>
    </Page>
  );
}
