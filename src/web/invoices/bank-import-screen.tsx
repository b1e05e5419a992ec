import { Navigate } from '@tanstack/react-router';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './bank-import-screen.module.css';
import { BankEntry } from './components/bank-entry.tsx';
import { BankFile } from './components/bank-file.tsx';
import { useBankEntries } from './queries.ts';

/** What the bank says has come: a statement is read, and what nobody can know is decided, for administrators. */
export function BankImportScreen({ page = 1 }: { page?: number | undefined }) {
  const { t } = useTexts();
  const number = Math.max(1, page);
  const rows = useRows();
  const query = useBankEntries((number - 1) * rows, rows);
  const { data } = query;
  return (
    <Page width="list">
      <PageHeader title={t('invoices.bankTitle')} />
      <p className={classes.text}>{t('invoices.bankText')}</p>
      <BankFile />
      <section className={classes.open}>
        <h2 className={classes.heading}>
          {data && data.total > 0
            ? t('invoices.bankOpenCount', { count: data.total })
            : t('invoices.bankOpen')}
        </h2>
        {data ? (
          list(data)
        ) : query.isError ? (
          <NotLoaded title={t('invoices.bankFailed')} query={query} />
        ) : (
          <RowSkeletons label={t('common.loading')} />
        )}
      </section>
    </Page>
  );

  function list({ items, total }: NonNullable<typeof data>) {
    // What was decided may have been the last one of its page.
    if (items.length === 0 && number > 1 && !query.isPlaceholderData)
      return <Navigate to="/bank-import" search={number > 2 ? { page: number - 1 } : {}} replace />;
    if (items.length === 0) {
      return <EmptyState icon="check" title={t('invoices.bankNone')} text={t('invoices.bankNoneText')} />;
    }
    return (
      <>
        <ul className={classes.rows}>
          {items.map((entry) => (
            <li key={entry.id}>
              <BankEntry entry={entry} />
            </li>
          ))}
        </ul>
        <Pages
          offset={(number - 1) * rows}
          count={items.length}
          total={total}
          turn={({ offset, ...link }) => (
            <IconLink to="/bank-import" search={{ page: offset / rows + 1 }} {...link} />
          )}
        />
      </>
    );
  }
}
