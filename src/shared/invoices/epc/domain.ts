import type { Cents } from '#shared/kernel/money.ts';
import { plainIban } from '../accounts/domain.ts';

/** A transfer that a bank's app can read from a code. */
export interface Transfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string;
  readonly amountCents: Cents;
  /** A creditor reference (`RF…`); empty for none. */
  readonly reference: string;
  /** Free text, for where no reference is. */
  readonly message: string;
}

const mostCents = 99_999_999_999;
const mostName = 70;
const mostMessage = 140;

/**
 * The transfer as the European payment code says it (EPC069-12, version 002; protocols section 6.6): lines, nothing
 * after the last one used. Undefined where there is no account or nothing to pay.
 */
export function epcText({ name, iban, bic, amountCents, reference, message }: Transfer): string | undefined {
  if (iban === '' || amountCents <= 0 || amountCents > mostCents) return undefined;
  const euros = `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`;
  const head = ['BCD', '002', '1', 'SCT', bic, lineOf(name, mostName), plainIban(iban), `EUR${euros}`, ''];
  // One of the two, never both.
  const rest = reference === '' ? ['', lineOf(message, mostMessage)] : [reference];
  return [...head, ...rest].join('\n').trimEnd();
}

/** One line of at most so many characters. */
function lineOf(text: string, most: number): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, most).join('');
}
