import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Language } from '#shared/kernel/language.ts';

export interface DemoArticle {
  readonly names: Readonly<Record<Language, string>>;
  readonly cents: number;
  readonly vatKind: VatKind;
  /** Bought several at once. */
  readonly isCounted?: boolean;
}

/** What people of any centre have on their invoices. */
export const demoArticles: readonly DemoArticle[] = [
  {
    names: {
      et: 'Kuupakett, piiramatu',
      en: 'Monthly package, unlimited',
      lv: 'Mēneša abonements, neierobežots',
    },
    cents: 6800,
    vatKind: 'standard',
  },
  {
    names: { et: 'Kuupakett, hommikune', en: 'Monthly package, mornings', lv: 'Mēneša abonements, rīta' },
    cents: 4900,
    vatKind: 'standard',
  },
  {
    names: { et: '10 korra kaart', en: 'Ten visits', lv: '10 apmeklējumu karte' },
    cents: 7240,
    vatKind: 'standard',
  },
  {
    names: { et: 'Personaaltreening', en: 'Personal training', lv: 'Personālais treniņš' },
    cents: 4500,
    vatKind: 'standard',
    isCounted: true,
  },
  {
    names: { et: 'Ühekordne külastus', en: 'Single visit', lv: 'Vienreizējs apmeklējums' },
    cents: 990,
    vatKind: 'standard',
    isCounted: true,
  },
  {
    names: { et: 'Liitumistasu', en: 'Joining fee', lv: 'Iestāšanās maksa' },
    cents: 1500,
    vatKind: 'standard',
  },
  {
    names: { et: 'Hoiukapi rent, kuu', en: 'Locker, one month', lv: 'Skapīša noma, mēnesis' },
    cents: 800,
    vatKind: 'standard',
  },
  {
    names: {
      et: 'Treeninglaagri majutus',
      en: 'Room at the training camp',
      lv: 'Naktsmītne treniņu nometnē',
    },
    cents: 5600,
    vatKind: 'reduced',
    isCounted: true,
  },
];

/** Who pays for somebody else; invented, as all of them. */
export const demoEmployers = {
  EE: {
    name: 'Kaskede Büroo OÜ',
    registryCode: '19005290',
    vatNumber: 'EE199060114',
    address: 'Metsakaare 5, Tallinn',
    email: 'arved@kaskede.test',
  },
  LV: {
    name: 'Bērzu Birojs SIA',
    registryCode: '40990097023',
    vatNumber: 'LV40990097023',
    address: 'Meža iela 5, Rīga',
    email: 'rekini@berzi.test',
  },
} as const;

export const creditReasons: Readonly<Record<Language, string>> = {
  et: 'Trenn jäi ära',
  en: 'The training was cancelled',
  lv: 'Treniņš nenotika',
};
