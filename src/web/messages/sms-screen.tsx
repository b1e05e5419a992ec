import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { MessageKinds } from './components/message-kinds.tsx';
import { MessageText } from './components/message-text.tsx';
import { useWhen } from './components/use-when.ts';
import { useOutgoingSms } from './queries.ts';
import classes from './sms-screen.module.css';

/** What the stand-in for an SMS provider took, for administrators in development. */
export function SmsScreen({ offset = 0 }: { offset?: number | undefined }) {
  const { t } = useTexts();
  const sms = useOutgoingSms(offset, useRows());
  return (
    <Page width="table">
      <PageHeader title={t('notices.smsList')}>
        <Button variant="plain" size="small" onClick={() => void sms.refetch()}>
          {t('pages.mailsRefresh')}
        </Button>
      </PageHeader>
      <MessageKinds current="sms" />
      <p className={classes.note}>{t('notices.smsText')}</p>
      {sms.data ? (
        <SmsList items={sms.data.items} total={sms.data.total} offset={offset} />
      ) : sms.isError ? (
        <ErrorState
          title={t('notices.smsFailed')}
          text={t('pages.loadFailedText')}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={sms.isFetching}
          onRetry={() => void sms.refetch()}
        />
      ) : (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton width="half" />
          <Skeleton width="half" />
          <Skeleton width="half" />
        </div>
      )}
    </Page>
  );
}

type Sms = NonNullable<ReturnType<typeof useOutgoingSms>['data']>['items'][number];

function SmsList({ items, total, offset }: { items: readonly Sms[]; total: number; offset: number }) {
  const { t } = useTexts();
  const when = useWhen();
  const rows = useRows();
  if (total === 0)
    return <EmptyState icon="mail" title={t('notices.smsEmpty')} text={t('notices.smsEmptyText')} />;
  const until = offset + items.length;
  return (
    <>
      <ul className={classes.rows}>
        {items.map(({ id, recipient, sender, text, parts, createdDateTime }) => (
          <li key={id} className={classes.sms}>
            <p className={classes.meta}>
              {t('pages.mailsTo', { recipient })} · {t('notices.smsFrom', { sender })} ·{' '}
              {when(createdDateTime)}
              {' · '}
              {t('notices.smsParts', { count: parts })}
            </p>
            <MessageText className={classes.text} text={text} />
          </li>
        ))}
      </ul>
      {total > fewestRows ? (
        <nav className={classes.pages} aria-label={t('common.pages')}>
          <RowsChoice />
          <span>{t('common.pageRange', { from: offset + 1, until, total })}</span>
          {offset > 0 ? (
            <IconLink
              to="/messages"
              search={{ kind: 'sms', offset: Math.max(0, offset - rows) }}
              label={t('common.previousPage')}
            >
              <Icon name="chevronLeft" />
            </IconLink>
          ) : null}
          {until < total ? (
            <IconLink to="/messages" search={{ kind: 'sms', offset: until }} label={t('common.nextPage')}>
              <Icon name="chevronRight" />
            </IconLink>
          ) : null}
        </nav>
      ) : null}
    </>
  );
}
