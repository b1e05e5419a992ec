import { countAttempt, countWithin } from '#server/account/commands.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { type SoldProduct, sellToMember } from '#server/products/commands.ts';
import { listForSale, nameIn } from '#server/products/data.ts';
import { lockTicket, toFacts } from '#server/tickets/data.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { readRecipient, sharesMax } from '#shared/personal-trainings/domain.ts';
import { shortName, type TicketState, ticketState } from '#shared/tickets/domain.ts';
import * as data from './data.ts';
import { writeOfferMail } from './mails.ts';

/** Makes the draft of a package: it is bought and kept as tickets are. Throws `noProductsFound`, `tooManyAttempts`. */
export function buyPackage(
  ctx: Ctx,
  tokens: Tokens,
  of: { readonly productId: number; readonly clubId: number },
): Promise<SoldProduct> {
  const { clientId } = member(ctx);
  return sellToMember(ctx, tokens, 'personalTraining', { ...of, startsOn: null }, clientId);
}

/**
 * Offers to share a package. Whether there is such a client is not told: what is answered, kept and shown is the same.
 * Offered to the same once more, nothing happens. Throws `packageNotFound` for what is not the caller's own,
 * `packageNotShareable`, `packageSharesFull`, `tooManyAttempts`, `dataValidationFailed` with what is wrong as typed.
 */
export async function sharePackage(
  ctx: Ctx,
  { tokens, origin }: { readonly tokens: Tokens; readonly origin: string },
  packageId: number,
  typed: string,
): Promise<Record<never, never>> {
  const { clientId, accountId } = member(ctx);
  await countAttempt(ctx, 'sharing', tokens.attemptSubject(`sharing ${accountId}`));
  const [[owner]] = await ctx.read(data.findOwner({ accountId }));
  if (!owner) throw new AppError('packageNotFound');
  return offerPackage(ctx, { tokens, origin }, { ...owner, clientId }, packageId, typed, []);
}

/** Whose package it is. */
export interface PackageOwner {
  readonly clientId: number;
  readonly code: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * The same for whoever may act for its owner. `told`: who else is told of it once it is offered. Taken back and offered to the
 * same within a day, nobody is mailed again.
 */
export async function offerPackage(
  ctx: Ctx,
  { tokens, origin }: { readonly tokens: Tokens; readonly origin: string },
  owner: PackageOwner,
  packageId: number,
  typed: string,
  told: readonly MailEvent[],
): Promise<Record<never, never>> {
  const { now, tenant, language } = ctx;
  const { clientId } = owner;
  const recipient = readRecipient(typed, owner);
  if (typeof recipient === 'string') {
    throw new AppError('dataValidationFailed', { field: 'recipient', problem: recipient });
  }
  return ctx.write(async (transaction) => {
    const [, [row], shares, [found]] = await transaction.load(
      lockTicket({ ticketId: packageId }),
      data.findPackage({ clientId, packageId }),
      data.listShares({ packageId }),
      data.findRecipient(recipient),
    );
    if (!row || row.ownerId !== clientId) throw new AppError('packageNotFound');
    if (!row.isShareable) throw new AppError('packageNotShareable');
    if (shares.some((one) => one.recipient === recipient.text)) return transaction.save({}, []);
    if (shares.length >= sharesMax) throw new AppError('packageSharesFull', { limit: sharesMax });
    const subject = tokens.attemptSubject(`share mail ${packageId} ${recipient.text}`);
    const isNews = await countWithin(transaction.load, 'shareMail', subject, now);
    const known = found && found.id !== clientId ? found : null;
    const mail =
      known && known.email !== ''
        ? [
            writeOfferMail({
              tenantName: tenant.name,
              origin,
              language,
              to: known.email,
              firstName: known.firstName,
              ownerName: shortName(owner),
              name: nameIn(row.names, language, tenant.defaultLanguage),
              dedupeKey: `share:${packageId}:${known.id}:${now}`,
            }),
          ]
        : [];
    const share = { ticketId: packageId, recipient: recipient.text, clientId: known?.id ?? null, now };
    return transaction.save({}, [data.insertShare(share)], isNews ? [...mail, ...told] : [], [
      { noun: 'package', id: packageId, after: { sharedWith: recipient.text } },
    ]);
  });
}

/** Agrees to use what is offered; again is as good as once. Throws `shareNotFound` for what is not offered to the caller. */
export function acceptShare(ctx: Ctx, shareId: number): Promise<{ packageId: number }> {
  const { clientId } = member(ctx);
  return ctx.write(async (transaction) => {
    const [[share]] = await transaction.load(data.lockShare({ shareId }));
    if (!share || share.clientId !== clientId || share.endedAt !== null) {
      throw new AppError('shareNotFound');
    }
    const answer = { packageId: share.ticketId };
    if (share.acceptedAt !== null) return transaction.save(answer, []);
    return transaction.save(answer, [data.setShare(shareId, { acceptedAt: ctx.now })]);
  });
}

/**
 * Ends sharing: by the owner, who takes it back, or by whoever it is shared with. What was booked stays booked. Throws
 * `shareNotFound` for what is none of the caller's.
 */
export function endShare(ctx: Ctx, shareId: number): Promise<Record<never, never>> {
  const { clientId } = member(ctx);
  return ctx.write(async (transaction) => {
    const [[share]] = await transaction.load(data.lockShare({ shareId }));
    const isOwner = share?.ownerId === clientId;
    if (!share || (!isOwner && share.clientId !== clientId)) throw new AppError('shareNotFound');
    // The owner does not see that it was declined, and may take that back too.
    const isOpen =
      share.endedAt === null || (isOwner && share.acceptedAt === null && share.endedBy === 'recipient');
    if (!isOpen) throw new AppError('shareNotFound');
    const endedBy = isOwner ? 'owner' : 'recipient';
    return transaction.save({}, [data.setShare(shareId, { endedAt: ctx.now, endedBy })]);
  });
}

/** A package as it stands now, in the reader's language. */
export interface PackageView extends data.PackageRow {
  readonly name: string;
  readonly state: TicketState;
}

export function viewOf({ tenant, language, now }: Ctx, row: data.PackageRow): PackageView {
  const state = ticketState(toFacts(row), { now, timeZone: tenant.timeZone });
  return { ...row, name: nameIn(row.names, language, tenant.defaultLanguage), state };
}

/** What a client has or was offered, and what is for sale. */
export async function findPackages(ctx: Ctx, clientId: number) {
  const [rows, products] = await ctx.read(
    data.listPackages({ clientId }),
    listForSale({ kind: 'personalTraining' }),
  );
  return { rows: rows.map((row) => viewOf(ctx, row)), products };
}
