import { z } from 'zod';
import type { Language } from './language.ts';

/** An amount in whole euro cents. Only this module makes one. */
export type Cents = number & { readonly __brand: 'Cents' };

/** Brands a whole number of cents; throws RangeError on fractions and unsafe integers. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return amount as Cents;
}

export function addCents(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** Cents as the number of euros the wire carries: 7240 → 72.4. */
export function centsToEuros(amount: Cents): number {
  return amount / 100;
}

/** Euros from the wire as cents; throws RangeError when there are more than two decimals. */
export function eurosToCents(euros: number): Cents {
  const rounded = Math.round(euros * 100);
  if (Math.abs(euros * 100 - rounded) > 1e-6) throw new RangeError(`more than two decimals: ${euros}`);
  return cents(rounded);
}

/** Groups of three digits, set apart by spaces, apostrophes, points or commas, and the other of the two before the cents. */
const grouped = /^\d{1,3}(?:(?:['’]\d{3})+(?:[.,]\d{1,2})?|(?:\.\d{3})+,\d{1,2}|(?:,\d{3})+\.\d{1,2})$/;
const plain = /^\d{1,9}(?:[.,]\d{0,2})?$/;

/**
 * An amount of euros as somebody types it, to the cent: `12,00`, `12.5`, `1 234,50`, `1,234.50`. Undefined for what is none and
 * for what may mean two things: `1.234`. Reckoned in whole cents from its digits.
 */
export function parseAmount(text: string): Cents | undefined {
  const typed = text.replaceAll(/[\s€]/g, '').replace('−', '-');
  const sign = typed.startsWith('-') ? -1 : 1;
  const digits = typed.replace(/^-/, '');
  if (!plain.test(digits) && !grouped.test(digits)) return undefined;
  const [, whole = '', rest = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(digits) ?? [];
  const euros = Number(whole.replaceAll(/\D/g, ''));
  return cents(sign * (euros * 100 + Number(rest.padEnd(2, '0'))) || 0);
}

const mostTypedCents = 99_999_999;

/**
 * Euros as somebody types them, with a comma or a point; undefined for what is no amount of whole cents, or less than
 * nothing.
 */
export function parseEuros(text: string): number | undefined {
  const amount = parseAmount(text);
  return amount === undefined || amount < 0 || amount > mostTypedCents ? undefined : centsToEuros(amount);
}

/** More than any sum of a centre, and far from where numbers lose their cents. */
const mostEuros = 1e9;

/** Money on the wire: a number of euros with at most two decimals (DESIGN section 4). */
export const Euros = z
  .number()
  .min(-mostEuros)
  .max(mostEuros)
  .refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6);

/** Cents as `72,40 €` (et, lv) or `€72.40` (en), with a true minus and spaces that do not break. */
export function formatMoney(amount: number, language: Language): string {
  const sign = amount < 0 ? '−' : '';
  const figures = formatAmount(Math.abs(amount), language);
  return language === 'en' ? `${sign}€${figures}` : `${sign}${figures}\u00a0€`;
}

/** Cents as they stand in a field, the sign of the money beside it: `1 234,50` (et, lv) or `1,234.50` (en). */
export function formatAmount(amount: number, language: Language): string {
  const sign = amount < 0 ? '−' : '';
  const whole = String(Math.trunc(Math.abs(amount) / 100));
  const rest = String(Math.abs(amount) % 100).padStart(2, '0');
  return language === 'en'
    ? `${sign}${group(whole, ',')}.${rest}`
    : `${sign}${group(whole, '\u00a0')},${rest}`;
}

/** Four digits are read at a glance, five are not. */
const leastGrouped = 10_000;

/** A number in a sentence: `17 944` and `0,9` (et, lv), `17,944` and `0.9` (en). */
export function formatNumber(number: number, language: Language): string {
  const [whole = '', rest] = String(Math.abs(number)).split('.');
  if (whole.includes('e') || rest?.includes('e')) return String(number);
  const isGrouped = Math.abs(number) >= leastGrouped;
  const figures = isGrouped ? group(whole, language === 'en' ? ',' : '\u00a0') : whole;
  const decimals = rest === undefined ? '' : `${language === 'en' ? '.' : ','}${rest}`;
  return `${number < 0 ? '−' : ''}${figures}${decimals}`;
}

function group(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}
