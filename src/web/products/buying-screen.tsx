import { Navigate } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import type { CodeEffect } from '#shared/campaigns/contract.ts';
import type { Price, Product } from '#shared/products/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useClaims, useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import classes from './buying-screen.module.css';
import { BuyingForm } from './components/buying-form.tsx';
import { saleKeys, soldKindOf, useSaleLabels } from './components/sale-labels.ts';
import { priceIn, useProductForSale } from './queries.ts';

interface CodeFieldProps {
  productId: number;
  clubId: number;
  onChange: (effect: CodeEffect | null) => void;
}

interface BuyingScreenProps {
  /** Visitors say who they are, members are known. */
  area: 'visitor' | 'member';
  /** `id` of the address: a product. */
  productId: number | undefined;
  /** `unit` of the address: a club. */
  unit: number | undefined;
  /** The field of a campaign code, which the address brings along. */
  CodeField: ComponentType<CodeFieldProps>;
}

/**
 * Buying one ticket or voucher, with an account or without (specification point 2, `/public/tickets/buy`,
 * `/purchase/ticket`).
 */
export function BuyingScreen({ area, productId, unit, CodeField }: BuyingScreenProps) {
  const { t } = useTexts();
  const isSelling = useStartContext().pageRules.payment.isPaymentActive;
  const { product, isLoaded, error, isFetching, refetch } = useProductForSale(productId, isSelling);
  const back = (
    <IconLink
      to="/public/tickets"
      search={{ ...(unit !== undefined && { unit }) }}
      label={t('tickets.toTickets')}
    >
      <Icon name="chevronLeft" />
    </IconLink>
  );
  // Nothing was chosen: what there is to choose from stands in the list.
  if (productId === undefined) {
    return <Navigate to="/public/tickets" search={unit === undefined ? {} : { unit }} replace />;
  }
  if (!isSelling || (isLoaded && !product)) {
    const title = t(isSelling ? 'tickets.productGone' : 'tickets.noneForSale');
    const text = t(isSelling ? 'tickets.productGoneText' : 'tickets.noneForSaleText');
    return (
      <Page isCentred>
        <EmptyState level={1} icon="info" title={title} text={text}>
          <ButtonLink to="/public/tickets" search={{}} isWide>
            {t('tickets.toTickets')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t(saleKeys(soldKindOf(product)).buyTitle)} size="flow" back={back} />
      <div className={classes.flow}>{body()}</div>
    </Page>
  );

  function body() {
    const price = product && (priceIn(product, unit) ?? product.prices[0]);
    if (product && price) return <Buying area={area} product={product} price={price} CodeField={CodeField} />;
    if (error) {
      return (
        <ErrorState
          title={t('tickets.notLoaded')}
          text={`${errorText(error, t)} ${t('tickets.nothingCharged')}`}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={isFetching}
          onRetry={refetch}
        />
      );
    }
    return (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    );
  }
}

interface BuyingProps {
  area: 'visitor' | 'member';
  product: Product;
  price: Price;
  CodeField: ComponentType<CodeFieldProps>;
}

function Buying({ area, product, price, CodeField }: BuyingProps) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const claims = useClaims();
  const labels = useSaleLabels();
  const kind = soldKindOf(product);
  const keys = saleKeys(kind);
  const [effect, setEffect] = useState<CodeEffect | null>(null);
  const bought = `${product.id} ${price.unitId}`;
  // Another product or club may not take the same code: its field begins anew, and so does the price.
  const [codedFor, setCodedFor] = useState(bought);
  if (codedFor !== bought) {
    setCodedFor(bought);
    setEffect(null);
  }
  const { configuration } = useStartContext();
  const clubName = configuration.clubs.find(({ id }) => id === price.unitId)?.name ?? '';
  const { visits, description, name } = product;
  return (
    <>
      <section>
        <h2 className={classes.name}>{name}</h2>
        {description === '' ? null : <p className={classes.text}>{description}</p>}
        <Clubs area={area} product={product} chosen={price.unitId} />
        <dl className={classes.facts}>
          <Fact label={t('tickets.whatClub')} value={clubName} />
          <Fact label={t(keys.uses)} value={visits === null ? t('tickets.unlimited') : String(visits)} />
          <Fact label={t('tickets.whatValidity')} value={labels.terms(product)} />
          {area === 'member' && claims ? (
            <Fact label={t(keys.holder)} value={`${claims.firstName} ${claims.lastName}`} />
          ) : null}
        </dl>
      </section>
      {area === 'visitor' && isMember ? (
        <>
          <p className={classes.text}>{t('tickets.memberBuys')}</p>
          <ButtonLink to="/purchase/ticket" search={{ id: product.id, unit: price.unitId }} isWide>
            {t('tickets.buyAsMember')}
          </ButtonLink>
        </>
      ) : (
        <>
          <CodeField key={bought} productId={product.id} clubId={price.unitId} onChange={setEffect} />
          <BuyingForm
            kind={kind}
            product={product}
            price={price}
            isMember={area === 'member'}
            effect={effect}
          />
        </>
      )}
    </>
  );
}

/** Where it is bought for: a price belongs to a club. */
function Clubs({ area, product, chosen }: { area: 'visitor' | 'member'; product: Product; chosen: number }) {
  const { t } = useTexts();
  const { configuration } = useStartContext();
  if (product.prices.length < 2) return null;
  const here = area === 'member' ? '/purchase/ticket' : '/public/tickets/buy';
  return (
    <nav className={classes.clubs} aria-label={t('tickets.club')}>
      {product.prices.map(({ unitId }) => (
        <ChipLink
          key={unitId}
          to={here}
          search={{ id: product.id, unit: unitId }}
          replace
          resetScroll={false}
          isSelected={unitId === chosen}
          aria-current={unitId === chosen ? 'true' : undefined}
        >
          {configuration.clubs.find(({ id }) => id === unitId)?.name ?? unitId}
        </ChipLink>
      ))}
    </nav>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}
