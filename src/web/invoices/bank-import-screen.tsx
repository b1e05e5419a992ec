import { errorText } from '#web/kernel/queries.ts';
import { fewestRows, useRows } from '#web/kernel/rows.ts';
import { RowsChoice } from '#web/kernel/rows-choice.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
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
          <ErrorState
            title={t('invoices.bankFailed')}
            text={errorText(query.error, t)}
            retryText={t('common.tryAgain')}
            retryingText={t('common.tryingAgain')}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
            <Skeleton width="half" />
            <Skeleton width="half" />
          </div>
        )}
      </section>
    </Page>
  );

  function list({ items, total }: NonNullable<typeof data>) {
    if (items.length === 0) {
      return <EmptyState icon="check" title={t('invoices.bankNone')} text={t('invoices.bankNoneText')} />;
    }
    const from = (number - 1) * rows + 1;
    const until = from + items.length - 1;
    return (
      <>
        <ul className={classes.rows}>
          {items.map((entry) => (
            <li key={entry.id}>
              <BankEntry entry={entry} />
            </li>
          ))}
        </ul>
        {total > fewestRows ? (
          <nav className={classes.pages} aria-label={t('common.pages')}>
            <RowsChoice />
            <span>{t('common.pageRange', { from, until, total })}</span>
            {number > 1 ? (
              <IconLink to="/bank-import" search={{ page: number - 1 }} label={t('common.previousPage')}>
                <Icon name="chevronLeft" />
              </IconLink>
            ) : null}
            {until < total ? (
              <IconLink to="/bank-import" search={{ page: number + 1 }} label={t('common.nextPage')}>
                <Icon name="chevronRight" />
              </IconLink>
            ) : null}
          </nav>
        ) : null}
      </>
    );
  }
}
