import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { Product } from '#shared/products/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { formatEuros, lowestPrice, priceIn, useForSale } from '../queries.ts';
import classes from './for-sale.module.css';
import { useSaleLabels } from './sale-labels.ts';

interface ForSaleProps {
  /** `unit` of the address. */
  unit: number | undefined;
}

/** The tickets that can be bought, in one club or all. */
export function TicketsForSale({ unit }: ForSaleProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const { pageRules } = useStartContext();
  return (
    <section aria-label={t('tickets.forSale')}>
      {pageRules.payment.isPaymentActive ? (
        <h2 className={isMember ? classes.title : 'visually-hidden'}>{t('tickets.forSale')}</h2>
      ) : null}
      <Tickets unit={unit} />
    </section>
  );
}

/** The vouchers that can be bought below the tickets; nothing where there are none. */
export function VouchersForSale({ unit }: ForSaleProps) {
  const { t } = useTexts();
  const { isPaymentActive } = useStartContext().pageRules.payment;
  const { data = [] } = useForSale('voucher', isPaymentActive);
  const { isPending } = useForSale('ticket', isPaymentActive);
  const section = useRef<HTMLElement>(null);
  const isLinked = useLocation({ select: ({ hash }) => hash === 'vouchers' });
  const shown = inClub(data, unit);
  const isThere = shown.length > 0 && !isPending;
  // Whoever is led here is led on to their place when what stands above them has come.
  useLayoutEffect(() => {
    if (isLinked && isThere) section.current?.scrollIntoView();
  }, [isLinked, isThere]);
  if (shown.length === 0) return null;
  return (
    <section ref={section} id="vouchers" className={classes.below} aria-label={t('vouchers.title')}>
      <h2 className={classes.title}>{t('vouchers.title')}</h2>
      <List products={shown} unit={unit} />
    </section>
  );
}

function inClub(products: readonly Product[], unit: number | undefined): readonly Product[] {
  return products.filter((product) => unit === undefined || priceIn(product, unit));
}

function Tickets({ unit }: ForSaleProps) {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  const isSelling = pageRules.payment.isPaymentActive;
  const query = useForSale('ticket', isSelling);
  const { data, error } = query;
  if (!isSelling || data?.length === 0) {
    return <EmptyState title={t('tickets.noneForSale')} text={t('tickets.noneForSaleText')} icon="info" />;
  }
  if (data) return <InClubs products={data} unit={unit} />;
  if (error) {
    return <NotLoaded title={t('tickets.notLoaded')} query={query} note={t('tickets.nothingCharged')} />;
  }
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[1, 2, 3].map((row) => (
        <div key={row} className={classes.skeleton}>
          <Skeleton width="half" />
          <Skeleton width="long" size="caption" />
        </div>
      ))}
    </div>
  );
}

function InClubs({ products, unit }: ForSaleProps & { products: readonly Product[] }) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  const soldIn = new Set(products.flatMap(({ prices }) => prices.map(({ unitId }) => unitId)));
  const clubs = configuration.clubs.filter(({ id }) => soldIn.has(id));
  const shown = inClub(products, unit);
  return (
    <>
      {clubs.length < 2 && unit === undefined ? null : (
        <nav className={classes.clubs} aria-label={t('tickets.club')}>
          <ChipLink to="/public/tickets" search={{}} replace isSelected={unit === undefined}>
            {t('tickets.allClubs')}
          </ChipLink>
          {clubs.map(({ id, name }) => (
            <ChipLink key={id} to="/public/tickets" search={{ unit: id }} replace isSelected={unit === id}>
              {name}
            </ChipLink>
          ))}
        </nav>
      )}
      {shown.length === 0 ? (
        <EmptyState title={t('tickets.noneInClub')} icon="info">
          <ButtonLink to="/public/tickets" search={{}} isWide>
            {t('tickets.showAllClubs')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <List products={shown} unit={unit} />
      )}
    </>
  );
}

/** Members buy with what is known of them. */
function List({ products, unit }: ForSaleProps & { products: readonly Product[] }) {
  const here = useIsMember() ? '/purchase/ticket' : '/public/tickets/buy';
  return (
    <ul className={classes.list}>
      {products.map((product) => (
        <li key={product.id}>
          <ListRowLink
            to={here}
            search={{ id: product.id, ...(unit !== undefined && { unit }) }}
            title={product.name}
            text={<Terms product={product} />}
            end={<Cost product={product} unit={unit} />}
          />
        </li>
      ))}
    </ul>
  );
}

function Terms({ product }: { product: Product }) {
  const labels = useSaleLabels();
  return (
    <>
      {labels.uses(product)}
      <br />
      {labels.terms(product)}
    </>
  );
}

/** What it costs here; where clubs differ, from what on. */
function Cost({ product, unit }: { product: Product; unit: number | undefined }) {
  const { t, language } = useTexts();
  const own = priceIn(product, unit);
  const lowest = lowestPrice(product);
  const price = own ?? lowest.price;
  if (!price) return null;
  const shown = formatEuros(price.priceOnline, language);
  const isFrom = own === undefined && lowest.isLowest;
  return (
    <span className={classes.cost}>
      <span className={classes.price}>{isFrom ? t('tickets.priceFrom', { price: shown }) : shown}</span>
      {price.price > price.priceOnline ? (
        <span className={classes.desk}>
          {t('tickets.atDesk', { price: formatEuros(price.price, language) })}
        </span>
      ) : null}
    </span>
  );
}
