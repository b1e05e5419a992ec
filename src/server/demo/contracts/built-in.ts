import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { PackageTerms } from '#shared/contracts/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { ProductCategory } from '#shared/products/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** A package a centre makes contracts of. Prices in cents for a period, VAT included. */
export interface DemoPackage extends PackageTerms {
  readonly names: Translations;
  readonly descriptions: Translations;
  readonly category: ProductCategory;
  readonly priceCents: number;
  readonly priceOnlineCents: number | null;
  readonly hasJoiningFee: boolean;
  readonly benefits: readonly Benefit[];
}

const texts = (et: string, en: string, lv: string): Translations => ({ et, en, lv });

const benefit = (clientType: Benefit['clientType'], of: Partial<Benefit> = {}): Benefit => ({
  clientType,
  clubIds: [],
  weekdays: [],
  from: null,
  until: null,
  visits: null,
  ...of,
});
const workdays = [1, 2, 3, 4, 5];
const month: PackageTerms = {
  periodMonths: 1,
  termMonths: null,
  renews: false,
  bindingMonths: 0,
  anchor: 'start',
};

/** One of each kind of terms: without an end, for a year and on, mornings only, counted visits, the gym alone. */
export const demoPackages: readonly DemoPackage[] = [
  {
    ...month,
    names: texts('Kuupakett', 'Monthly package', 'Mēneša abonements'),
    descriptions: texts(
      'Kõik rühmatrennid ja jõusaal. Tähtajatu, lõpetad millal tahad.',
      'All group trainings and the gym. Without an end, yours to end at any time.',
      'Visas grupu nodarbības un trenažieru zāle. Beztermiņa, izbeidzat, kad vēlaties.',
    ),
    category: 'webapp_fitness',
    priceCents: 5900,
    priceOnlineCents: 5500,
    hasJoiningFee: true,
    benefits: [benefit('groupTraining'), benefit('gym')],
  },
  {
    ...month,
    anchor: 'first',
    termMonths: 12,
    renews: true,
    bindingMonths: 12,
    names: texts('Aastapakett', 'Yearly package', 'Gada abonements'),
    descriptions: texts(
      'Kõik trennid, jõusaal ja bassein aastaks, makstes kuu kaupa. Pikeneb ise.',
      'All trainings, the gym and the pool for a year, paid by the month. Renews automatically.',
      'Visas nodarbības, trenažieru zāle un baseins uz gadu, maksājot katru mēnesi. Pagarinās pats.',
    ),
    category: 'webapp_fitness',
    priceCents: 4500,
    priceOnlineCents: null,
    hasJoiningFee: false,
    benefits: [benefit('groupTraining'), benefit('gym'), benefit('pool')],
  },
  {
    ...month,
    bindingMonths: 3,
    names: texts('Hommikupakett', 'Morning package', 'Rīta abonements'),
    descriptions: texts(
      'Trennid ja jõusaal tööpäeviti enne kella 15. Siduvus kolm kuud.',
      'Trainings and the gym on workdays before 15:00. Bound for three months.',
      'Nodarbības un trenažieru zāle darba dienās pirms plkst. 15. Saistības uz trim mēnešiem.',
    ),
    category: 'webapp_fitness',
    priceCents: 3500,
    priceOnlineCents: null,
    hasJoiningFee: true,
    benefits: [
      benefit('groupTraining', { weekdays: workdays, until: '15:00' }),
      benefit('gym', { weekdays: workdays, until: '15:00' }),
    ],
  },
  {
    ...month,
    periodMonths: 3,
    names: texts('Pilatese kvartal', 'Pilates for a quarter', 'Pilates uz ceturksni'),
    descriptions: texts(
      'Kaheksa pilatese trenni kvartalis, makstes kvartali kaupa.',
      'Eight pilates trainings a quarter, paid by the quarter.',
      'Astoņas pilates nodarbības ceturksnī, maksājot par ceturksni.',
    ),
    category: 'webapp_pilates',
    priceCents: 7900,
    priceOnlineCents: null,
    hasJoiningFee: false,
    benefits: [benefit('groupTraining', { visits: 8 })],
  },
  {
    ...month,
    names: texts('Jõusaalipakett', 'Gym package', 'Trenažieru zāles abonements'),
    descriptions: texts(
      'Jõusaal igal ajal. Rühmatrennid piletiga.',
      'The gym at any time. Group trainings by ticket.',
      'Trenažieru zāle jebkurā laikā. Grupu nodarbības ar biļeti.',
    ),
    category: 'webapp_fitness',
    priceCents: 3900,
    priceOnlineCents: null,
    hasJoiningFee: false,
    benefits: [benefit('gym')],
  },
  {
    ...month,
    names: texts('Reformeristuudio', 'Reformer studio', 'Reformera studija'),
    descriptions: texts(
      'Stuudio omal käel harjutamiseks.',
      'The studio for training on one’s own.',
      'Studija patstāvīgiem treniņiem.',
    ),
    category: 'webapp_pilates',
    priceCents: 2900,
    priceOnlineCents: null,
    hasJoiningFee: false,
    benefits: [benefit('other')],
  },
];

export const joiningFee = {
  names: texts('Liitumistasu', 'Joining fee', 'Iestāšanās maksa'),
  priceCents: 1500,
} as const;
