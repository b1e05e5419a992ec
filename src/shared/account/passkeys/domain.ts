/** Most passkeys of one account. */
export const mostPasskeys = 20;
/** Longest name of a passkey, in characters. */
export const longestPasskeyName = 60;

/** The host that passkeys of a centre's pages belong to; `origin` as browsers name it, `https://klubi.ee:8443`. */
export function hostOf(origin: string): string {
  return origin.replace(/^[a-z]+:\/\//, '').replace(/:\d+$/, '');
}

/**
 * Whether a count that an authenticator shows may follow the one that is kept. Most show none at all, which is 0; one that
 * counts counts upwards, and one that does not is a copy.
 */
export function isCountTaken(kept: number, shown: number): boolean {
  return kept === 0 && shown === 0 ? true : shown > kept;
}
