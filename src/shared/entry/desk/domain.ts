import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { readCode } from '#shared/vouchers/codes/domain.ts';

/** How long what was taken at the desk can be put back. */
export const undoSeconds = 60;

/** What a shown or typed text can be. */
export type Card =
  | { readonly kind: 'ticket'; readonly token: string }
  | { readonly kind: 'voucherCode'; readonly code: string }
  | { readonly kind: 'voucherToken'; readonly token: string }
  | { readonly kind: 'number'; readonly number: string };

/**
 * What was scanned or typed: a ticket's code, a voucher's code, the address of either, or the number of a card, which
 * is digits, or a letter and digits. Null for what is none of these.
 */
export function readCard(shown: string): Card | null {
  const text = shown.trim();
  const ticket = /[?&]ticket=([\w.-]+)/.exec(text)?.[1] ?? text;
  if (/^\d{1,9}\.[\w-]{22}$/.test(ticket)) return { kind: 'ticket', token: ticket };
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1] ?? text;
  if (/^[\w-]{43}$/.test(token)) return { kind: 'voucherToken', token };
  const code = readCode(text);
  if (code !== null) return { kind: 'voucherCode', code };
  const number = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^(\d{4,20}|[A-Z]\d{1,19})$/.test(number) ? { kind: 'number', number } : null;
}

/** A card as it is asked about: short enough for an address. */
export function cardText(card: Card): string {
  if (card.kind === 'voucherCode') return card.code;
  return card.kind === 'number' ? card.number : card.token;
}

/** Until when something taken can be put back. */
export function undoUntil(takenAt: string): string {
  return Temporal.Instant.from(takenAt).add({ seconds: undoSeconds }).toString();
}

/** Throws `takingUndoTooLate`, with the `seconds` there were. */
export function refuseLateUndo(takenAt: string, now: string): void {
  if (compareInstants(now, undoUntil(takenAt)) > 0) {
    throw new AppError('takingUndoTooLate', { seconds: undoSeconds });
  }
}

/**
 * Whether what is about to be taken from is still what was looked at: two desks that press at once take one. Throws
 * `cardChanged`.
 */
export function refuseChanged(seen: number, present: number): void {
  if (seen !== present) throw new AppError('cardChanged');
}
