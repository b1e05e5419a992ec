import { Navigate } from '@tanstack/react-router';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import classes from './bank-import-screen.module.css';
import { BankEntry } from './components/bank-entry.tsx';
import { BankFile } from './components/bank-file.tsx';
import { type BankFilter, useBankEntries } from './queries.ts';

/** What the bank says has come: a statement is read, and what nobody can know is decided, for administrators. */
export function BankImportScreen({ filter, page = 1 }: { filter?: BankFilter; page?: number | undefined }) {
  const { t } = useTexts();
  const number = Math.max(1, page);
  const rows = useRows();
  const query = useBankEntries(filter, (number - 1) * rows, rows);
  const { data } = query;
  const choices = [
    { filter: undefined, text: t('invoices.bankWaiting') },
    { filter: 'setAside', text: t('invoices.bankSetAside') },
  ] as const;
  return (
    <Page width="list">
      <PageHeader title={t('invoices.bankTitle')} />
      <p className={classes.text}>{t('invoices.bankText')}</p>
      <BankFile />
      <section className={classes.open}>
        <h2 className={classes.heading}>
          {filter
            ? t('invoices.bankSetAside')
            : data && data.total > 0
              ? t('invoices.bankOpenCount', { count: data.total })
              : t('invoices.bankOpen')}
        </h2>
        <FilterChips
          label={t('invoices.bankFilter')}
          choices={choices}
          chosen={filter}
          link={({ key, ...chip }) => <ChipLink key={key} to="/bank-import" {...chip} />}
          className={classes.filters}
        />
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
      return (
        <Navigate
          to="/bank-import"
          search={{ ...(filter && { filter }), ...(number > 2 && { page: number - 1 }) }}
          replace
        />
      );
    if (items.length === 0) {
      const kind = filter ? 'bankNoneAside' : 'bankNone';
      return <EmptyState icon="check" title={t(`invoices.${kind}`)} text={t(`invoices.${kind}Text`)} />;
    }
    return (
      <>
        <ul className={classes.rows}>
          {items.map((entry) => (
            <li key={entry.id}>
              <BankEntry entry={entry} isSetAside={filter === 'setAside'} />
            </li>
          ))}
        </ul>
        <Pages
          offset={(number - 1) * rows}
          count={items.length}
          total={total}
          turn={({ offset, ...link }) => (
            <IconLink
              to="/bank-import"
              search={{ ...(filter && { filter }), page: offset / rows + 1 }}
              {...link}
            />
          )}
        />
      </>
    );
  }
}
