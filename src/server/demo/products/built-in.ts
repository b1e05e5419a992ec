import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ClientType, ProductCategory } from '#shared/products/domain.ts';
import type { StartMode, ValidUnit } from '#shared/products/validity/domain.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** A ticket a centre of some kind sells. Prices in cents, VAT included. */
export interface DemoProduct {
  readonly names: Translations;
  readonly descriptions: Translations | null;
  readonly clientType: ClientType;
  readonly category: ProductCategory;
  readonly visits: number | null;
  readonly validCount: number;
  readonly validUnit: ValidUnit;
  readonly startMode: StartMode;
  readonly priceCents: number;
  readonly priceOnlineCents: number | null;
  /** Sold in the first club alone. */
  readonly isInOneClub: boolean;
  readonly isActive: boolean;
  /** Sold only where this is taught. */
  readonly style?: StyleKey;
}

type Rest = Partial<Omit<DemoProduct, 'names' | 'descriptions' | 'visits' | 'priceCents'>> & {
  readonly valid: readonly [number, ValidUnit];
  readonly about?: readonly [et: string, en: string, lv: string];
};

/** `cents` at the desk; et, en, lv. */
function ticket(
  [et, en, lv]: readonly [string, string, string],
  visits: number | null,
  priceCents: number,
  { valid, about, ...rest }: Rest,
): DemoProduct {
  return {
    names: { et, en, lv },
    descriptions: about ? { et: about[0], en: about[1], lv: about[2] } : null,
    clientType: 'groupTraining',
    category: 'webapp_fitness',
    visits,
    validCount: valid[0],
    validUnit: valid[1],
    startMode: 'purchase',
    priceCents,
    priceOnlineCents: null,
    isInOneClub: false,
    isActive: true,
    ...rest,
  };
}

const trial = (clientType: ClientType) =>
  ticket(['Tutvumiskülastus', 'First visit', 'Iepazīšanās apmeklējums'], 1, 0, {
    valid: [2, 'week'],
    clientType,
    about: [
      'Neile, kes tulevad esimest korda.',
      'For those who come for the first time.',
      'Tiem, kas nāk pirmo reizi.',
    ],
  });

const oldOne = (clientType: ClientType) =>
  ticket(['Suvepilet 2025', 'Summer ticket 2025', 'Vasaras biļete 2025'], null, 9900, {
    valid: [3, 'month'],
    clientType,
    isActive: false,
  });

/** What halls with machines and trainings sell. */
const hall: readonly DemoProduct[] = [
  ticket(['Üks külastus', 'Single visit', 'Viens apmeklējums'], 1, 1200, {
    valid: [30, 'day'],
    priceOnlineCents: 1000,
    clientType: 'gym',
  }),
  ticket(['10 korra kaart', 'Ten-visit card', '10 apmeklējumu karte'], 10, 9500, {
    valid: [3, 'month'],
    startMode: 'firstUse',
    priceOnlineCents: 8900,
    about: [
      'Rühmatrennid ja jõusaal. Kolm kuud hakkavad lugema esimesest külastusest.',
      'Group trainings and gym. The three months begin with the first visit.',
      'Grupu treniņi un trenažieru zāle. Trīs mēnešus skaita no pirmā apmeklējuma.',
    ],
  }),
  ticket(['Kuupilet', 'Month ticket', 'Mēneša biļete'], null, 5900, {
    valid: [1, 'month'],
    startMode: 'chosen',
    clientType: 'gym',
  }),
];

const studio = (category: ProductCategory): readonly DemoProduct[] => [
  ticket(['Üks tund', 'Single class', 'Viena nodarbība'], 1, 1600, {
    valid: [2, 'week'],
    priceOnlineCents: 1400,
    category,
  }),
  ticket(['5 korra kaart', 'Five-class card', '5 nodarbību karte'], 5, 7000, {
    valid: [6, 'week'],
    startMode: 'firstUse',
    category,
  }),
  ticket(['10 korra kaart', 'Ten-class card', '10 nodarbību karte'], 10, 12900, {
    valid: [3, 'month'],
    priceOnlineCents: 11900,
    category,
  }),
  ticket(['Kuupilet', 'Month ticket', 'Mēneša biļete'], null, 11900, {
    valid: [1, 'month'],
    startMode: 'chosen',
    category,
  }),
  ticket(['Hommikukaart', 'Morning card', 'Rīta karte'], 8, 8800, {
    valid: [2, 'month'],
    category,
    isInOneClub: true,
    about: ['Tööpäeviti enne kella 12.', 'On working days before 12:00.', 'Darbdienās līdz plkst. 12.'],
  }),
  oldOne('groupTraining'),
];

/** By kind of centre, in the order they are shown. */
export const demoProducts: Readonly<Record<TenantKind, readonly DemoProduct[]>> = {
  sportsCentre: [
    ...hall,
    ticket(['Reformer, 5 korda', 'Reformer, five times', 'Reformer, 5 reizes'], 5, 9900, {
      valid: [2, 'month'],
      category: 'webapp_pilates',
      isInOneClub: true,
      style: 'reformer',
    }),
    ticket(['Seeniorikaart, kuu', 'Senior card, one month', 'Senioru karte, mēnesis'], null, 3500, {
      valid: [1, 'month'],
      startMode: 'chosen',
      clientType: 'gym',
      isInOneClub: true,
    }),
    oldOne('gym'),
  ],
  gymChain: [
    trial('gym'),
    ...hall,
    ticket(['Päevapilet', 'Day ticket', 'Dienas biļete'], null, 1500, {
      valid: [1, 'day'],
      startMode: 'chosen',
      clientType: 'gym',
      isInOneClub: true,
    }),
    oldOne('gym'),
  ],
  swimmingPool: [
    ticket(['Üks ujumine', 'One swim', 'Viens peldējums'], 1, 900, {
      valid: [30, 'day'],
      priceOnlineCents: 800,
      clientType: 'pool',
    }),
    ticket(['10 ujumist', 'Ten swims', '10 peldējumi'], 10, 7500, {
      valid: [6, 'month'],
      startMode: 'firstUse',
      clientType: 'pool',
    }),
    ticket(['Kuupilet', 'Month ticket', 'Mēneša biļete'], null, 4900, {
      valid: [1, 'month'],
      startMode: 'chosen',
      clientType: 'pool',
    }),
    ticket(['Vesiaeroobika, 5 korda', 'Aqua aerobics, five times', 'Ūdens aerobika, 5 reizes'], 5, 5500, {
      valid: [2, 'month'],
      isInOneClub: true,
    }),
    oldOne('pool'),
  ],
  golfClub: [
    ticket(['Päevane mänguõigus', 'Green fee, one day', 'Dienas spēles maksa'], 1, 6500, {
      valid: [1, 'day'],
      startMode: 'chosen',
      clientType: 'other',
      priceOnlineCents: 5900,
      about: [
        'Terve päev rajal sinu valitud kuupäeval.',
        'All day on the course, on the date you choose.',
        'Visa diena laukumā jūsu izvēlētajā datumā.',
      ],
    }),
    ticket(['Harjutusala, 10 korda', 'Practice range, ten times', 'Treniņu laukums, 10 reizes'], 10, 8000, {
      valid: [6, 'month'],
      startMode: 'firstUse',
      clientType: 'other',
    }),
    ticket(['Nädala mänguõigus', 'Green fee, one week', 'Nedēļas spēles maksa'], null, 24000, {
      valid: [1, 'week'],
      startMode: 'chosen',
      clientType: 'other',
      isInOneClub: true,
    }),
    oldOne('other'),
  ],
  tennisClub: [
    ticket(['Väljak, 1 tund', 'Court, one hour', 'Korts, 1 stunda'], 1, 2200, {
      valid: [30, 'day'],
      clientType: 'other',
      priceOnlineCents: 2000,
    }),
    ticket(['Väljak, 10 tundi', 'Court, ten hours', 'Korts, 10 stundas'], 10, 19000, {
      valid: [4, 'month'],
      startMode: 'firstUse',
      clientType: 'other',
    }),
    ticket(['Hommikune väljak, kuu', 'Morning court, one month', 'Rīta korts, mēnesis'], null, 9900, {
      valid: [1, 'month'],
      startMode: 'chosen',
      clientType: 'other',
    }),
    ticket(['Rühmatrenn, 5 korda', 'Group training, five times', 'Grupas treniņš, 5 reizes'], 5, 7500, {
      valid: [2, 'month'],
      isInOneClub: true,
    }),
    oldOne('other'),
  ],
  climbingHall: [
    ticket(['Päevapilet', 'Day ticket', 'Dienas biļete'], 1, 1400, {
      valid: [30, 'day'],
      clientType: 'gym',
      priceOnlineCents: 1200,
    }),
    ticket(['Päevapilet varustusega', 'Day ticket with gear', 'Dienas biļete ar inventāru'], 1, 2000, {
      valid: [30, 'day'],
      clientType: 'gym',
      about: ['Sussid ja rakmed.', 'Shoes and harness.', 'Apavi un sistēma.'],
    }),
    ticket(['10 korra kaart', 'Ten-visit card', '10 apmeklējumu karte'], 10, 11000, {
      valid: [6, 'month'],
      startMode: 'firstUse',
      clientType: 'gym',
    }),
    ticket(['Kuupilet', 'Month ticket', 'Mēneša biļete'], null, 6500, {
      valid: [1, 'month'],
      startMode: 'chosen',
      clientType: 'gym',
      isInOneClub: true,
    }),
    oldOne('gym'),
  ],
  spa: [
    ticket(['Spaapäev', 'Spa day', 'Spa diena'], 1, 4500, {
      valid: [1, 'day'],
      startMode: 'chosen',
      clientType: 'pool',
      priceOnlineCents: 3900,
      about: ['Basseinid ja saunad.', 'Pools and saunas.', 'Baseini un pirtis.'],
    }),
    ticket(['Hommikune spaa, 5 korda', 'Morning spa, five times', 'Rīta spa, 5 reizes'], 5, 12500, {
      valid: [3, 'month'],
      clientType: 'pool',
      isInOneClub: true,
    }),
    ticket(['Spaakuu', 'Spa month', 'Spa mēnesis'], null, 19000, {
      valid: [1, 'month'],
      startMode: 'firstUse',
      clientType: 'pool',
    }),
    oldOne('pool'),
  ],
  yogaStudio: studio('webapp_fitness'),
  pilatesStudio: studio('webapp_pilates'),
  danceStudio: studio('webapp_fitness'),
  trainerPortal: [
    trial('personalTraining'),
    ticket(['Üks rühmatrenn', 'One group training', 'Viens grupas treniņš'], 1, 1800, { valid: [2, 'week'] }),
    ticket(['5 rühmatrenni', 'Five group trainings', '5 grupas treniņi'], 5, 8000, {
      valid: [2, 'month'],
      startMode: 'firstUse',
      priceOnlineCents: 7500,
    }),
    ticket(['Kuu rühmatrenne', 'Month of group trainings', 'Mēnesis grupas treniņu'], null, 9900, {
      valid: [1, 'month'],
      startMode: 'chosen',
    }),
    ticket(['10 rühmatrenni', 'Ten group trainings', '10 grupas treniņi'], 10, 14500, {
      valid: [3, 'month'],
      isInOneClub: true,
    }),
    oldOne('groupTraining'),
  ],
};
