import type { Ctx } from '#server/kernel/ctx.ts';
import { decoder } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import type { PngImages } from '#server/kernel/web/web-images.ts';
import { drawing } from '#server/tenants/logos.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { findAppleSigner } from '../keycard-issuers/commands.ts';
import { stillCode } from '../keycards/commands.ts';
import { findKeycard, type KeycardRow } from '../keycards/data.ts';
import { keycardToken, readSerial, serialOf } from '../keycards/keys.ts';
import { cardFiles, iconOf, iconSizes } from './card-file.ts';
import type { signCard } from './certificates.ts';
import type { PhoneClient } from './client.ts';
import * as data from './data.ts';

/** Beside the process that answers: it is all arithmetic, and a centre brings the key. */
const signing = decoder<typeof signCard>(new URL('./certificates.ts', import.meta.url), 'signCard', {
  lane: 'papers',
  seconds: 2,
  refusal: 'takesTooLong',
  mostWaiting: 20,
});

/** Where phones ask about their cards, on each centre's own host; they put `/v1/…` behind it. */
export const servicePath = '/keycards/apple';

export interface AppleCardPorts {
  readonly tokens: Tokens;
  readonly decoders: Decoders;
  /** Drawn once, and kept. */
  readonly images: PngImages;
  originOf(tenant: Tenant): string;
}

/** A card as a file, as it is now. Throws `keycardNotOffered` where the centre has nothing to sign it with. */
export async function fileOf(
  ctx: Ctx,
  { tokens, decoders, images, originOf }: AppleCardPorts,
  card: KeycardRow,
) {
  const { tenant } = ctx;
  const signer = await findAppleSigner(ctx, tokens);
  if (!signer) throw new AppError('keycardNotOffered');
  const svg = iconOf(tenant);
  const pictures: Record<string, Buffer> = {};
  for (const [name, size] of Object.entries(iconSizes)) {
    const draw = () => decoders.run(drawing, tenant.id, { svg, size });
    pictures[name] = (await images.get(`${tenant.id}/${name}`, svg, draw)).bytes;
  }
  const files = cardFiles(signer, {
    tenant,
    pictures,
    language: isLanguage(card.language) ? card.language : tenant.defaultLanguage,
    origin: originOf(tenant),
    serviceUrl: originOf(tenant) + servicePath,
    serial: serialOf(tenant.id, card.id),
    firstName: card.firstName,
    code: stillCode(ctx, tokens, card),
    token: keycardToken(tokens, tenant.id, card),
  });
  return Buffer.from(await decoders.run(signing, tenant.id, { files, signer }));
}

/** When a card became what it is. */
export const changedAt = ({ endedAt, createdAt }: KeycardRow): string => endedAt ?? createdAt;

/** The card that a phone speaks of, which shows what it was given with it. Throws `notLoggedIn` for any other. */
export async function findOfPhone(
  { tenant, read }: Ctx,
  tokens: Tokens,
  { serial, authorization }: { readonly serial: string; readonly authorization: string },
): Promise<KeycardRow> {
  const [[card]] = await read(findKeycard(readSerial(tenant.id, serial) ?? 0));
  const given = authorization.replace(/^ApplePass /, '');
  if (card?.provider !== 'apple' || !isSame(keycardToken(tokens, tenant.id, card), given))
    throw new AppError('notLoggedIn');
  return card;
}

/** Has a phone hear of its card; whether it is a new one. */
export function addDevice(
  ctx: Ctx,
  card: KeycardRow,
  { device, pushToken }: { readonly device: string; readonly pushToken: string },
): Promise<boolean> {
  return ctx.write(async ({ load, save }) => {
    const [[added]] = await load(data.insertDevice({ keycardId: card.id, device, pushToken, now: ctx.now }));
    return save(added?.isNew ?? false, []);
  });
}

export function removeDevice(ctx: Ctx, card: KeycardRow, device: string): Promise<void> {
  return ctx.write((transaction) => transaction.save(undefined, [data.deleteDevice(card.id, device)]));
}

/** Which cards of a phone became another since it asked last; undefined: none. */
export async function listChanged(
  { tenant, read }: Ctx,
  device: string,
  since: string | null,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | undefined> {
  const [rows] = await read(data.listChanged(device, since));
  const lastUpdated = rows
    .map(({ changedAt: at }) => at)
    .toSorted()
    .at(-1);
  if (lastUpdated === undefined) return undefined;
  return { serialNumbers: rows.map(({ id }) => serialOf(tenant.id, id)), lastUpdated };
}

/** Wakes the phones that have a card which ended: they fetch it anew, and it is none any more. Whether all heard it. */
export async function wakePhones(
  ctx: Ctx,
  tokens: Tokens,
  phones: PhoneClient,
  card: KeycardRow,
): Promise<boolean> {
  const [devices] = await ctx.read(data.listDevices(card.id));
  const signer = devices.length === 0 ? undefined : await findAppleSigner(ctx, tokens);
  // Nobody hears of it, or nothing is there to tell them with.
  if (!signer) return true;
  const woken = await phones.wake(
    signer,
    devices.map(({ pushToken }) => pushToken),
  );
  const gone = devices.filter((_, index) => woken[index] === 'gone');
  await ctx.write((transaction) =>
    transaction.save(
      undefined,
      gone.map(({ device }) => data.deleteDevice(card.id, device)),
    ),
  );
  return !woken.includes('failed');
}
