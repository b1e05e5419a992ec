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

/** Euros as somebody types them, with a comma or a point; undefined for what is no amount of whole cents. */
export function parseEuros(text: string): number | undefined {
  const typed = text.replaceAll(/[\s€]/g, '').replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Number(typed) : undefined;
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
  const whole = String(Math.trunc(Math.abs(amount) / 100));
  const rest = String(Math.abs(amount) % 100).padStart(2, '0');
  if (language === 'en') return `${sign}€${group(whole, ',')}.${rest}`;
  return `${sign}${group(whole, '\u00a0')},${rest}\u00a0€`;
}

function group(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}
