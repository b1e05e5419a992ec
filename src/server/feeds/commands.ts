import { type Ctx, member } from '#server/kernel/ctx.ts';
import { hashToken, isSame, type Tokens } from '#server/kernel/tokens.ts';
import { fileMinutes } from '#shared/feeds/domain.ts';
import { addMinutes, epochMilliseconds } from '#shared/kernel/dates.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { writeInvitation } from './calendar-files.ts';
import * as data from './data.ts';

/** What opens a member's feed, and since when. */
export interface OpenedFeed {
  readonly token: string;
  readonly createdAt: string;
}

/** Makes a new token; the one before opens nothing any more. */
export async function createFeed(ctx: Ctx, tokens: Tokens): Promise<OpenedFeed> {
  const { accountId } = member(ctx);
  const salt = tokens.newSalt();
  const token = feedToken(tokens, accountId, salt);
  await ctx.write((transaction) =>
    transaction.save(undefined, [
      data.saveFeed({ accountId, salt, tokenHash: hashToken(token), now: ctx.now }),
    ]),
  );
  return { token, createdAt: ctx.now };
}

export async function removeFeed(ctx: Ctx): Promise<void> {
  const { accountId } = member(ctx);
  await ctx.write((transaction) => transaction.save(undefined, [data.removeFeed(accountId)]));
}

/** The token of the member's feed, for showing it again; undefined without a feed. */
export async function findFeed(ctx: Ctx, tokens: Tokens): Promise<OpenedFeed | undefined> {
  const { accountId } = member(ctx);
  const [feeds] = await ctx.read(data.findFeed({ accountId }));
  const feed = feeds[0];
  if (!feed) return undefined;
  const token = feedToken(tokens, accountId, feed.salt);
  // After a change of the installation's secret another token would be shown than the one that opens it.
  return hashToken(token).equals(feed.tokenHash) ? { token, createdAt: feed.createdAt } : undefined;
}

function feedToken(tokens: Tokens, accountId: number, salt: Buffer): string {
  return tokens.saltedMac(`feed ${accountId}`, salt);
}

/** What a file's address opens. */
export interface FileParts {
  readonly registrationId: number;
  readonly language: Language;
}

/** Opens one registration's file for some minutes, in the language of the caller; nothing of it is stored. */
export function writeFileToken(
  { tenant, language, now }: Ctx,
  tokens: Tokens,
  registrationId: number,
): string {
  const expiry = epochMilliseconds(addMinutes(now, fileMinutes)).toString(36);
  const mac = tokens.addressMac(fileText(tenant.id, registrationId, language, expiry));
  return [registrationId, language, expiry, mac].join('.');
}

/** What a token of `writeFileToken` opens; undefined for a forged or foreign one, and for one that is over. */
export function readFileToken({ tenant, now }: Ctx, tokens: Tokens, token: string): FileParts | undefined {
  const [, id = '', language = '', expiry = '', mac = ''] =
    /^(\d{1,10})\.([a-z]{2})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(token) ?? [];
  const registrationId = Number(id);
  if (!isLanguage(language)) return undefined;
  const signed = fileText(tenant.id, registrationId, language, expiry);
  if (!tokens.addressMacs(signed).some((expected) => isSame(expected, mac))) return undefined;
  return Number.parseInt(expiry, 36) > epochMilliseconds(now) ? { registrationId, language } : undefined;
}

const fileText = (tenantId: number, id: number, language: string, expiry: string) =>
  `file ${tenantId} ${id} ${language} ${expiry}`;

/** A registration as an entry for the calendar of somebody without an account; undefined for one that is gone, or waits. */
export async function invitationOf(
  ctx: Ctx,
  origin: string,
  registrationId: number,
  between: { readonly organizer: string; readonly attendee: string },
): Promise<Invitation | undefined> {
  const { name: tenantName, host, timeZone } = ctx.tenant;
  const [[row]] = await ctx.read(data.findEntry({ registrationId }));
  if (!row || row.state === 'waiting') return undefined;
  const reader = { tenantName, host, timeZone, origin, language: ctx.language, isGuest: true };
  return writeInvitation(reader, row, between);
}
