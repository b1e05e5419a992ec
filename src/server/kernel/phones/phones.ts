import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** A number of any kind as it is called from abroad; undefined for one that nobody can have. */
export function readPhone(text: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(text, country as CountryCode);
  return number?.isValid() ? number.number : undefined;
}

/** Whether somebody in the centre's country can be called at a number, as the forms ask it. */
export function isPhoneIn(country: string): (text: string) => boolean {
  return (text) => readPhone(text, country) !== undefined;
}
