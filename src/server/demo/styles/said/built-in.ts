import type { Language } from '#shared/kernel/language.ts';

type Said = Readonly<Record<Language, string>>;

/** What a style says of its trainings, to begin with. */
export interface StyleWords {
  readonly level: Said;
  readonly description: Said;
  readonly audience: Said;
  readonly belongings: Said;
}

export const said = (et: string, en: string, lv: string): Said => ({ et, en, lv });

export const anyLevel = said('igale tasemele', 'all levels', 'jebkuram līmenim');
export const medium = said('keskmine tase', 'medium level', 'vidējs līmenis');
export const easy = said('rahulik', 'gentle', 'mierīgs');
export const beginner = said('algajale', 'for beginners', 'iesācējiem');
export const forChildren = said('lastele', 'for children', 'bērniem');
export const everybody = said('kõigile', 'everybody', 'visiem');

export const shoes = said(
  'sisejalatsid, rätik, vesi',
  'indoor shoes, a towel, water',
  'telpu apavi, dvielis, ūdens',
);
export const softly = said('mugavad riided, vesi', 'comfortable clothes, water', 'ērts apģērbs, ūdens');
