import type { Product } from '#shared/products/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros, lowestPrice, priceIn, useTicketsForSale } from '#web/products/queries.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import classes from './for-sale.module.css';
import { useTicketWords } from './ticket-words.ts';

interface ForSaleProps {
  /** `unit` of the address. */
  unit: number | undefined;
  /** Members buy with what is known of them. */
  isMember: boolean;
}

/** What can be bought, in one club or all. */
export function ForSale({ unit, isMember }: ForSaleProps) {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  const isSelling = pageRules.payment.isPaymentActive;
  const { data, error, isFetching, refetch } = useTicketsForSale(isSelling);
  if (!isSelling || data?.length === 0) {
    return <EmptyState title={t('tickets.noneForSale')} text={t('tickets.noneForSaleText')} icon="info" />;
  }
  if (data) return <List products={data} unit={unit} isMember={isMember} />;
  if (error) {
    return (
      <ErrorState
        title={t('tickets.notLoaded')}
        text={`${errorText(error, t)} ${t('tickets.nothingCharged')}`}
        retryText={t('common.tryAgain')}
        retryingText={t('common.tryingAgain')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
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

function List({ products, unit, isMember }: ForSaleProps & { products: readonly Product[] }) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  const soldIn = new Set(products.flatMap(({ prices }) => prices.map(({ unitId }) => unitId)));
  const clubs = configuration.clubs.filter(({ id }) => soldIn.has(id));
  const shown = products.filter((product) => unit === undefined || priceIn(product, unit));
  const here = isMember ? '/purchase/ticket' : '/public/tickets/buy';
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
        <ul className={classes.list}>
          {shown.map((product) => (
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
      )}
    </>
  );
}

function Terms({ product }: { product: Product }) {
  const words = useTicketWords();
  return (
    <>
      {words.visits(product.visits)}
      <br />
      {words.terms(product)}
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
