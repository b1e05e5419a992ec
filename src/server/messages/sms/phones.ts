import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/**
 * A number as an SMS is sent to it, E.164; undefined for one that cannot receive any: landlines, numbers nobody has,
 * no number. Without a country code it is the centre's country's (protocols, "Phones").
 */
export function toSmsNumber(phone: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, country as CountryCode);
  return number?.isValid() ? number.number : undefined;
}
