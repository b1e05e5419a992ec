import { dayOfWeek, daysBetween, localTime } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import { eurosToCents, formatMoney } from '#shared/kernel/money.ts';

export { formatDate } from '#shared/kernel/dates.ts';
export { formatMoney } from '#shared/kernel/money.ts';

/** Own tables, not the machine's: server and browser must write the same. Monday first. */
const weekdays: Record<Language, { long: readonly string[]; short: readonly string[] }> = {
  et: {
    long: ['esmaspäev', 'teisipäev', 'kolmapäev', 'neljapäev', 'reede', 'laupäev', 'pühapäev'],
    short: ['E', 'T', 'K', 'N', 'R', 'L', 'P'],
  },
  en: {
    long: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    short: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
  },
  lv: {
    long: ['pirmdiena', 'otrdiena', 'trešdiena', 'ceturtdiena', 'piektdiena', 'sestdiena', 'svētdiena'],
    short: ['P', 'O', 'T', 'C', 'P', 'S', 'Sv'],
  },
};

const nearDays: Record<Language, Readonly<Record<number, string>>> = {
  et: { [-1]: 'eile', 0: 'täna', 1: 'homme' },
  en: { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' },
  lv: { [-1]: 'vakar', 0: 'šodien', 1: 'rīt' },
};

/** The weekday of a local date, as it stands inside a sentence. */
export function formatWeekday(date: string, language: Language, length: 'long' | 'short' = 'long'): string {
  return weekdays[language][length][dayOfWeek(date) - 1] ?? '';
}

/** HH:mm of an instant, in the centre's zone. */
export function formatTime(instant: string, _language: Language, timeZone: string): string {
  return localTime(instant, timeZone);
}

/** Yesterday, today and tomorrow by name, any other local date by its weekday; as inside a sentence. */
export function formatRelativeDay(date: string, language: Language, today: string): string {
  return nearDays[language][daysBetween(today, date)] ?? formatWeekday(date, language, 'long');
}

/** A price from which something is sold: empty cents are dropped. Never what will be charged. */
export function formatFromPrice(euros: number, language: Language): string {
  return formatMoney(eurosToCents(euros), language).replace(/[.,]00(?!\d)/, '');
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** The form of a counted word, `one`, `few`, `other` …, or of an ordinal ("2nd"), as catalogues name them. */
export function pluralForm(count: number, language: Language, isOrdinal: boolean): Intl.LDMLPluralRule {
  const type = isOrdinal ? 'ordinal' : 'cardinal';
  const key = `${language} ${type}`;
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(language, { type });
  pluralRules.set(key, rules);
  return rules.select(count);
}
