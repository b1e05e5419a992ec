import { countAttempt } from '#server/account/commands.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { writeStaffBookingMail } from '#server/registrations/staff-booking/mails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { findPackages, offerPackage, type PackageView, viewOf } from '../commands.ts';
import { findPackage } from '../data.ts';
import { ownTrainer } from '../hours/commands.ts';
import { writeSharedByTrainerMail } from '../mails.ts';
import { bookSlot } from '../slots/commands.ts';
import { findTrainer } from '../slots/data.ts';
import * as data from './data.ts';

const mostFound = 20;

/**
 * Whom the caller may book for; nobody for less than two letters. Throws `tooManyAttempts` for who finds one after another whom
 * they do not train: numbers can be counted.
 */
export async function findClients(ctx: Ctx, tokens: Tokens, text: string) {
  const trainerId = ownTrainer(ctx);
  if (text.trim().length < 2) return [];
  const [rows] = await ctx.read(data.searchClients(trainerId, text.trim(), mostFound));
  if (rows.some(({ isOwn }) => !isOwn)) {
    const { accountId } = member(ctx);
    await countAttempt(ctx, 'clientLookup', tokens.attemptSubject(`clients ${accountId}`));
  }
  return rows;
}

/** What a client of the caller's may use. Throws `clientNotFound` for who is none of theirs. */
export async function findClientPackages(
  ctx: Ctx,
  clientId: number,
): Promise<{ name: string; packages: readonly PackageView[] }> {
  const client = await ownClient(ctx, clientId);
  const { rows } = await findPackages(ctx, clientId);
  const isUsable = (row: PackageView) =>
    row.state === 'valid' && (row.ownerId === clientId || row.isAccepted);
  return { name: `${client.firstName} ${client.lastName}`, packages: rows.filter(isUsable) };
}

async function ownClient(ctx: Ctx, clientId: number) {
  const [[client]] = await ctx.read(data.findOwnClient(ownTrainer(ctx), clientId));
  if (!client) throw new AppError('clientNotFound');
  return client;
}

/**
 * Books a free time of the caller's for a client, who is told. Throws `clientNotFound`, what `bookSlot` throws, and
 * `tooManyAttempts` for who names one after another whom they do not train.
 */
export async function bookForClient(
  ctx: Ctx,
  { tokens, originOf }: { readonly tokens: Tokens; originOf(tenant: Ctx['tenant']): string },
  {
    clientId,
    clientNumber,
    startsAt,
  }: { readonly clientId: number; readonly clientNumber: string; readonly startsAt: string },
) {
  const trainerId = ownTrainer(ctx);
  const { tenant, now } = ctx;
  const [[own]] = await ctx.read(data.findOwnClient(trainerId, clientId));
  // Before the number is looked at: it is as short here as where clients are found.
  if (!own)
    await countAttempt(ctx, 'clientLookup', tokens.attemptSubject(`clients ${member(ctx).accountId}`));
  const [[client]] = await ctx.read(data.findNumbered(clientId, clientNumber));
  if (!client) throw new AppError('clientNotFound');
  const { accountEmail, accountLanguage, email, firstName } = client;
  return bookSlot(ctx, { trainerId, clientId, startsAt, isByTrainer: true }, async (booked) => [
    writeStaffBookingMail({
      kind: 'placed',
      tenantName: tenant.name,
      timeZone: tenant.timeZone,
      language: isLanguage(accountLanguage) ? accountLanguage : tenant.defaultLanguage,
      to: accountEmail ?? email,
      firstName,
      name: booked.name,
      startsAt: booked.startsAt,
      link: `${originOf(tenant)}/training?id=${booked.trainingId}`,
      dedupeKey: `placed:${booked.registrationId}:${now}`,
    }),
  ]);
}

/**
 * Offers a package of a client of the caller's to somebody else; its owner is told. Throws `clientNotFound`, and what
 * offering one's own throws.
 */
export async function shareForClient(
  ctx: Ctx,
  { tokens, origin }: { readonly tokens: Tokens; readonly origin: string },
  clientId: number,
  { packageId, recipient }: { readonly packageId: number; readonly recipient: string },
): Promise<Record<never, never>> {
  const { accountId } = member(ctx);
  await countAttempt(ctx, 'sharing', tokens.attemptSubject(`sharing ${accountId}`));
  const owner = await ownClient(ctx, clientId);
  const [[row], [login], [trainer]] = await ctx.read(
    findPackage({ clientId, packageId }),
    data.findClient(clientId),
    findTrainer({ trainerId: ownTrainer(ctx) }),
  );
  if (!row || row.ownerId !== clientId) throw new AppError('packageNotFound');
  const { tenant, now } = ctx;
  const language = isLanguage(login?.accountLanguage) ? login.accountLanguage : tenant.defaultLanguage;
  const mail = writeSharedByTrainerMail({
    tenantName: tenant.name,
    origin,
    language,
    to: login?.accountEmail ?? owner.email,
    firstName: owner.firstName,
    trainerName: trainer?.name ?? '',
    recipient: recipient.trim(),
    name: viewOf({ ...ctx, language }, row).name,
    dedupeKey: `shared:${packageId}:${recipient.trim().toLowerCase()}:${now}`,
  });
  const known = { ...owner, email: login?.accountEmail ?? owner.email };
  return offerPackage(ctx, { tokens, origin }, known, packageId, recipient, [mail]);
}
