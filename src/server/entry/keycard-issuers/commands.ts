import type { KeyObject } from 'node:crypto';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import { decoder } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { KeycardIssuers } from '#shared/entry/keycard-issuers/contract.ts';
import { type KeycardProvider, keycardProviders } from '#shared/entry/keycards/domain.ts';
import { epochMilliseconds } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  AppleDetails,
  type AppleSigner,
  type GivenKeys,
  type readSignerApart,
} from '../apple/certificates.ts';
import { GoogleDetails, type GoogleIssuer, publicHalf, readGoogleIssuer } from '../google/keys.ts';
import * as data from './data.ts';

const reading = decoder<typeof readSignerApart>(
  new URL('../apple/certificates.ts', import.meta.url),
  'readSignerApart',
  { lane: 'files', seconds: 5, refusal: 'keycardKeyNotValid', mostWaiting: 2 },
);

const ownerOf = (tenantId: number, provider: KeycardProvider) => `keycards ${tenantId} ${provider}`;

/** What a centre issues cards with, without what must stay secret. */
export async function showIssuers(ctx: Ctx): Promise<KeycardIssuers> {
  const [rows] = await ctx.read(data.listIssuers());
  return toShown(rows);
}

function toShown(rows: readonly data.IssuerRow[]): KeycardIssuers {
  const [apple, google] = keycardProviders.map((name) => rows.find(({ provider }) => provider === name));
  return { apple: apple ? shownOf.apple(apple) : null, google: google ? shownOf.google(google) : null };
}

const shownOf = {
  apple: ({ isOn, details }: Stored) => {
    const { passTypeId, teamId, validUntil } = AppleDetails.parse(details);
    return { isOn, passTypeId, teamId, validUntilDateTime: validUntil };
  },
  google: ({ isOn, details }: Stored) => ({ isOn, ...GoogleDetails.parse(details) }),
};
type Stored = Pick<data.IssuerRow, 'isOn' | 'details'>;

/**
 * Takes other keys of Apple's, and whether doors take cards made with them. Throws `proofNeeded`, `keycardIssuerMissing` where
 * there were none and none are given, and what `readSigner` refuses with.
 */
export async function saveApple(
  ctx: Ctx,
  tokens: Tokens,
  decoders: Decoders,
  { isOn, keys }: { readonly isOn: boolean; readonly keys: GivenKeys | null },
): Promise<KeycardIssuers> {
  requireProof(ctx);
  const at = epochMilliseconds(ctx.now);
  const read = keys && (await decoders.run(reading, ctx.tenant.id, { given: keys, at }));
  if (read && 'refused' in read) throw new AppError(read.refused);
  return save(ctx, tokens, 'apple', isOn, read);
}

/** The same of Google's. Throws `proofNeeded`, `keycardIssuerMissing`, and what `readGoogleIssuer` refuses with. */
export async function saveGoogle(
  ctx: Ctx,
  tokens: Tokens,
  { isOn, keys }: { readonly isOn: boolean; readonly keys: Parameters<typeof readGoogleIssuer>[0] | null },
): Promise<KeycardIssuers> {
  requireProof(ctx);
  return save(ctx, tokens, 'google', isOn, keys && readGoogleIssuer(keys));
}

function save(
  ctx: Ctx,
  tokens: Tokens,
  provider: KeycardProvider,
  isOn: boolean,
  given: WithKey | null,
): Promise<KeycardIssuers> {
  return ctx.write(async (transaction) => {
    const [, rows] = await transaction.load(data.lockIssuer(provider), data.listIssuers());
    const before = rows.find((row) => row.provider === provider);
    const next = given
      ? toIssuerRow(ctx.tenant.id, tokens, { provider, isOn }, given)
      : before && { ...before, isOn };
    if (!next) throw new AppError('keycardIssuerMissing');
    const shown = shownOf[provider];
    return transaction.save(
      toShown([...rows.filter((row) => row !== before), next]),
      [data.saveIssuer(next)],
      [],
      [
        {
          ...{ noun: 'settings.keycards', id: null },
          before: before ? shown(before) : {},
          after: shown(next),
        },
      ],
    );
  });
}

/** What a centre was given; all but the key may be seen. */
type WithKey = { readonly key: string } & (AppleSigner | GoogleIssuer);

/** What a centre issues cards with, as it is stored. */
export function toIssuerRow(
  tenantId: number,
  tokens: Pick<Tokens, 'seal'>,
  { provider, isOn }: Pick<data.IssuerRow, 'provider' | 'isOn'>,
  { key, ...details }: WithKey,
): data.IssuerRow {
  return { provider, isOn, details, sealed: tokens.seal(Buffer.from(key), ownerOf(tenantId, provider)) };
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

/** Who a centre is at Google Wallet; undefined where it is nobody there. */
export async function findGoogleIssuer(
  { tenant, read }: Ctx,
  tokens: Pick<Tokens, 'unseal'>,
): Promise<GoogleIssuer | undefined> {
  const [[row]] = await read(data.findIssuer('google'));
  if (!row) return undefined;
  const key = tokens.unseal(row.sealed, ownerOf(tenant.id, 'google')).toString();
  return { ...GoogleDetails.parse(row.details), key };
}

/** The public halves of the keys of a service account, as Google knows them. `systemDb` is of the role that sees all. */
export async function findServiceKeys(systemDb: Db, tokens: Tokens, email: string): Promise<KeyObject[]> {
  const [rows] = await systemDb.run(data.listOfService(email));
  return rows.map(({ tenantId, provider, sealed }) =>
    publicHalf(tokens.unseal(sealed, ownerOf(tenantId, provider)).toString()),
  );
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
