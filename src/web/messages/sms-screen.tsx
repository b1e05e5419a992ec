import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, IconLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
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
        <NotLoaded title={t('notices.smsFailed')} query={sms} />
      ) : (
        <RowSkeletons label={t('common.loading')} />
      )}
    </Page>
  );
}

type Sms = NonNullable<ReturnType<typeof useOutgoingSms>['data']>['items'][number];

function SmsList({ items, total, offset }: { items: readonly Sms[]; total: number; offset: number }) {
  const { t } = useTexts();
  const when = useWhen();
  if (total === 0)
    return <EmptyState icon="mail" title={t('notices.smsEmpty')} text={t('notices.smsEmptyText')} />;
  return (
    <div className={classes.list}>
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
      <Pages
        offset={offset}
        count={items.length}
        total={total}
        turn={({ offset, ...link }) => <IconLink to="/messages" search={{ kind: 'sms', offset }} {...link} />}
      />
    </div>
  );
}
