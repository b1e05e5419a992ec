import type { Language } from '#shared/kernel/language.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import type { PaymentStatus, RefundStatus } from '#shared/payments/domain.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

interface DemoAttempt {
  readonly status: PaymentStatus;
  readonly method: PaymentMethod;
  /** Of the country's list, from its front; cards have none. */
  readonly bankIndex: number | null;
  readonly minutesLater: number;
  /** Nothing was to be paid any more: the money is credit. */
  readonly isCredit?: boolean;
  readonly refunds?: readonly { readonly share: number; readonly status: RefundStatus }[];
}

export interface DemoSale {
  readonly names: Readonly<Record<Language, string>>;
  readonly cents: number;
  readonly daysAgo: number;
  /** The demo member's own; somebody else's otherwise. */
  readonly isMembers: boolean;
  readonly attempts: readonly DemoAttempt[];
}

const bank = 'paymentInitiation';
const card = 'cardPayments';

/** Invoices with every way a payment may go. What is open is not due yet, so that nobody is in debt for it. */
const demoSales: readonly DemoSale[] = [
  {
    names: { et: 'Jooksmise algkursus', en: 'Running for beginners', lv: 'Skriešanas pamatkurss' },
    cents: 8900,
    daysAgo: 12,
    isMembers: false,
    attempts: [
      { status: 'ABANDONED', method: bank, bankIndex: 0, minutesLater: 4 },
      { status: 'PAID', method: bank, bankIndex: 2, minutesLater: 60 },
    ],
  },
  {
    names: { et: 'Nõustamine', en: 'Consultation', lv: 'Konsultācija' },
    cents: 3500,
    daysAgo: 9,
    isMembers: false,
    attempts: [
      { status: 'PAID', method: bank, bankIndex: 1, minutesLater: 3 },
      {
        status: 'REFUNDED',
        method: bank,
        bankIndex: 0,
        minutesLater: 2,
        isCredit: true,
        refunds: [{ share: 1, status: 'SUCCESSFUL' }],
      },
    ],
  },
  {
    names: { et: 'Esmane hindamine', en: 'First assessment', lv: 'Sākotnējais novērtējums' },
    cents: 2400,
    daysAgo: 8,
    isMembers: false,
    attempts: [
      { status: 'PAID', method: card, bankIndex: null, minutesLater: 5 },
      {
        status: 'PARTIALLY_REFUNDED',
        method: card,
        bankIndex: null,
        minutesLater: 6,
        isCredit: true,
        refunds: [
          { share: 0.5, status: 'SUCCESSFUL' },
          { share: 0.5, status: 'REJECTED' },
          { share: 0.25, status: 'CANCELED' },
          { share: 0.25, status: 'PROCESSING' },
        ],
      },
    ],
  },
  {
    names: { et: 'Tundide sari', en: 'Series of classes', lv: 'Nodarbību sērija' },
    cents: 5200,
    daysAgo: 1,
    isMembers: false,
    attempts: [{ status: 'AUTHORIZED', method: bank, bankIndex: 3, minutesLater: 7 }],
  },
  {
    names: { et: 'Riidekapi võti', en: 'Key of a locker', lv: 'Skapīša atslēga' },
    cents: 1200,
    daysAgo: 2,
    isMembers: true,
    attempts: [{ status: 'VOIDED', method: card, bankIndex: null, minutesLater: 5 }],
  },
  {
    names: { et: 'Jooksutehnika tund', en: 'Lesson in running', lv: 'Skriešanas tehnikas nodarbība' },
    cents: 4500,
    daysAgo: 1,
    isMembers: true,
    attempts: [{ status: 'ABANDONED', method: bank, bankIndex: 0, minutesLater: 9 }],
  },
  {
    names: { et: 'Venitusrull', en: 'Foam roller', lv: 'Masāžas rullis' },
    cents: 1990,
    daysAgo: 0,
    isMembers: false,
    attempts: [{ status: 'PENDING', method: bank, bankIndex: 1, minutesLater: 1 }],
  },
];

type Names = DemoSale['names'];
const named = (et: string, en: string, lv: string): Names => ({ et, en, lv });

/** What the course, the lesson and the thing among the sales are called where they are not of running. */
const own: Readonly<Partial<Record<TenantKind, readonly [course: Names, lesson: Names, thing: Names]>>> = {
  gymChain: [
    named('Jõutreeningu algkursus', 'Strength for beginners', 'Spēka treniņu pamatkurss'),
    named('Tehnikatund kangiga', 'Lesson with the barbell', 'Tehnikas stunda ar stieni'),
    named('Tõstevöö', 'Lifting belt', 'Svarcelšanas josta'),
  ],
  golfClub: [
    named('Rohelise kaardi kursus', 'Green card course', 'Zaļās kartes kurss'),
    named('Videoanalüüs treeneriga', 'Swing on video with the pro', 'Sitiena videoanalīze'),
    named('Golfipallid, 12 tk', 'Golf balls, 12', 'Golfa bumbiņas, 12 gab.'),
  ],
  tennisClub: [
    named('Tennise algkursus', 'Tennis for beginners', 'Tenisa pamatkurss'),
    named('Servitund', 'Lesson in serving', 'Serves stunda'),
    named('Tennisepallid, 4 tk', 'Tennis balls, 4', 'Tenisa bumbiņas, 4 gab.'),
  ],
  climbingHall: [
    named('Köieronimise kursus', 'Rope climbing course', 'Virves kāpšanas kurss'),
    named('Tehnikatund seinal', 'Lesson on the wall', 'Tehnikas stunda pie sienas'),
    named('Magneesium', 'Chalk', 'Magnēzijs'),
  ],
  spa: [
    named('Näohoolduspäev', 'Day of face care', 'Sejas kopšanas diena'),
    named('Aroomimassaaž', 'Aroma massage', 'Aromātiskā masāža'),
    named('Mesikoorija', 'Honey scrub', 'Medus skrubis'),
  ],
  swimmingPool: [
    named('Ujumise algkursus', 'Swimming for beginners', 'Peldēšanas pamatkurss'),
    named('Krooli tehnikatund', 'Lesson in crawl', 'Kraula tehnikas stunda'),
    named('Ujumisprillid', 'Swimming goggles', 'Peldbrilles'),
  ],
  yogaStudio: [
    named('Jooga algkursus', 'Yoga for beginners', 'Jogas pamatkurss'),
    named('Eratund õpetajaga', 'Private class', 'Privātstunda ar skolotāju'),
    named('Joogamatt', 'Yoga mat', 'Jogas paklājiņš'),
  ],
  pilatesStudio: [
    named('Reformeri algkursus', 'Reformer for beginners', 'Reformera pamatkurss'),
    named('Rühi hindamine', 'Posture check', 'Stājas pārbaude'),
    named('Libisemiskindlad sokid', 'Grip socks', 'Neslīdošas zeķes'),
  ],
  danceStudio: [
    named('Salsa algkursus', 'Salsa for beginners', 'Salsas pamatkurss'),
    named('Eratund paarile', 'Private class for two', 'Privātstunda pārim'),
    named('Tantsusussid', 'Dance shoes', 'Deju kurpes'),
  ],
};

/** The sales of a kind of centre. */
export function salesOf(kind: TenantKind): readonly DemoSale[] {
  const [course, lesson, thing] = own[kind] ?? [];
  const places = new Map([
    [0, course],
    [demoSales.length - 2, lesson],
    [demoSales.length - 1, thing],
  ]);
  return demoSales.map((sale, index) => ({ ...sale, names: places.get(index) ?? sale.names }));
}

/** Code and name, as the provider lists them. */
export const demoBanks = {
  EE: [
    ['HABAEE2X', 'Swedbank'],
    ['EEUHEE2X', 'SEB'],
    ['LHVBEE22', 'LHV'],
    ['RIKOEE22', 'Luminor'],
  ],
  LV: [
    ['HABALV22', 'Swedbank'],
    ['UNLALV2X', 'SEB'],
    ['PARXLV22', 'Citadele'],
    ['RIKOLV2X', 'Luminor'],
  ],
} as const;
