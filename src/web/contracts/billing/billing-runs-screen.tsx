import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lastPreview } from '#shared/contracts/billing/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useMoney } from '#web/kernel/money.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Question } from '#web/ui/question.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import classes from './billing-runs-screen.module.css';
import { PreviewList } from './components/preview-list.tsx';
import { RunList } from './components/run-list.tsx';
import { usePreview, useRunning, useRuns } from './queries.ts';

interface BillingRunsScreenProps {
  /** Of the preview; today when absent. */
  date: string | undefined;
  /** Pages of the preview and of the nights, from 1. */
  page: number | undefined;
  nights: number | undefined;
}

/** What the nights have billed and what one would bill (specification point 2, contracts and invoices). */
export function BillingRunsScreen({ date, page = 1, nights = 1 }: BillingRunsScreenProps) {
  const { t } = useTexts();
  return (
    <Page width="table">
      <PageHeader
        title={t('billingRuns.title')}
        subtitle={t('billingRuns.intro')}
        back={<BackLink to="/admin">{t('backOffice.title')}</BackLink>}
      />
      <Ahead date={date} page={Math.max(1, page)} nights={nights} />
      <BillingRuns date={date} page={page} nights={Math.max(1, nights)} />
    </Page>
  );
}

function Ahead({ date, page, nights }: { date: string | undefined; page: number; nights: number }) {
  const { t } = useTexts();
  const { now, timeZone } = useTimeFormat();
  const navigate = useNavigate();
  const today = localDate(now, timeZone);
  const last = lastPreview(today);
  const asked = date === undefined || date <= last ? (date ?? today) : last;
  const query = usePreview(asked, page, useRows());
  const { data } = query;
  return (
    <section aria-label={t('billingRuns.preview')}>
      <h2 className={classes.heading}>{t('billingRuns.preview')}</h2>
      <div className={classes.date}>
        <DateField
          label={t('billingRuns.date')}
          hint={t('billingRuns.looking')}
          value={asked}
          max={last}
          onChange={(date) =>
            date === ''
              ? undefined
              : void navigate({
                  to: '/admin/billing-runs',
                  search: { date: date === today ? undefined : date, nights },
                  replace: true,
                  resetScroll: false,
                })
          }
        />
      </div>
      {data ? (
        <div aria-busy={query.isPlaceholderData || undefined}>
          <Facts
            facts={[
              ['contracts', String(data.contracts)],
              ['invoices', String(data.invoices)],
              ['total', data.total],
            ]}
          />
          {data.items.length === 0 && data.problems.length === 0 ? (
            <EmptyState icon="check" title={t('billingRuns.nothing')} />
          ) : (
            <PreviewList preview={data} date={date} page={page} nights={nights} />
          )}
          {asked === today && !query.isPlaceholderData ? (
            <RunNow invoices={data.invoices} total={data.total} />
          ) : null}
        </div>
      ) : (
        <Waiting query={query} />
      )}
    </section>
  );
}

type Fact = readonly ['contracts' | 'invoices', string] | readonly ['total', number];

function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTexts();
  const money = useMoney();
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className={classes.label}>{t(`billingRuns.${name}`)}</dt>
          <dd className={classes.value}>{typeof value === 'number' ? money(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Asks once, naming what it will send. */
function RunNow({ invoices, total }: { invoices: number; total: number }) {
  const { t } = useTexts();
  const money = useMoney();
  const [isAsked, setIsAsked] = useState(false);
  const { run, isPending, error, reset } = useRunning();
  const close = () => {
    setIsAsked(false);
    reset();
  };
  return (
    <>
      <Button variant="plain" onClick={() => setIsAsked(true)}>
        {t('billingRuns.run')}
      </Button>
      <Sheet
        isOpen={isAsked}
        onClose={close}
        title={t('billingRuns.runTitle')}
        variant="question"
        hasCloseButton={false}
      >
        <Question
          text={t('billingRuns.runText', { count: invoices, total: money(total) })}
          safeText={t('billingRuns.notYet')}
          onSafe={close}
          otherText={t('billingRuns.run')}
          otherPendingText={t('billingRuns.running')}
          isOtherCostly={false}
          onOther={() => run(close)}
          isPending={isPending}
          problem={error ? errorText(error, t) : undefined}
        />
      </Sheet>
    </>
  );
}

function BillingRuns({ date, page, nights }: { date: string | undefined; page: number; nights: number }) {
  const { t } = useTexts();
  const query = useRuns(nights, useRows());
  const { data } = query;
  return (
    <section className={classes.nights} aria-label={t('billingRuns.nights')}>
      <h2 className={classes.heading}>{t('billingRuns.nights')}</h2>
      {data === undefined ? (
        <Waiting query={query} />
      ) : data.items.length === 0 ? (
        <EmptyState icon="calendar" title={t('billingRuns.noNights')} text={t('billingRuns.noNightsText')} />
      ) : (
        <RunList runs={data} date={date} page={page} nights={nights} />
      )}
    </section>
  );
}

function Waiting({ query }: { query: Parameters<typeof NotLoaded>[0]['query'] }) {
  const { t } = useTexts();
  return query.error ? (
    <NotLoaded title={t('billingRuns.notLoaded')} query={query} />
  ) : (
    <TimedRowSkeletons label={t('common.loading')} count={4} />
  );
}
