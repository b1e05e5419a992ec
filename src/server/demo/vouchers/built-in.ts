import type { Language } from '#shared/kernel/language.ts';
import type { ClientType } from '#shared/products/domain.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

type Translations = Readonly<Record<Language, string>>;

/** A voucher that centres of some kind sell. */
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

const friends: VoucherProduct = {
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
};
const firstSteps: VoucherProduct = {
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
};

type Vouchers = readonly [friends: VoucherProduct, firstSteps: VoucherProduct];

/** The same two under names of their own: one to share with friends, one to begin with. */
function vouchers(
  first: Pick<VoucherProduct, 'names' | 'descriptions' | 'priceCents'>,
  second: Pick<VoucherProduct, 'names' | 'descriptions' | 'priceCents'>,
): Vouchers {
  return [
    { ...friends, ...first },
    { ...firstSteps, ...second },
  ];
}

const classes = (friendsCents: number, firstCents: number): Vouchers =>
  vouchers(
    {
      ...friends,
      descriptions: {
        et: 'Kümme tundi, mida saad ka ükshaaval sõpradele kinkida.',
        en: 'Ten classes, which you can also give to friends one by one.',
        lv: 'Desmit nodarbības, kuras varat arī pa vienai uzdāvināt draugiem.',
      },
      priceCents: friendsCents,
    },
    {
      ...firstSteps,
      descriptions: {
        et: 'Kolm tundi uuele inimesele.',
        en: 'Three classes for somebody new.',
        lv: 'Trīs nodarbības kādam jaunam.',
      },
      priceCents: firstCents,
    },
  );

/** What centres of a kind sell as vouchers. */
export const voucherProducts: Readonly<Record<TenantKind, Vouchers>> = {
  sportsCentre: [friends, firstSteps],
  gymChain: vouchers({ ...friends, priceCents: 7900 }, { ...firstSteps, priceCents: 1900 }),
  swimmingPool: vouchers(
    {
      names: { et: 'Perekaart', en: 'Family card', lv: 'Ģimenes karte' },
      descriptions: {
        et: 'Kümme ujumist kogu perele. Jaga korrad pereliikmetele ükshaaval.',
        en: 'Ten swims for the whole family, to be given out one by one.',
        lv: 'Desmit peldējumi visai ģimenei, ko var izdalīt pa vienam.',
      },
      priceCents: 6900,
    },
    {
      names: { et: 'Esimene kord vees', en: 'First time in the water', lv: 'Pirmoreiz ūdenī' },
      descriptions: {
        et: 'Kolm ujumistundi algajale.',
        en: 'Three swimming lessons for a beginner.',
        lv: 'Trīs peldēšanas nodarbības iesācējam.',
      },
      priceCents: 3300,
    },
  ),
  golfClub: vouchers(
    {
      names: { et: 'Simulaatorikaart', en: 'Simulator card', lv: 'Simulatora karte' },
      descriptions: {
        et: 'Kümme tundi simulaatoris, mida saad ka mängukaaslasele anda.',
        en: 'Ten hours on the simulator, which you can also give to a partner.',
        lv: 'Desmit stundas simulatorā, ko varat atdot arī spēles biedram.',
      },
      priceCents: 29_000,
    },
    {
      names: { et: 'Esimesed löögid', en: 'First swings', lv: 'Pirmie sitieni' },
      descriptions: {
        et: 'Kolm rühmatundi treeneriga neile, kes alles alustavad.',
        en: 'Three group lessons with a pro for those who begin.',
        lv: 'Trīs grupas nodarbības ar treneri tiem, kas tikai sāk.',
      },
      priceCents: 7500,
    },
  ),
  tennisClub: vouchers(
    {
      names: { et: 'Väljakukaart', en: 'Court card', lv: 'Kortu karte' },
      descriptions: {
        et: 'Kümme väljakutundi, mida saad ka mängukaaslasele anda.',
        en: 'Ten court hours, which you can also give to a partner.',
        lv: 'Desmit kortu stundas, ko varat atdot arī spēles biedram.',
      },
      priceCents: 18_500,
    },
    {
      names: { et: 'Reket kätte', en: 'Pick up a racket', lv: 'Raketi rokās' },
      descriptions: {
        et: 'Kolm rühmatrenni algajale, reketi anname meie.',
        en: 'Three group trainings for a beginner, with a racket from us.',
        lv: 'Trīs grupas treniņi iesācējam, raketi iedosim mēs.',
      },
      priceCents: 4500,
    },
  ),
  climbingHall: vouchers(
    {
      ...friends,
      names: { et: 'Köiekaaslase kaart', en: 'Rope partner’s card', lv: 'Virves biedra karte' },
      priceCents: 9900,
    },
    {
      names: { et: 'Esimene ronimine', en: 'First climb', lv: 'Pirmais kāpiens' },
      descriptions: {
        et: 'Kolm korda juhendajaga, varustus on hinna sees.',
        en: 'Three times with an instructor, gear included.',
        lv: 'Trīs reizes ar instruktoru, inventārs iekļauts cenā.',
      },
      priceCents: 4200,
    },
  ),
  spa: vouchers(
    {
      names: { et: 'Kahele lõõgastuseks', en: 'Rest for two', lv: 'Atpūta diviem' },
      descriptions: {
        et: 'Kümme spaakülastust, mida saad ka ükshaaval kinkida.',
        en: 'Ten visits to the spa, which you can also give one by one.',
        lv: 'Desmit spa apmeklējumi, kurus varat uzdāvināt arī pa vienam.',
      },
      priceCents: 29_000,
    },
    {
      names: { et: 'Kolm vaikset tundi', en: 'Three quiet hours', lv: 'Trīs klusas stundas' },
      descriptions: {
        et: 'Kolm rühmatundi: jooga, meditatsioon või reformer.',
        en: 'Three classes: yoga, meditation or reformer.',
        lv: 'Trīs nodarbības: joga, meditācija vai reformers.',
      },
      priceCents: 5400,
    },
  ),
  yogaStudio: classes(11_500, 3300),
  pilatesStudio: classes(18_500, 4900),
  danceStudio: classes(9500, 2700),
  trainerPortal: vouchers({ ...friends, priceCents: 14_500 }, { ...firstSteps, priceCents: 3900 }),
};

/** Who claimed a shared use of the demo member's. */
export const claimerNames: Readonly<Record<Language, readonly [string, string]>> = {
  et: ['Kadri Lepik', 'Joosep Mänd'],
  en: ['Grace Miller', 'Owen Hart'],
  lv: ['Elīna Kalna', 'Rihards Bērzs'],
};

/** What uses were for. */
export const useNotes: Readonly<Record<Language, readonly string[]>> = {
  et: ['Külastus vastuvõtus', 'Hommikune külastus'],
  en: ['Visit at the desk', 'Morning visit'],
  lv: ['Apmeklējums recepcijā', 'Rīta apmeklējums'],
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
