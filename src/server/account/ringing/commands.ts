import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { BeginIdentity } from '#shared/account/identities/contract.ts';
import { countAttempt } from '../commands.ts';
import { forgetAttempts } from '../data.ts';

/** Who has a service ask somebody. */
export interface Asker {
  /** By which their tries are counted apart from those of others. */
  readonly name: string;
  /** On this device who is asked has logged in before. */
  readonly isKnown: boolean;
}

/** Of whom nothing is known but where they ask from. */
export const strangerAt = (address: string): Asker => ({ name: `at ${address}`, isKnown: false });

/**
 * Each costs the centre a little, whoever presses; and a phone that rings without being asked for by its owner is counted by its
 * number and by the person: of each who asks, and of all strangers together. What these use up leaves the owner's own devices
 * as they are. Who is refused by any of these uses up nothing of the centre's. Throws `tooManyAttempts`.
 */
export async function countBegun(
  ctx: Ctx,
  tokens: Tokens,
  given: BeginIdentity,
  address: string,
  asker: Asker,
): Promise<void> {
  await countAttempt(ctx, 'identityAddress', tokens.attemptSubject(`identity address ${address}`));
  for (const [kind, subject] of ringing(given, asker))
    await countAttempt(ctx, kind, tokens.attemptSubject(subject));
  await countAttempt(ctx, 'identityCentre', tokens.attemptSubject('identities of the centre'));
}

/** Whoever entered their PIN wanted to be asked. Save it. */
export function forgetRinging(tokens: Tokens, given: BeginIdentity, asker: Asker): Query[] {
  const counted = ringing(given, { ...asker, isKnown: false });
  return counted.map(([kind, subject]) => forgetAttempts(kind, tokens.attemptSubject(subject)));
}

/** What is counted of a phone that is made to ring, of this asker first: who is refused there counts no further. */
function ringing(given: BeginIdentity, { name, isKnown }: Asker) {
  if (given.provider !== 'mobileId') return [];
  const [phone, person] = [`identity phone ${given.phoneNumber}`, `identity person ${given.idCode}`];
  const own = [
    ['identityPhone', `${phone} ${name}`],
    ['identityPerson', `${person} ${name}`],
  ] as const;
  const all = [
    ['identityPhoneStrangers', phone],
    ['identityPersonStrangers', person],
  ] as const;
  return isKnown ? own : [...own, ...all];
}
