import type { VatKind } from '#shared/invoices/vat/domain.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { TenantKind } from '#shared/tenants/domain.ts';

export interface DemoArticle {
  readonly names: Readonly<Record<Language, string>>;
  readonly cents: number;
  readonly vatKind: VatKind;
  /** Bought several at once. */
  readonly isCounted?: boolean;
}

/** What is on invoices of any centre beside what it sells. */
export const commonArticles: readonly DemoArticle[] = [
  {
    names: { et: 'Hoiukapi rent, kuu', en: 'Locker, one month', lv: 'Skapīša noma, mēnesis' },
    cents: 800,
    vatKind: 'standard',
  },
];

/** With a night's sleep, which is taxed less. */
export const nights: Readonly<Partial<Record<TenantKind, DemoArticle>>> & { readonly other: DemoArticle } = {
  spa: {
    names: { et: 'Ööbimine külalistemajas', en: 'Night at the guest house', lv: 'Nakšņošana viesu namā' },
    cents: 7900,
    vatKind: 'reduced',
    isCounted: true,
  },
  golfClub: {
    names: { et: 'Ööbimine klubimajas', en: 'Night at the clubhouse', lv: 'Nakšņošana kluba namā' },
    cents: 6900,
    vatKind: 'reduced',
    isCounted: true,
  },
  other: {
    names: {
      et: 'Laagri majutus',
      en: 'Room at the camp',
      lv: 'Naktsmītne nometnē',
    },
    cents: 5600,
    vatKind: 'reduced',
    isCounted: true,
  },
};

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
  et: 'Broneeritud aeg jäi ära',
  en: 'What was booked did not take place',
  lv: 'Rezervētais nenotika',
};
