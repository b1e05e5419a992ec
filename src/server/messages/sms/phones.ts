import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { isSmsCountry } from '#shared/messages/sms/domain.ts';

/**
 * A number as an SMS is sent to it, E.164; undefined for one that gets none: landlines, numbers nobody has or of countries where
 * none go, no number. Without a country code it is the centre's country's (protocols, "Phones").
 */
export function toSmsNumber(phone: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(phone, country as CountryCode);
  return number?.isValid() && isSmsCountry(number.country) ? number.number : undefined;
}
