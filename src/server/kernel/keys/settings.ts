import { z } from 'zod';

/** 32 random bytes. */
export const secretText = z.string().regex(/^[\w-]{43}$/, {
  error: 'must be 32 random bytes as base64url, 43 characters: openssl rand -base64 32 | tr +/ -_ | tr -d =',
});

/** The first one, and after commas those that came later, each with the instant it is used from. */
export const sessionSecrets = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim().split('@')))
  .refine(
    (parts) =>
      parts.every(
        ([made, at, ...more], index) =>
          secretText.safeParse(made).success &&
          more.length === 0 &&
          (at === undefined ? index === 0 : z.iso.datetime().safeParse(at).success),
      ),
    {
      error:
        'must be 32 random bytes as base64url, 43 characters: openssl rand -base64 32 | tr +/ -_ | tr -d =; later ones after commas, with the instant each is used from: @2027-01-31T03:00:00Z',
    },
  )
  .transform((parts) =>
    Object.fromEntries(
      parts.map(([made = '', at]) => [sessionSecretName(at === undefined ? 0 : secondsOf(at)), made]),
    ),
  );

const secondsOf = (instant: string) => Math.floor(Temporal.Instant.from(instant).epochMilliseconds / 1000);

/** `session` of the first, `session-1795615200` of one that is used from that second on. */
export function sessionSecretName(usedFrom: number): string {
  return usedFrom === 0 ? 'session' : `session-${usedFrom}`;
}
