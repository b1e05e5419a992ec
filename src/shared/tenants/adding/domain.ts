import { z } from 'zod';
import { asciiEmail, emailForm, longestEmail } from '#shared/kernel/emails.ts';
import { languages } from '#shared/kernel/language.ts';
import { tenantKinds } from '../domain.ts';

/** A name under which a centre can be reached: labels of letters, digits and hyphens, at least two, the last no number. */
const host = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z])[a-z0-9-]{2,63}$/;

/** Whether a text is a host of its own, as browsers name it: lower case, letters of other alphabets as `xn--`. */
export function isHost(text: string): boolean {
  return host.test(text) && !/(^|\.)(localhost|local|invalid|example|test|onion)$/.test(text);
}

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return name.includes('/');
  } catch {
    return false;
  }
}

const Text = (most: number) => z.string().trim().min(1).max(most);

/** What must be known of a centre before it is there; the rest is told by its first administrator. */
export const TenantRequest = z.strictObject({
  host: z.string().trim().toLowerCase().refine(isHost, { error: 'must be a host name like uusklubi.ee' }),
  name: Text(100),
  country: z.enum(['EE', 'LV'], { error: 'must be EE or LV' }),
  /** The first is the one shown first. */
  languages: z
    .array(z.enum(languages, { error: `must be of ${languages.join(', ')}` }))
    .min(1)
    .refine((list) => new Set(list).size === list.length, { error: 'names a language twice' }),
  timeZone: z.string().refine(isTimeZone, { error: 'must be a time zone like Europe/Tallinn' }),
  kind: z.enum(tenantKinds, { error: `must be one of ${tenantKinds.join(', ')}` }),
  email: z
    .string()
    .max(longestEmail)
    .overwrite(asciiEmail)
    .regex(emailForm, { error: 'must be an e-mail address' })
    .max(longestEmail)
    .toLowerCase(),
  firstName: Text(100),
  lastName: Text(100),
});
export type TenantRequest = z.infer<typeof TenantRequest>;

/** What is usual where nothing else was said. */
export const usualOf = {
  EE: { language: 'et', timeZone: 'Europe/Tallinn' },
  LV: { language: 'lv', timeZone: 'Europe/Riga' },
} as const;

/** What is stored of a centre with the same host. */
export interface KnownTenant {
  readonly name: string;
  readonly country: string;
  readonly kind: string;
}

/** Whether a wish names the centre that is there already: asked twice, it is there once. */
export function isSameTenant(request: KnownTenant, known: KnownTenant): boolean {
  return request.name === known.name && request.country === known.country && request.kind === known.kind;
}
