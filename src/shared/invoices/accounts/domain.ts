import { referenceOf } from '../references/domain.ts';

/** Letters of an account number as the digits they stand for: A is 10, Z is 35 (ISO 13616). */
function toDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

function remainder97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

/** As it travels: no spaces, capitals. */
export function plainIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** Whether the check digits of an account number are right; spaces do not count. */
export function isIban(text: string): boolean {
  const iban = plainIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  return remainder97(toDigits(iban.slice(4) + iban.slice(0, 4))) === 1;
}

/** The account number of a country's own number, with its check digits. */
export function ibanOf(country: string, own: string): string {
  const check = 98 - remainder97(toDigits(`${own}${country}00`));
  return `${country}${String(check).padStart(2, '0')}${own}`;
}

/** An Estonian account number: two digits of the bank and up to 13 of the account, which is checked by 7, 3, 1. */
export function estonianIban(bank: string, account: string): string {
  const checked = referenceOf(account.replace(/^0+/, '')).padStart(14, '0');
  return ibanOf('EE', bank + checked);
}

/** As people read it: in groups of four. */
export function formatIban(iban: string): string {
  return plainIban(iban).replace(/(.{4})(?=.)/g, '$1 ');
}
