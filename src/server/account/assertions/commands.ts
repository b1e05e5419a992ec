import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { PasskeyAssertion } from '#shared/account/contract.ts';
import { isCountTaken } from '#shared/account/passkeys/domain.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { findAccount } from '../data.ts';
import { challengeOf, readAssertion, type ShownCount } from '../passkeys/ceremonies.ts';
import { findPasskey } from '../passkeys/data.ts';

/** A passkey that signed what it was asked; not written down yet. */
export interface ShownPasskey extends ShownCount {
  readonly kind: 'passkey';
  readonly passkeyId: number;
  readonly accountId: number;
}

/** How authenticators know an account: it says nothing of it to anybody else. */
export function handleOf({ tenant }: Ctx, tokens: Tokens, accountId: number): string {
  return tokens.addressMac(handleText(tenant.id, accountId));
}

const handleText = (tenantId: number, accountId: number) => `passkey ${tenantId} ${accountId}`;

/**
 * Looks at what a passkey of an account signed; undefined takes any account's that its authenticator names. `isAlone`: nothing
 * else is asked. Throws `passkeyNotValid`; the owner of one whose count went back is told.
 */
export async function showPasskey(
  ctx: Ctx,
  tokens: Tokens,
  assertion: PasskeyAssertion,
  asked: {
    readonly challenge: string;
    readonly origin: string;
    readonly isAlone: boolean;
    readonly accountId: number | undefined;
  },
): Promise<ShownPasskey> {
  if (challengeOf(assertion) !== asked.challenge) throw new AppError('passkeyNotValid');
  const credentialId = Buffer.from(assertion.credentialId, 'base64url');
  const [[passkey]] = await ctx.read(findPasskey({ credentialId }));
  if (!passkey) throw new AppError('passkeyNotValid');
  const { id: passkeyId, accountId, publicKey } = passkey;
  const handle = assertion.userHandle ?? undefined;
  const isNamed =
    handle !== undefined && tokens.addressMacs(handleText(ctx.tenant.id, accountId)).includes(handle);
  const isTheirs = asked.accountId === undefined ? isNamed : asked.accountId === accountId;
  const shown = await readAssertion(assertion, { ...asked, publicKey });
  if (!shown || !isTheirs || !(isNamed || handle === undefined)) throw new AppError('passkeyNotValid');
  if (!isCountTaken(passkey.signCount, shown.signCount)) {
    await ctx.write(async ({ load, save }) => {
      const [[account]] = await load(findAccount(accountId));
      const key = `${passkeyId} ${asked.challenge}`;
      const told = account ? [alertOwner(ctx, account, 'passkeyCopied', key, passkey.name)] : [];
      return save(undefined, [], told);
    });
    throw new AppError('passkeyNotValid');
  }
  return { kind: 'passkey', passkeyId, accountId, ...shown };
}
