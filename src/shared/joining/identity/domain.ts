import { parseLocalDate } from '#shared/kernel/dates.ts';

/** Countries whose codes are known, and any other (specification point 3, "Joining form"). */
export const idCountries = ['EE', 'LV', 'XX'] as const;
export type IdCountry = (typeof idCountries)[number];

type Gender = 'male' | 'female';

/** A code that was read. */
export interface Identity {
  readonly country: IdCountry;
  /** Compact, as it is kept: digits alone, of another country letters and digits in capitals. */
  readonly code: string;
  /** Local date; null where the code has none. */
  readonly birthDate: string | null;
  /** Null where the code has none. */
  readonly gender: Gender | null;
}

/** From this age on somebody joins alone (protocols 4.3). */
const fullAge = 18;

const otherCode = /^[\p{L}\p{N}]{3,30}$/u;

/**
 * Reads a national code as typed: spaces and hyphens do not matter. Undefined where it is none of the country's, its check
 * digit is wrong, or it names a date that does not exist or lies after `today`. Estonian codes: EVS 585, Latvian ones of
 * both forms: protocols 4.1 and 4.2.
 */
export function readIdentity(country: IdCountry, typed: string, today: string): Identity | undefined {
  const code = typed.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  if (country === 'EE') return readEstonian(code, today);
  if (country === 'LV') return readLatvian(code, today);
  return otherCode.test(code) ? { country, code, birthDate: null, gender: null } : undefined;
}

const firstWeights = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const secondWeights = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];

function weigh(code: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(code[index]), 0);
}

/** The eleventh digit; in two stages, since a rest of ten is no digit. */
export function estonianCheckDigit(firstTen: string): number {
  const first = weigh(firstTen, firstWeights) % 11;
  if (first < 10) return first;
  return (weigh(firstTen, secondWeights) % 11) % 10;
}

function readEstonian(code: string, today: string): Identity | undefined {
  if (!/^[1-8]\d{10}$/.test(code)) return undefined;
  if (estonianCheckDigit(code) !== Number(code[10])) return undefined;
  const group = Number(code[0]);
  const century = 18 + Math.floor((group - 1) / 2);
  const birthDate = dateOf(`${century}${code.slice(1, 3)}`, code.slice(3, 5), code.slice(5, 7), today);
  if (birthDate === undefined) return undefined;
  return { country: 'EE', code, birthDate, gender: group % 2 === 1 ? 'male' : 'female' };
}

const latvianWeights = [1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The eleventh digit of the old form. */
export function latvianCheckDigit(firstTen: string): number {
  return ((1101 - weigh(firstTen, latvianWeights)) % 11) % 10;
}

/** The new form, since 1 July 2017, says nothing about its holder and has no check digit. */
const newLatvian = /^3[2-9]\d{9}$/;

function readLatvian(code: string, today: string): Identity | undefined {
  if (newLatvian.test(code)) return { country: 'LV', code, birthDate: null, gender: null };
  if (!/^[0-3]\d{5}[0-2]\d{4}$/.test(code)) return undefined;
  if (latvianCheckDigit(code) !== Number(code[10])) return undefined;
  const year = `${18 + Number(code[6])}${code.slice(4, 6)}`;
  const birthDate = dateOf(year, code.slice(2, 4), code.slice(0, 2), today);
  return birthDate === undefined ? undefined : { country: 'LV', code, birthDate, gender: null };
}

function dateOf(year: string, month: string, day: string, today: string): string | undefined {
  const [y = 0, m = 0, d = 0] = [year, month, day].map(Number);
  // A code goes further back than dates that are typed.
  const isThere = m >= 1 && m <= 12 && d >= 1;
  if (!isThere || d > Temporal.PlainYearMonth.from({ year: y, month: m }).daysInMonth) return undefined;
  const date = `${year}-${month}-${day}`;
  return date <= today ? date : undefined;
}

/** Latvian codes are written with a hyphen, the others as they are kept. */
export function formatIdCode(country: IdCountry, code: string): string {
  return country === 'LV' ? `${code.slice(0, 6)}-${code.slice(6)}` : code;
}

/** For lists: the last four characters, the others as dots; of a short one nothing. */
export function maskIdCode(code: string): string {
  const shown = code.length > 6 ? code.slice(-4) : '';
  return '•'.repeat(code.length - shown.length) + shown;
}

/** Full years on a local date. A birthday on 29 February is kept on 1 March in common years. */
export function ageOn(birthDate: string, date: string): number {
  const [born, at] = [Temporal.PlainDate.from(birthDate), Temporal.PlainDate.from(date)];
  const isBefore = at.month < born.month || (at.month === born.month && at.day < born.day);
  return at.year - born.year - (isBefore ? 1 : 0);
}

export function isOfFullAge(birthDate: string, date: string): boolean {
  return ageOn(birthDate, date) >= fullAge;
}

/** Older than anybody has become: what is typed must be a mistake. */
const ageMaximum = 125;

/** A birth date as typed; undefined where it does not exist, lies ahead or too far back. */
export function readBirthDate(typed: string, today: string): string | undefined {
  const date = parseLocalDate(typed.trim());
  if (date === undefined || date > today) return undefined;
  return ageOn(date, today) > ageMaximum ? undefined : date;
}
