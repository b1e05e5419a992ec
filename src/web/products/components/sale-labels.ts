import type { QueryClient } from '@tanstack/react-query';
import type { Product } from '#shared/products/contract.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { forSaleQuery, type SoldKind } from '../sale/queries.ts';

/** What a ticket and a voucher are called where they are bought. */
const keys = {
  ticket: {
    buyTitle: 'tickets.buyTitle',
    uses: 'tickets.whatVisits',
    holder: 'tickets.holder',
    mailHint: 'tickets.mailHint',
    phoneHint: 'tickets.phoneHint',
    privacy: 'tickets.privacy',
  },
  voucher: {
    buyTitle: 'vouchers.buyTitle',
    uses: 'vouchers.uses',
    holder: 'vouchers.holder',
    mailHint: 'vouchers.claimMailHint',
    phoneHint: 'vouchers.phoneHint',
    privacy: 'vouchers.buyPrivacy',
  },
} as const satisfies Record<SoldKind, Record<string, string>>;

const termsKeys = {
  purchase: 'tickets.fromPurchase',
  firstUse: 'tickets.fromFirstUse',
  chosen: 'tickets.fromChosen',
} as const;

/** A voucher is bought as one, anything else as a ticket. */
export function soldKindOf(product: Pick<Product, 'kind'> | undefined): SoldKind {
  return product?.kind === 'voucher' ? 'voucher' : 'ticket';
}

/** The keys of a kind's own words; what both share are the tickets'. */
export function saleKeys(kind: SoldKind) {
  return keys[kind];
}

/** What the page of a product is called: a voucher's where it is known to be one. */
export function buyingTitle(
  { queryClient, texts }: { readonly queryClient: QueryClient; readonly texts: Texts },
  productId: number | undefined,
): string {
  const { queryKey } = forSaleQuery('voucher');
  const product = queryClient.getQueryData(queryKey)?.find(({ id }) => id === productId);
  return texts.t(keys[soldKindOf(product)].buyTitle);
}

/** What is for sale in the words of the page's language. */
export function useSaleLabels() {
  const { t } = useTexts();
  return {
    /** "10 külastust", "10 korda", or that there is no limit. */
    uses: ({ visits, kind }: Product) => {
      if (visits === null) return t('tickets.unlimited');
      return t(kind === 'voucher' ? 'vouchers.usesCount' : 'tickets.visits', { count: visits });
    },
    /** How long it will hold, and from when. */
    terms: ({ startMode, validUnit, validCount }: Product) =>
      t(termsKeys[startMode], { length: t(`tickets.${validUnit}`, { count: validCount }) }),
  };
}
