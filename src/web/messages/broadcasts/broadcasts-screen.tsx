import { useNavigate } from '@tanstack/react-router';
import { formatMoney } from '#shared/kernel/money.ts';
import type { SentMessage } from '#shared/messages/broadcasts/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useAdminTraining } from '#web/schedule/editing/queries.ts';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './broadcasts-screen.module.css';
import { Composer } from './components/composer.tsx';
import { ReportSheet } from './components/report-sheet.tsx';
import { useIsSmsKnown, useMessages } from './queries.ts';

export interface BroadcastsSearch {
  /** Write a new one. */
  make?: number | undefined;
  /** To the registered of this training. */
  training?: number | undefined;
  /** The one whose report is open. */
  id?: number | undefined;
  offset?: number | undefined;
}

/** Messages of staff to many: what was sent and whether it arrived, and writing one (specification point 6). */
export function BroadcastsScreen({ search }: { search: BroadcastsSearch }) {
  const { make, training } = search;
  return make === 1 || training !== undefined ? <NewMessage training={training} /> : <Sent search={search} />;
}

function NewMessage({ training: trainingId }: { training: number | undefined }) {
  const { t } = useTexts();
  const isSmsOffered = useIsSmsKnown();
  const training = useAdminTraining(trainingId);
  const isReady = isSmsOffered !== undefined && (trainingId === undefined || !training.isPending);
  return (
    <Page width="table">
      <PageHeader
        size="flow"
        title={t('broadcasts.writeTitle')}
        back={
          <IconLink to="/admin/messages" search={{}} label={t('broadcasts.back')}>
            <Icon name="chevronLeft" />
          </IconLink>
        }
      />
      {isReady ? (
        <Composer
          isSmsOffered={isSmsOffered}
          training={training.data && { id: training.data.id, date: training.data.date }}
        />
      ) : (
        <Skeleton size="block" width="full" />
      )}
    </Page>
  );
}

function Sent({ search }: { search: BroadcastsSearch }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const offset = Math.max(0, search.offset ?? 0);
  const rows = useRows();
  const query = useMessages(offset, rows);
  const { data, error } = query;
  const close = () => void navigate({ to: '/admin/messages', search: { ...(offset > 0 && { offset }) } });
  return (
    <Page width="table">
      <PageHeader title={t('broadcasts.title')} subtitle={t('broadcasts.subtitle')}>
        <ButtonLink
          to="/calendar/day"
          search={{ origin: '/admin/messages', destination: '/admin/messages' }}
          variant="plain"
          size="small"
        >
          {t('broadcasts.findTraining')}
        </ButtonLink>
        <ButtonLink to="/admin/messages" search={{ make: 1 }} size="small">
          {t('broadcasts.write')}
        </ButtonLink>
      </PageHeader>
      {body()}
      <Sheet isOpen={search.id !== undefined} onClose={close} title={t('broadcasts.report')}>
        {search.id === undefined ? null : <ReportSheet id={search.id} />}
      </Sheet>
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('broadcasts.notLoaded')} query={query} />;
    }
    if (!data) return <Skeleton size="block" width="full" />;
    if (data.items.length === 0) {
      return <EmptyState icon="mail" title={t('broadcasts.none')} text={t('broadcasts.noneText')} />;
    }
    return (
      <>
        <ul className={classes.list}>
          {data.items.map((message) => (
            <li key={message.id}>
              <MessageRow message={message} offset={offset} />
            </li>
          ))}
        </ul>
        {data.total > fewestRows ? (
          <nav className={classes.pages} aria-label={t('common.pages')}>
            <RowsChoice />
            {offset > 0 ? (
              <ButtonLink
                to="/admin/messages"
                search={offset > rows ? { offset: offset - rows } : {}}
                variant="plain"
                size="small"
              >
                {t('broadcasts.newer')}
              </ButtonLink>
            ) : null}
            {data.total > offset + rows ? (
              <ButtonLink
                to="/admin/messages"
                search={{ offset: offset + rows }}
                variant="plain"
                size="small"
              >
                {t('broadcasts.more')}
              </ButtonLink>
            ) : null}
          </nav>
        ) : null}
      </>
    );
  }
}

function MessageRow({ message, offset }: { message: SentMessage; offset: number }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const { id, channel, isOffer, subject, text, audienceName, authorName, createdDateTime } = message;
  const { recipients, counts, price } = message;
  const count = (...states: (keyof typeof counts)[]) =>
    states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const failed = count('undelivered', 'refused', 'unknown');
  const isSms = channel === 'sms';
  const done = isSms ? count('delivered') : count('sent', 'delivered');
  return (
    <ListRowLink
      to="/admin/messages"
      search={{ id, ...(offset > 0 && { offset }) }}
      start={<Icon name={isSms ? 'message' : 'mail'} size={22} />}
      title={audienceName}
      text={
        <>
          <span className={classes.words}>{subject === '' ? text : subject}</span>
          <span className={classes.facts}>
            {t('broadcasts.by', { name: authorName, when: format.dayAndTime(createdDateTime) })}
            {isSms ? ` · ${formatMoney(Math.round(price * 100), language)}` : ''}
            {isOffer ? ` · ${t('broadcasts.offer')}` : ''}
          </span>
          <span className={classes.facts}>
            {t(isSms ? 'broadcasts.delivered' : 'broadcasts.sent', { done, all: recipients })}
            {failed > 0 ? (
              <span className={classes.bad}> · {t('broadcasts.failed', { count: failed })}</span>
            ) : null}
          </span>
        </>
      }
    />
  );
}
