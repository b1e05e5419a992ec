import { z } from 'zod';

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

/** Money on the wire: a number of euros with at most two decimals (DESIGN section 4). */
export const Euros = z.number().refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6);
