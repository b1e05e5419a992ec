import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { KeycardIssuers } from '#shared/entry/keycard-issuers/contract.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { AppleDetails, type AppleSigner, type GivenKeys, readSigner } from '../apple/certificates.ts';
import * as data from './data.ts';

const ownerOf = (tenantId: number, provider: KeycardProvider) => `keycards ${tenantId} ${provider}`;

/** What a centre issues cards with, without what must stay secret. */
export async function showIssuers(ctx: Ctx): Promise<KeycardIssuers> {
  const [rows] = await ctx.read(data.listIssuers());
  return toShown(rows);
}

function toShown(rows: readonly data.IssuerRow[]): KeycardIssuers {
  const apple = rows.find(({ provider }) => provider === 'apple');
  return { apple: apple ? shownApple(apple) : null };
}

function shownApple({ isOn, details }: Pick<data.IssuerRow, 'isOn' | 'details'>) {
  const { passTypeId, teamId, validUntil } = AppleDetails.parse(details);
  return { isOn, passTypeId, teamId, validUntilDateTime: validUntil };
}

/**
 * Takes other keys of Apple's, and whether doors take cards made with them. Throws `proofNeeded`, `keycardIssuerMissing` where
 * there were none and none are given, and what `readSigner` refuses with.
 */
export function saveApple(
  ctx: Ctx,
  tokens: Tokens,
  { isOn, keys }: { readonly isOn: boolean; readonly keys: GivenKeys | null },
): Promise<KeycardIssuers> {
  requireProof(ctx);
  const given = keys && readSigner(keys, epochMilliseconds(ctx.now));
  return ctx.write(async ({ load, save }) => {
    const [[before]] = await load(data.lockIssuer('apple'));
    const next = given ? toAppleRow(ctx.tenant.id, tokens, isOn, given) : before && { ...before, isOn };
    if (!next) throw new AppError('keycardIssuerMissing');
    const [rows] = await load(data.listIssuers());
    const others = rows.filter(({ provider }) => provider !== 'apple');
    return save(
      toShown([...others, next]),
      [data.saveIssuer(next)],
      [],
      [
        {
          ...{ noun: 'settings.keycards', id: null },
          before: before ? shownApple(before) : {},
          after: shownApple(next),
        },
      ],
    );
  });
}

/** What a centre signs Apple's cards with, as it is stored. */
export function toAppleRow(
  tenantId: number,
  tokens: Pick<Tokens, 'seal'>,
  isOn: boolean,
  { key, ...details }: AppleSigner,
): data.IssuerRow {
  const sealed = tokens.seal(Buffer.from(key), ownerOf(tenantId, 'apple'));
  return { provider: 'apple', isOn, details, sealed };
}

/** What a centre signs Apple's cards with; undefined where it has nothing. */
export async function findAppleSigner(
  { tenant, read }: Ctx,
  tokens: Tokens,
): Promise<AppleSigner | undefined> {
  const [[row]] = await read(data.findIssuer('apple'));
  if (!row) return undefined;
  const key = tokens.unseal(row.sealed, ownerOf(tenant.id, 'apple')).toString();
  return { ...AppleDetails.parse(row.details), key };
}

/**
 * Seals the keys of all centres with the secret that is in use, so that those before it are needed for them no more. `systemDb`
 * is of the role that sees all. How many there are; throws where one cannot be opened.
 */
export async function resealIssuers(systemDb: Db, tokens: Tokens): Promise<number> {
  const [rows] = await systemDb.run(data.listSealed());
  for (const row of rows) {
    const owner = ownerOf(row.tenantId, row.provider);
    await systemDb.run(data.replaceSealed(row, tokens.seal(tokens.unseal(row.sealed, owner), owner)));
  }
  return rows.length;
}
