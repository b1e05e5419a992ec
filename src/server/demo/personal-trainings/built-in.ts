import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** So many trainings with one's own trainer, VAT included. */
export interface PersonalPackage {
  readonly names: Translations;
  readonly descriptions: Partial<Translations>;
  readonly visits: number;
  readonly months: number;
  readonly cents: number;
  readonly isShareable: boolean;
  readonly position: number;
}

/** What one hour with a trainer is called, and what a package of five and one of ten for two cost. */
interface Hours {
  readonly five: Translations;
  readonly ten: Translations;
  readonly cents: readonly [five: number, ten: number];
}

const trainings = (five: number, ten: number): Hours => ({
  five: { et: '5 personaaltreeningut', en: 'Five personal trainings', lv: '5 personālie treniņi' },
  ten: {
    et: '10 personaaltreeningut kahele',
    en: 'Ten personal trainings for two',
    lv: '10 personālie treniņi diviem',
  },
  cents: [five, ten],
});

const hours: Readonly<Partial<Record<TenantKind, Hours>>> = {
  golfClub: {
    five: { et: '5 tundi golfitreeneriga', en: 'Five lessons with a pro', lv: '5 stundas ar golfa treneri' },
    ten: {
      et: '10 tundi golfitreeneriga kahele',
      en: 'Ten lessons with a pro for two',
      lv: '10 stundas ar golfa treneri diviem',
    },
    cents: [29_500, 52_000],
  },
  tennisClub: {
    five: { et: '5 eratundi väljakul', en: 'Five private lessons on court', lv: '5 privātstundas kortā' },
    ten: {
      et: '10 eratundi väljakul kahele',
      en: 'Ten private lessons on court for two',
      lv: '10 privātstundas kortā diviem',
    },
    cents: [21_500, 39_000],
  },
  pilatesStudio: {
    five: {
      et: '5 eratundi reformeril',
      en: 'Five private reformer sessions',
      lv: '5 privātstundas uz reformera',
    },
    ten: {
      et: '10 eratundi reformeril kahele',
      en: 'Ten private reformer sessions for two',
      lv: '10 privātstundas uz reformera diviem',
    },
    cents: [24_500, 44_000],
  },
  trainerPortal: trainings(22_500, 42_000),
};

/** What a centre of the kind sells of them, before its own level of prices. */
export function personalPackages(kind: TenantKind): readonly PersonalPackage[] {
  const { five, ten, cents } = hours[kind] ?? trainings(19_500, 36_000);
  const descriptions = {
    et: 'Saad jagada pereliikme või sõbraga.',
    en: 'Can be shared with family or a friend.',
    lv: 'Var dalīties ar ģimeni vai draugu.',
  };
  return [
    {
      names: five,
      descriptions: {},
      visits: 5,
      months: 3,
      cents: cents[0],
      isShareable: false,
      position: 300,
    },
    { names: ten, descriptions, visits: 10, months: 6, cents: cents[1], isShareable: true, position: 301 },
  ];
}
