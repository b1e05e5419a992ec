import type { PriceEffect } from '#shared/campaigns/domain.ts';
import type { Language } from '#shared/kernel/language.ts';

/** A campaign of every demo centre; days count from today. */
export interface DemoCampaign {
  readonly code: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly effect: PriceEffect;
  /** Cents, or percents. */
  readonly value: number;
  readonly fromDay: number;
  /** Null: without end. */
  readonly untilDay: number | null;
  readonly places: number | null;
  /** So many have bought with it. */
  readonly redeemed: number;
  /** Only for the first voucher product. */
  readonly isForFirstProduct?: true;
  /** Only in the first club. */
  readonly isForFirstClub?: true;
  readonly isOncePerClient?: true;
  readonly isActive?: false;
}

/** Every effect and every state. */
export const demoCampaigns: readonly DemoCampaign[] = [
  {
    code: 'SOBER-10',
    names: { et: 'Sõbralt sõbrale', en: 'From friend to friend', lv: 'No drauga draugam' },
    effect: 'percent',
    value: 10,
    fromDay: -30,
    untilDay: null,
    places: 200,
    redeemed: 1,
  },
  {
    code: 'VIIS-EUROT',
    names: { et: 'Viis eurot vähem', en: 'Five euros off', lv: 'Par pieciem eiro mazāk' },
    effect: 'subtract',
    value: 500,
    fromDay: -10,
    untilDay: 50,
    places: null,
    redeemed: 0,
    isOncePerClient: true,
  },
  {
    code: 'ALGUS-19',
    names: { et: 'Hea algus', en: 'A good start', lv: 'Labs sākums' },
    effect: 'set',
    value: 1900,
    fromDay: -5,
    untilDay: 25,
    places: 30,
    redeemed: 0,
  },
  {
    code: 'AITAH',
    names: { et: 'Kust meist kuulsid', en: 'Where you heard of us', lv: 'Kā par mums uzzinājāt' },
    effect: 'none',
    value: 0,
    fromDay: -60,
    untilDay: null,
    places: null,
    redeemed: 0,
  },
  {
    code: 'KAHELE-50',
    names: { et: 'Kahele poole hinnaga', en: 'Half price for two', lv: 'Diviem par puscenu' },
    effect: 'percent',
    value: 50,
    fromDay: -20,
    untilDay: 20,
    places: 2,
    redeemed: 2,
    isForFirstProduct: true,
  },
  {
    code: 'SUVI-15',
    names: { et: 'Suvehind', en: 'Summer price', lv: 'Vasaras cena' },
    effect: 'percent',
    value: 15,
    fromDay: -150,
    untilDay: -60,
    places: null,
    redeemed: 0,
  },
  {
    code: 'UUSAASTA-20',
    names: { et: 'Uue aasta hoog', en: 'New year, new pace', lv: 'Jaunā gada temps' },
    effect: 'percent',
    value: 20,
    fromDay: 35,
    untilDay: 70,
    places: 100,
    redeemed: 0,
  },
  {
    code: 'KODUKLUBI',
    names: { et: 'Koduklubi hind', en: 'Home club price', lv: 'Mājas kluba cena' },
    effect: 'subtract',
    value: 1000,
    fromDay: -15,
    untilDay: 120,
    places: 50,
    redeemed: 0,
    isForFirstClub: true,
  },
  {
    code: 'PAUS-30',
    names: { et: 'Peatatud kampaania', en: 'Paused campaign', lv: 'Apturēta kampaņa' },
    effect: 'percent',
    value: 30,
    fromDay: -90,
    untilDay: null,
    places: null,
    redeemed: 0,
    isActive: false,
  },
];
