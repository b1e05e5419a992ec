import { ApiError } from '#web/kernel/call.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { InvoiceDetail } from './components/invoice-detail.tsx';
import { InvoiceList } from './components/invoice-list.tsx';
import classes from './invoices-screen.module.css';
import { type InvoiceFilter, useInvoice, useInvoices } from './queries.ts';

interface InvoicesScreenProps {
  /** The invoice that is read. */
  id?: number | undefined;
  filter?: InvoiceFilter;
  /** From 1. */
  page?: number | undefined;
}

/** A member's invoices, unpaid ones on top with their sum; one of them beside the list, on a phone instead of it. */
export function InvoicesScreen({ id, filter, page = 1 }: InvoicesScreenProps) {
  const { t } = useTexts();
  const money = useMoney();
  const number = Math.max(1, page);
  const rows = useRows();
  const query = useInvoices(filter, (number - 1) * rows, rows);
  const { data } = query;
  return (
    <Page width="table" className={joinClasses(id !== undefined && classes.wide)}>
      <div className={joinClasses(classes.panes, id !== undefined && classes.reading)}>
        <div className={classes.list}>
          <PageHeader title={t('invoices.title')}>
            {data && data.total + data.unpaidCount > 0 ? (
              <p className={classes.sum}>
                <span>
                  {data.unpaidCount > 0
                    ? t('invoices.toPay', { count: data.unpaidCount })
                    : t('invoices.nothingToPay')}
                </span>
                {data.unpaidCount > 0 ? <strong>{money(data.toPay)}</strong> : null}
              </p>
            ) : null}
          </PageHeader>
          <Filters filter={filter} unpaidCount={data?.unpaidCount ?? 0} />
          {data && data.credit > 0 ? (
            <p className={classes.credit}>
              <Icon name="info" size={20} />
              <span>
                {t('invoices.credit', { amount: money(data.credit) })}
                {data.unpaidCount > 0 ? ` ${t('invoices.creditHint')}` : null}
              </span>
            </p>
          ) : null}
          {body()}
        </div>
        {id === undefined ? null : <h1 className={classes.alone}>{t('invoices.title')}</h1>}
        {id === undefined ? null : <Reading key={id} id={id} filter={filter} page={number} />}
      </div>
    </Page>
  );

  function body() {
    if (!data) return query.isError ? <NotLoaded query={query} title={t('invoices.notLoaded')} /> : <Rows />;
    if (data.items.length === 0) return <Nothing filter={filter} />;
    return (
      <>
        <InvoiceList items={data.items} openId={id} filter={filter} page={number} />
        <Pages filter={filter} page={number} total={data.total} count={data.items.length} />
      </>
    );
  }
}

function Filters({ filter, unpaidCount }: { filter: InvoiceFilter; unpaidCount: number }) {
  const { t } = useTexts();
  const unpaid = unpaidCount > 0 ? t('invoices.unpaidCount', { count: unpaidCount }) : t('invoices.unpaid');
  const choices = [
    { filter: undefined, text: t('invoices.all') },
    { filter: 'unpaid', text: unpaid },
    { filter: 'paid', text: t('invoices.paid') },
  ] as const;
  return (
    <nav className={classes.filters} aria-label={t('invoices.status')}>
      {choices.map((choice) => (
        <ChipLink
          key={choice.text}
          to="/invoices"
          search={choice.filter ? { filter: choice.filter } : {}}
          isSelected={choice.filter === filter}
          aria-current={choice.filter === filter ? 'page' : undefined}
        >
          {choice.text}
        </ChipLink>
      ))}
    </nav>
  );
}

function Rows() {
  const { t } = useTexts();
  return (
    <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
      <Skeleton width="half" />
      <Skeleton width="half" />
      <Skeleton width="half" />
    </div>
  );
}

function Nothing({ filter }: { filter: InvoiceFilter }) {
  const { t } = useTexts();
  const kind = filter === 'unpaid' ? 'noneUnpaid' : filter === 'paid' ? 'nonePaid' : 'none';
  return <EmptyState icon="receipt" title={t(`invoices.${kind}`)} text={t(`invoices.${kind}Text`)} />;
}

function Reading({ id, filter, page }: { id: number; filter: InvoiceFilter; page: number }) {
  const { t } = useTexts();
  const query = useInvoice(id);
  const close = (
    <IconLink
      to="/invoices"
      search={{ ...(filter && { filter }), ...(page > 1 && { page }) }}
      label={t('invoices.backToList')}
    >
      <Icon name="close" />
    </IconLink>
  );
  if (query.data) {
    return (
      <div className={classes.reader}>
        <InvoiceDetail invoice={query.data} close={close} />
      </div>
    );
  }
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <div className={classes.reader}>
      <div className={classes.closing}>{close}</div>
      {isMissing ? (
        <EmptyState icon="receipt" title={t('invoices.notFound')} text={t('invoices.notFoundText')} />
      ) : query.isError ? (
        <NotLoaded query={query} title={t('invoices.oneNotLoaded')} />
      ) : (
        <Rows />
      )}
    </div>
  );
}

interface NotLoadedProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  title: string;
}

function NotLoaded({ query, title }: NotLoadedProps) {
  const { t } = useTexts();
  return (
    <ErrorState
      title={title}
      text={`${errorText(query.error, t)}. ${t('invoices.notLoadedText')}`}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

interface PagesProps {
  filter: InvoiceFilter;
  page: number;
  total: number;
  count: number;
}

function Pages({ filter, page, total, count }: PagesProps) {
  const { t } = useTexts();
  const rows = useRows();
  if (total <= fewestRows) return null;
  const from = (page - 1) * rows + 1;
  const until = from + count - 1;
  const searchFor = (wanted: number) => ({ ...(filter && { filter }), ...(wanted > 1 && { page: wanted }) });
  return (
    <nav className={classes.pages} aria-label={t('common.pages')}>
      <RowsChoice />
      <span>{t('common.pageRange', { from, until, total })}</span>
      {page > 1 ? (
        <IconLink to="/invoices" search={searchFor(page - 1)} label={t('common.previousPage')}>
          <Icon name="chevronLeft" />
        </IconLink>
      ) : null}
      {until < total ? (
        <IconLink to="/invoices" search={searchFor(page + 1)} label={t('common.nextPage')}>
          <Icon name="chevronRight" />
        </IconLink>
      ) : null}
    </nav>
  );
}
