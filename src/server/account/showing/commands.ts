import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { deleteChallenge, findChallenge, lockChallenge } from '../factors/data.ts';
import {
  type AskedAgain,
  type Asking,
  type BegunIdentity,
  begin,
  hashesOf,
  type IdentityPorts,
  look,
  offered,
} from '../identities/commands.ts';
import { findIdentity, insertIdentity } from '../identities/data.ts';
import type { ShownIdentity } from '../identities/provider.ts';
import { countBegun, strangerAt } from '../ringing/commands.ts';

const purpose = 'identityJoining';

/** Somebody who has no account yet, and what a service knows them by. */
export interface Stranger extends ShownIdentity {
  readonly provider: IdentityProviderName;
}

/**
 * Has a service ask who is there, in one browser, for something that opens no account. Throws `identityNotOffered`,
 * `identityServiceSilent`, `tooManyAttempts`.
 */
export async function beginShowing(
  ctx: Ctx,
  ports: IdentityPorts,
  asking: Asking,
  address: string,
  browser: string,
): Promise<BegunIdentity> {
  const provider = offered(ctx, ports, asking.given.provider);
  const asker = strangerAt(address);
  await countBegun(ctx, ports.tokens, asking.given, address, asker);
  return begin(ctx, ports.tokens, provider, asking, { purpose, browserHash: hashToken(browser), asker });
}

/**
 * Who was shown in this browser, or what to show of now. What was shown is good once: lock the question, and end it with what is
 * made of the answer. Throws `identityRequestOver` where nothing was asked here, and what looking throws.
 */
export async function lookShown(
  ctx: Ctx,
  ports: IdentityPorts,
  asked: AskedAgain,
  browser: string,
): Promise<{ readonly display: string } | Stranger> {
  const [[begun]] = await ctx.read(findChallenge(questionOf(ctx, asked)));
  if (!begun?.browserHash?.equals(hashToken(browser))) throw new AppError('identityRequestOver');
  const looked = await look(ctx, ports, purpose, begun, asked);
  return 'display' in looked ? looked : { ...looked, provider: looked.given.provider };
}

/** What was asked, to be locked while it is answered; and what ends it. */
export function questionLock(ctx: Ctx, asked: AskedAgain) {
  return lockChallenge(questionOf(ctx, asked));
}

export function endQuestion({ request }: AskedAgain): Query {
  return deleteChallenge(hashToken(request));
}

const questionOf = ({ now }: Ctx, { request }: AskedAgain) =>
  ({ tokenHash: hashToken(request), purpose, now }) as const;

/** What finds the account that somebody is linked to, if any is. */
export function findLinked(
  ctx: Ctx,
  tokens: Tokens,
  { provider, subject }: Pick<Stranger, 'provider' | 'subject'>,
) {
  return findIdentity({ provider, hashes: hashesOf(ctx, tokens, provider, subject).hashes });
}

/** Links somebody to an account that was made for them a moment ago, which nobody has logged in to. */
export function linkNew(
  ctx: Ctx,
  tokens: Tokens,
  accountId: number,
  { provider, subject, level }: Pick<Stranger, 'provider' | 'subject' | 'level'>,
): Query {
  const { own: subjectHash } = hashesOf(ctx, tokens, provider, subject);
  return insertIdentity({ accountId, provider, subjectHash, level, now: ctx.now });
}
