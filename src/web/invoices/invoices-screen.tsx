import { Navigate } from '@tanstack/react-router';
import { ApiError } from '#web/kernel/call.ts';
import { useMoney } from '#web/kernel/money.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { Panes, Reader, ReaderClose } from '#web/ui/panes.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
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
  const { pageRules } = useStartContext();
  const number = Math.max(1, page);
  const rows = useRows();
  const query = useInvoices(filter, (number - 1) * rows, rows);
  const { data } = query;
  return (
    <Panes
      title={t('invoices.title')}
      reader={id === undefined ? undefined : <Reading key={id} id={id} filter={filter} page={number} />}
    >
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
        {pageRules.payment.isPaymentActive && data && data.unpaidCount > 1 ? (
          <ButtonLink to="/pay" size="small">
            {t('invoices.payTogether')}
          </ButtonLink>
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
    </Panes>
  );

  function body() {
    if (!data && query.isError) {
      return <NotLoaded query={query} title={t('invoices.notLoaded')} note={t('invoices.notLoadedText')} />;
    }
    if (!data) return <RowSkeletons label={t('common.loading')} />;
    // What was paid may have been the last one of its page.
    if (data.items.length === 0 && number > 1 && !query.isPlaceholderData) {
      const open = id === undefined ? {} : { id };
      return <Navigate to="/invoices" search={{ ...searchOf(filter, number - 1), ...open }} replace />;
    }
    if (data.items.length === 0) return <Nothing filter={filter} />;
    return (
      <>
        <InvoiceList items={data.items} openId={id} filter={filter} page={number} />
        <Pages
          offset={(number - 1) * rows}
          count={data.items.length}
          total={data.total}
          turn={({ offset, ...link }) => (
            <IconLink to="/invoices" search={searchOf(filter, offset / rows + 1)} {...link} />
          )}
        />
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
    <FilterChips
      label={t('invoices.status')}
      choices={choices}
      chosen={filter}
      link={({ key, ...chip }) => <ChipLink key={key} to="/invoices" {...chip} />}
      className={classes.filters}
    />
  );
}

function Nothing({ filter }: { filter: InvoiceFilter }) {
  const { t } = useTexts();
  const kind = filter === 'unpaid' ? 'noneUnpaid' : filter === 'paid' ? 'nonePaid' : 'none';
  return <EmptyState icon="receipt" title={t(`invoices.${kind}`)} text={t(`invoices.${kind}Text`)} />;
}

/** The address of a page of the list. */
function searchOf(filter: InvoiceFilter, page: number) {
  return { ...(filter && { filter }), ...(page > 1 && { page }) };
}

function Reading({ id, filter, page }: { id: number; filter: InvoiceFilter; page: number }) {
  const { t } = useTexts();
  const query = useInvoice(id);
  const close = (
    <IconLink to="/invoices" search={searchOf(filter, page)} label={t('invoices.backToList')}>
      <Icon name="close" />
    </IconLink>
  );
  if (query.data) {
    return (
      <Reader>
        <InvoiceDetail invoice={query.data} close={close} />
      </Reader>
    );
  }
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Reader>
      <ReaderClose>{close}</ReaderClose>
      {isMissing ? (
        <EmptyState icon="receipt" title={t('invoices.notFound')} text={t('invoices.notFoundText')} />
      ) : query.isError ? (
        <NotLoaded query={query} title={t('invoices.oneNotLoaded')} note={t('invoices.notLoadedText')} />
      ) : (
        <RowSkeletons label={t('common.loading')} />
      )}
    </Reader>
  );
}
