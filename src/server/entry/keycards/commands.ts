import { endKeycardsOf } from '#server/account/waiting/data.ts';
import { lockClients } from '#server/clients/data.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import {
  type KeycardCode,
  type KeycardProvider,
  type SeenKeycard,
  stillText,
} from '#shared/entry/keycards/domain.ts';
import { addMinutes, epochMilliseconds } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as data from './data.ts';
import { isStill, keycardHash, keycardSecret, momentDigits, momentKey } from './keys.ts';
import type { Wallets } from './wallets.ts';

/** How long an address is good that a phone fetches a card from. */
const fileMinutes = 10;
/** How long it is tried to tell a phone: it asks by itself when its card is opened. */
const triedHours = 24;

/** Wallets that the centre issues cards for, with the member's own. */
export async function listOwn(
  ctx: Ctx,
): Promise<{ provider: KeycardProvider; addedDateTime: string | null }[]> {
  const [offered, own] = await ctx.read(data.listOffered(), data.listKeycardsOf(member(ctx).clientId));
  return offered.map(({ provider }) => ({
    provider,
    addedDateTime: own.find((card) => card.provider === provider)?.createdAt ?? null,
  }));
}

/**
 * A member's card of a wallet: the one that lives, or a new one. Throws `keycardNotOffered` where the centre issues none, and
 * `entryBarred` for who comes in nowhere.
 */
export function findOrAdd(
  ctx: Ctx,
  tokens: Pick<Tokens, 'newSalt'>,
  provider: KeycardProvider,
): Promise<data.KeycardRow> {
  const { clientId, sessionId } = member(ctx);
  const { language, now } = ctx;
  return ctx.write(async ({ load, save, keep }) => {
    const [[client], offered, own] = await load(
      lockClients({ clientIds: [clientId] }),
      data.listOffered(),
      data.listKeycardsOf(clientId),
    );
    if (!offered.some((one) => one.provider === provider)) throw new AppError('keycardNotOffered');
    if (client?.isBlocked) throw new AppError('entryBarred');
    const known = own.find((card) => card.provider === provider);
    if (known && known.sessionId !== sessionId) return save(known, [data.setOfSeveral(known.id)]);
    if (known) return keep(known);
    const [[made]] = await load(
      data.insertKeycard({ clientId, provider, sessionId, salt: tokens.newSalt(), language, now }),
    );
    const [[card]] = await load(data.findKeycard(made?.id ?? 0));
    if (!card) throw new Error('the card is not there');
    return save(card, []);
  });
}

/** No card of a member opens doors any more; their phones hear of it by the job. */
export function removeOwn(ctx: Ctx): Promise<Record<never, never>> {
  const { clientId } = member(ctx);
  return ctx.write((transaction) => transaction.save({}, [endKeycardsOf(clientId, ctx.now)]));
}

/** Opens the file of one card for some minutes; nothing of it is stored. */
export function writeFileToken({ tenant, now }: Ctx, tokens: Tokens, id: number): string {
  const expiry = epochMilliseconds(addMinutes(now, fileMinutes)).toString(36);
  return [id, expiry, tokens.addressMac(fileText(tenant.id, id, expiry))].join('.');
}

/** The card that a token of `writeFileToken` opens; undefined for a forged or foreign one, and for one that is over. */
export async function findByFile(
  { tenant, now, read }: Ctx,
  tokens: Tokens,
  token: string,
): Promise<data.KeycardRow | undefined> {
  const [, id = '', expiry = '', mac = ''] = /^(\d{1,9})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
  const macs = tokens.addressMacs(fileText(tenant.id, Number(id), expiry));
  if (!macs.some((expected) => isSame(expected, mac))) return undefined;
  if (Number.parseInt(expiry, 36) <= epochMilliseconds(now)) return undefined;
  const [[card]] = await read(data.findKeycard(Number(id)));
  return card?.provider === 'apple' && card.isOn && card.endedAt === null ? card : undefined;
}

const fileText = (tenantId: number, id: number, expiry: string) => `keycard file ${tenantId} ${id} ${expiry}`;

/** What a card shows whose code stands still; null once it has ended. */
export function stillCode({ tenant }: Ctx, tokens: Tokens, card: data.KeycardRow): string | null {
  if (card.endedAt !== null) return null;
  const secret = keycardSecret(tokens, tenant.id, card);
  return stillText({ tenantId: tenant.id, keycardId: card.id, secret });
}

/** Whether a code is one that this card shows. */
function isOf({ tenant }: Ctx, tokens: Tokens, card: data.KeycardRow, code: KeycardCode): boolean {
  if (!isSame(keycardSecret(tokens, tenant.id, card), code.secret)) return false;
  const { moment } = code;
  if (moment === null || isStill(card)) return moment === null && isStill(card);
  return isSame(momentDigits(momentKey(tokens, tenant.id, card), moment.step), moment.digits);
}

/** The card that a code names, if the code is its own, whatever became of it. */
export async function findByCode(
  ctx: Ctx,
  tokens: Tokens,
  code: KeycardCode,
): Promise<data.KeycardRow | undefined> {
  if (code.tenantId !== ctx.tenant.id) return undefined;
  const [[card]] = await ctx.read(data.findKeycard(code.keycardId));
  return card && isOf(ctx, tokens, card, code) ? card : undefined;
}

/** The card that a door saw without a network, whatever became of it. */
export async function findSeen(
  ctx: Ctx,
  tokens: Tokens,
  { tenantId, keycardId, secretHash }: SeenKeycard,
): Promise<data.KeycardRow | undefined> {
  if (tenantId !== ctx.tenant.id) return undefined;
  const [[card]] = await ctx.read(data.findKeycard(keycardId));
  return card && isSame(keycardHash(tokens, tenantId, card), secretHash) ? card : undefined;
}

/** Tells of every card that has ended and was not told of. */
export async function tellEnded(ctx: Ctx, wallets: Pick<Wallets, 'tellEnd'>): Promise<void> {
  const { now } = ctx;
  const [untold] = await ctx.read(data.listUntold(addMinutes(now, -triedHours * 60)));
  for (const card of untold) {
    if (!(await wallets.tellEnd(ctx, card))) continue;
    await ctx.write((transaction) => transaction.save(undefined, [data.setTold(card.id, now)]));
  }
}

/** Forgets cards of all centres that ended long before an instant: phones that slept have asked by then. */
export async function forgetEndedKeycards(systemDb: Db, before: string): Promise<void> {
  await systemDb.run(data.forgetEnded(before));
}
