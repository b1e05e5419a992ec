import { compareInstants } from '#shared/kernel/dates.ts';
import { type IdCountry, readIdentity } from '../identity/domain.ts';

/** What a certificate says of whoever showed it. */
export interface ShownCertificate {
  /** Country and personal code: `PNOEE-40404040009`. */
  readonly subject: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string | null;
}

/** Who somebody has shown to be, as the joining form has it. */
export interface ShownPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly country: IdCountry;
  readonly idCode: string;
  /** Local date. */
  readonly birthDate: string;
}

/** The fields that are filled in by who was shown, and typed by nobody then. */
export const shownFields = ['firstName', 'lastName', 'country', 'idCode', 'birthDate'] as const;

/** How long after it was shown a form may be sent with it. */
export const shownMinutes = 15;

/** Reads a certificate; undefined where it does not say all that is asked for. */
export function readShown(certificate: ShownCertificate, today: string): ShownPerson | undefined {
  const [, country = '', code = ''] = /^PNO([A-Z]{2})-(.+)$/.exec(certificate.subject) ?? [];
  const own = country === 'EE' || country === 'LV' ? country : 'XX';
  const identity = readIdentity(own, code, today);
  // Lithuanian codes are built as Estonian ones are.
  const birthDate =
    identity?.birthDate ??
    certificate.birthDate ??
    (country === 'LT' ? readIdentity('EE', code, today)?.birthDate : undefined);
  const firstName = spellName(certificate.firstName);
  const lastName = spellName(certificate.lastName);
  if (!identity || !birthDate || birthDate > today || firstName === '' || lastName === '') return undefined;
  return { firstName, lastName, country: own, idCode: identity.code, birthDate };
}

/** Certificates have names in capitals: a letter after another one is a small one. */
function spellName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== trimmed.toUpperCase()) return trimmed;
  return trimmed.toLowerCase().replaceAll(/(^|[\s\-'’])\p{L}/gu, (start) => start.toUpperCase());
}

/**
 * Whether a form says of its joiner what was shown, and nothing else, in time.
 * @param until when it holds no more
 */
export function isAsShown(form: ShownPerson, shown: ShownPerson, until: string, now: string): boolean {
  return compareInstants(now, until) < 0 && shownFields.every((name) => form[name] === shown[name]);
}
