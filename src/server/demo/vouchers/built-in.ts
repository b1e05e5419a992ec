import type { Language } from '#shared/kernel/language.ts';
import type { ClientType } from '#shared/products/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** What every demo centre sells as vouchers. */
export interface VoucherProduct {
  readonly names: Translations;
  readonly descriptions: Translations;
  /** What they are used for. */
  readonly clientType: ClientType;
  readonly uses: number;
  readonly priceCents: number;
  readonly months: number;
  readonly isShareable: boolean;
}

export const voucherProducts = [
  {
    names: { et: 'Sõbrakaart', en: 'Friends voucher', lv: 'Draugu karte' },
    descriptions: {
      et: 'Kümme külastust, mida saad ka ükshaaval sõpradele kinkida.',
      en: 'Ten visits, which you can also give to friends one by one.',
      lv: 'Desmit apmeklējumi, kurus varat arī pa vienam uzdāvināt draugiem.',
    },
    clientType: 'other',
    uses: 10,
    priceCents: 8500,
    months: 6,
    isShareable: true,
  },
  {
    names: { et: 'Tutvumiskaart', en: 'First steps voucher', lv: 'Iepazīšanās karte' },
    descriptions: {
      et: 'Kolm rühmatrenni uuele inimesele.',
      en: 'Three group trainings for somebody new.',
      lv: 'Trīs grupu treniņi kādam jaunam.',
    },
    clientType: 'groupTraining',
    uses: 3,
    priceCents: 2400,
    months: 3,
    isShareable: false,
  },
] as const satisfies readonly VoucherProduct[];

/** Who claimed a shared use of the demo member's. */
export const claimerNames: Readonly<Record<Language, readonly [string, string]>> = {
  et: ['Kadri Lepik', 'Joosep Mänd'],
  en: ['Grace Miller', 'Owen Hart'],
  lv: ['Elīna Kalna', 'Rihards Bērzs'],
};

/** What uses were for. */
export const useNotes: Readonly<Record<Language, readonly string[]>> = {
  et: ['Külastus vastuvõtus', 'Hommikune trenn'],
  en: ['Visit at the desk', 'Morning training'],
  lv: ['Apmeklējums reģistratūrā', 'Rīta treniņš'],
};

export const correctionNotes: Readonly<Record<Language, string>> = {
  et: 'Parandus: külastus jäi kirja panemata',
  en: 'Correction: a visit had not been written down',
  lv: 'Labojums: apmeklējums nebija ierakstīts',
};

/** Why one was withdrawn. */
export const revokingNotes: Readonly<Record<Language, string>> = {
  et: 'Anti kogemata kaks korda',
  en: 'Given twice by mistake',
  lv: 'Kļūdas dēļ piešķirta divreiz',
};
