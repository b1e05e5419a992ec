import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import { addDays } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { lastDate } from '#shared/products/validity/domain.ts';
import { priceAt } from '../prices/domain.ts';
import {
  claimerNames,
  correctionNotes,
  revokingNotes,
  useNotes,
  type VoucherProduct,
  voucherProducts,
} from './built-in.ts';

/** One line of a demo voucher's ledger, so many days ago. */
export type PlannedMovement =
  | { readonly kind: 'use'; readonly daysAgo: number; readonly note: string }
  | { readonly kind: 'correct'; readonly daysAgo: number; readonly note: string }
  | { readonly kind: 'revoke'; readonly daysAgo: number; readonly note: string }
  | { readonly kind: 'link'; readonly daysAgo: number; readonly becomes: 'open' }
  | {
      readonly kind: 'link';
      readonly daysAgo: number;
      readonly becomes: 'takenBack';
      readonly endedDaysAgo: number;
    }
  | {
      readonly kind: 'link';
      readonly daysAgo: number;
      readonly becomes: 'claimed';
      readonly endedDaysAgo: number;
      readonly by: string;
    };

/** A demo voucher; of the product with this index. */
export interface PlannedVoucher {
  readonly product: number;
  /** Whose: by index among the clients of the centre. */
  readonly clientIndex: number;
  readonly uses: number;
  readonly isShareable: boolean;
  readonly validFrom: string;
  readonly validUntil: string;
  readonly boughtDaysAgo: number;
  readonly movements: readonly PlannedMovement[];
}

interface Plan {
  readonly product: number;
  /** From today; the end follows from the product. */
  readonly startsInDays: number;
  readonly boughtDaysAgo: number;
  readonly movements: readonly PlannedMovement[];
}

/** What a centre sells as vouchers, at its own prices. */
export function vouchersOf(
  tenant: Pick<BuiltInTenant, 'kind' | 'priceLevel'>,
): readonly [VoucherProduct, VoucherProduct] {
  const [first, second] = voucherProducts[tenant.kind];
  const priced = (sold: VoucherProduct) => ({ ...sold, priceCents: priceAt(tenant, sold.priceCents) });
  return [priced(first), priced(second)];
}

/** The demo member's vouchers: one of every state, one of them shared in every way; another one for the trainer. */
export function planVouchers(
  today: string,
  language: Language,
  products: readonly [VoucherProduct, VoucherProduct],
  holders: { readonly member: number; readonly trainer: number },
): PlannedVoucher[] {
  const [first = '', second = ''] = claimerNames[language];
  const [atDesk = '', morning = ''] = useNotes[language];
  const use = (daysAgo: number, note: string) => ({ kind: 'use', daysAgo, note }) as const;
  const member: Plan[] = [
    {
      product: 0,
      startsInDays: -40,
      boughtDaysAgo: 40,
      movements: [
        use(35, atDesk),
        { kind: 'link', daysAgo: 30, becomes: 'claimed', endedDaysAgo: 29, by: first },
        use(20, morning),
        { kind: 'link', daysAgo: 12, becomes: 'takenBack', endedDaysAgo: 10 },
        { kind: 'link', daysAgo: 6, becomes: 'claimed', endedDaysAgo: 6, by: second },
        { kind: 'link', daysAgo: 1, becomes: 'open' },
      ],
    },
    {
      product: 1,
      startsInDays: -10,
      boughtDaysAgo: 10,
      movements: [use(8, atDesk), { kind: 'correct', daysAgo: 7, note: correctionNotes[language] }],
    },
    { product: 0, startsInDays: 12, boughtDaysAgo: 3, movements: [] },
    {
      product: 1,
      startsInDays: -50,
      boughtDaysAgo: 50,
      movements: [use(44, atDesk), use(31, morning), use(22, atDesk)],
    },
    { product: 0, startsInDays: -230, boughtDaysAgo: 230, movements: [use(200, morning)] },
    {
      product: 1,
      startsInDays: -25,
      boughtDaysAgo: 25,
      movements: [{ kind: 'revoke', daysAgo: 2, note: revokingNotes[language] }],
    },
  ];
  const trainer: Plan[] = [{ product: 0, startsInDays: -5, boughtDaysAgo: 5, movements: [] }];
  const complete =
    (clientIndex: number) =>
    ({ product, startsInDays, ...rest }: Plan): PlannedVoucher => {
      const sold = products[product] ?? products[0];
      const validFrom = addDays(today, startsInDays);
      return {
        ...rest,
        product,
        clientIndex,
        uses: sold.uses,
        isShareable: sold.isShareable,
        validFrom,
        validUntil: lastDate(validFrom, { count: sold.months, unit: 'month' }),
      };
    };
  return [...member.map(complete(holders.member)), ...trainer.map(complete(holders.trainer))];
}
