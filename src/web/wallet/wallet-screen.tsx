import { eurosToCents } from '#shared/kernel/money.ts';
import { type WalletKind, walletKinds } from '#shared/wallet/domain.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { FilterChips } from '#web/ui/filter-chips.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { WalletRow } from './components/wallet-row.tsx';
import { useWallet, type WalletItem } from './queries.ts';
import classes from './wallet-screen.module.css';

/** Contracts, tickets, packages, vouchers and invoices together, valid first, each with the ledger behind its balance. */
export function WalletScreen({ kind }: { kind: WalletKind | undefined }) {
  const { t, language } = useTexts();
  const query = useWallet();
  const { data } = query;
  const money = (euros: number) => formatMoney(eurosToCents(euros), language);
  return (
    <Page>
      <PageHeader title={t('owned.title')} />
      {data && data.items.length > 0 ? (
        <section className={classes.sum} aria-label={t('owned.owed')}>
          <p className={classes.owed}>
            <span>{t(data.owed > 0 ? 'owned.owed' : 'owned.nothingOwed')}</span>
            {data.owed > 0 ? <strong className={classes.amount}>{money(data.owed)}</strong> : null}
          </p>
          {data.credit > 0 ? (
            <p className={classes.credit}>
              <Icon name="info" size={20} />
              <span>{t('owned.credit', { amount: money(data.credit) })}</span>
            </p>
          ) : null}
          {data.owed > 0 ? <ToPay /> : null}
        </section>
      ) : null}
      {data && data.items.length > 0 ? <Filters items={data.items} kind={kind} /> : null}
      {data ? <Lists items={data.items} kind={kind} /> : null}
      {!data && query.isError ? <NotLoaded title={t('owned.failed')} query={query} /> : null}
      {!data && !query.isError ? (
        <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
          <Skeleton size="block" width="full" />
          <Skeleton width="half" />
          <Skeleton width="half" />
          <Skeleton width="half" />
        </div>
      ) : null}
    </Page>
  );
}

/** To where invoices are chosen and paid; to their details, where the centre takes no payments. */
function ToPay() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  return pageRules.payment.isPaymentActive ? (
    <ButtonLink to="/pay" isWide>
      {t('owned.pay')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/invoices" search={{ filter: 'unpaid' }} isWide>
      {t('owned.toInvoices')}
    </ButtonLink>
  );
}

/** Only what there is something of. */
function Filters({ items, kind }: { items: readonly WalletItem[]; kind: WalletKind | undefined }) {
  const { t } = useTexts();
  const there = walletKinds.filter((one) => items.some((item) => item.kind === one));
  if (there.length < 2) return null;
  return (
    <FilterChips
      label={t('owned.filter')}
      choices={[
        { filter: undefined, text: t('owned.all') },
        ...there.map((one) => ({ filter: one, text: t(`owned.kinds.${one}`) })),
      ]}
      chosen={kind}
      link={({ key, ...chip }) => <ChipLink key={key} to="/purchases" {...chip} />}
      className={classes.filters}
    />
  );
}

function Lists({ items, kind }: { items: readonly WalletItem[]; kind: WalletKind | undefined }) {
  const { t } = useTexts();
  const shown = items.filter((item) => kind === undefined || item.kind === kind);
  if (items.length === 0)
    return <EmptyState icon="receipt" title={t('owned.none')} text={t('owned.noneText')} />;
  if (shown.length === 0) return <p className={classes.nothing}>{t('owned.noneOfKind')}</p>;
  return (
    <>
      {[true, false].map((isValid) => {
        const part = shown.filter((item) => item.isValid === isValid);
        if (part.length === 0) return null;
        const id = isValid ? 'owned-valid' : 'owned-past';
        return (
          <section key={id} className={classes.part} aria-labelledby={id}>
            <h2 id={id} className={classes.heading}>
              {t(isValid ? 'owned.valid' : 'owned.past')}
            </h2>
            <ul className={classes.rows}>
              {part.map((item) => (
                <li key={`${item.kind} ${item.id}`}>
                  <WalletRow item={item} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
