import { randomBytes } from 'node:crypto';
import { countAttempt, countMailTo, forgetMailTo } from '#server/account/commands.ts';
import { listPointers } from '#server/clients/merging/data.ts';
import { writeFileToken } from '#server/feeds/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import { type MailEvent, outboxQueries } from '#server/kernel/events.ts';
import { isPhoneIn } from '#server/kernel/phones/phones.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import { type RegistrationRequest, registerClient } from '#server/registrations/commands.ts';
import { cancelRegistration, rulesOf } from '#server/registrations/waitlist/commands.ts';
import { findTraining, type TrainingRow } from '#server/schedule/data.ts';
import { mailboxOf } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { nameKey } from '#shared/kernel/names.ts';
import type { RegistrationDecision } from '#shared/registrations/domain.ts';
import { refuseFaultyDetails, tidyDetails, type VisitorDetails } from '#shared/visitors/details/domain.ts';
import { addressRefusal, decideRequest, requestExpiry } from '#shared/visitors/domain.ts';
import * as data from './data.ts';

export interface VisitorRequest {
  readonly trainingId: number;
  readonly isWaitingAccepted: boolean;
  readonly details: VisitorDetails;
}

/** What the mail is about. */
export interface VisitorMail {
  readonly to: string;
  readonly firstName: string;
  readonly linkToken: string;
  readonly isWaiting: boolean;
  readonly expiresAt: string;
}

/**
 * Mails a link that books to whoever reads the mails of the address. Who that is is not looked up: known or not, blocked or
 * booked already, it is the same work and the same answer (docs/decisions/0064). Throws what is true of the training for
 * everybody, and `tooManyAttempts`.
 */
export async function askAsVisitor(
  ctx: Ctx,
  tokens: Tokens,
  { trainingId, isWaitingAccepted, details: typed }: VisitorRequest,
  address: string,
  writeMail: (mail: VisitorMail, training: PublicTraining) => MailEvent,
): Promise<void> {
  refuseFaultyDetails(typed, isPhoneIn(ctx.tenant.pageRules.main.country2Code));
  const details = tidyDetails(typed);
  await countAttempt(ctx, 'visitorBookingAddress', tokens.attemptSubject(`visitor address ${address}`));
  const training = await findPublicTraining(ctx, trainingId);
  const isWaiting = decideRequest(training, rulesOf(ctx), isWaitingAccepted) === 'waiting';
  // Only what is mailed counts: else whoever asks for nothing shuts an address out without its owner seeing it.
  await countMailTo(ctx, tokens, details.email);
  const { now } = ctx;
  const linkToken = randomBytes(24).toString('base64url');
  const expiresAt = requestExpiry(training.startsAt, now);
  const { email: to, firstName } = details;
  await ctx.write((transaction) =>
    transaction.save(
      undefined,
      [data.insertRequest({ tokenHash: hashToken(linkToken), trainingId, details, now, expiresAt })],
      [writeMail({ to, firstName, linkToken, isWaiting, expiresAt }, training)],
    ),
  );
}

/** What the mail about a booking of a moment ago is about. */
export interface BookedMail {
  readonly to: string;
  readonly firstName: string;
  readonly registrationId: number;
  readonly training: PublicTraining;
  /** Street and town of the club. */
  readonly address: string;
  readonly isWaiting: boolean;
  /** Until when it is cancelled free; null while it is waited for. */
  readonly freeUntil: string | null;
}

export type PublicTraining = TrainingRow;

/** A training that strangers may see. Throws `trainingNotFound`. */
export async function findPublicTraining(ctx: Ctx, id: number): Promise<PublicTraining> {
  const { language, tenant } = ctx;
  const [rows] = await ctx.read(
    findTraining(id, { language, defaultLanguage: tenant.defaultLanguage }, null),
  );
  if (!rows[0]) throw new AppError('trainingNotFound');
  return rows[0];
}

/**
 * What a mailed link is about: the registration it brought, or the training it asks for. Throws `registrationNotFound` for
 * an unknown one, one whose time is over, and one whose training strangers may not see any more.
 */
export async function openLink(ctx: Ctx, linkToken: string) {
  const tokenHash = hashToken(linkToken);
  // In this order: the press that books writes the link and deletes the request in one step, so whoever no longer finds the
  // request finds the link after it. The other way round, a press overtaken between the two would find neither.
  const [[request], [linked]] = await ctx.read(
    data.findRequest({ tokenHash, now: ctx.now }),
    data.findLinked({ tokenHash }),
  );
  if (linked) return { kind: 'known' as const, linked };
  if (!request) throw new AppError('registrationNotFound');
  return { kind: 'asked' as const, request, training: await findPublicTraining(ctx, request.trainingId) };
}

/**
 * Books what a mailed link asks for, for the client of its address and name; whoever has booked it already has the link made
 * about that. The link and what it brought are written with the booking: pressed twice, the second press finds the first
 * one's. Throws `registrationNotFound`, and the refusals of booking.
 */
export async function confirmByLink(
  ctx: Ctx,
  tokens: Tokens,
  linkToken: string,
  isWaitingAccepted: boolean,
  writeMail: (booked: BookedMail) => MailEvent,
) {
  const found = await openLink(ctx, linkToken);
  if (found.kind === 'known') return found.linked;
  const { request, training } = found;
  // It may have come to cost something since: tickets and vouchers belong to who is logged in.
  if (training.isPaid) throw new AppError('coverNeeded');
  const tokenHash = hashToken(linkToken);
  const clientId = await findOrAddClient(ctx, request);
  const { trainingId } = request;
  const linkOf = (registrationId: number) => ({ tokenHash, registrationId, clientId, now: ctx.now });
  const [club] = ctx.tenant.clubs.filter(({ name }) => name === training.clubName);
  const address = [club?.address, club?.city].filter(Boolean).join(', ');
  const { email: to, firstName } = request;
  // Everything of it in one place, to the address that has just shown that it reads its mails.
  const alongside = (registrationId: number, { outcome, ...terms }: RegistrationDecision) => [
    data.insertLink(linkOf(registrationId)),
    data.deleteRequest(tokenHash),
    forgetMailTo(tokens, to),
    ...outboxQueries([
      writeMail({
        ...{ to, firstName, registrationId, training, address, isWaiting: outcome === 'waiting' },
        freeUntil: 'freeUntil' in terms ? terms.freeUntil : null,
      }),
    ]),
  ];
  const guard: RegistrationRequest['guard'] = async (load, facts) => {
    const of = { mailbox: mailboxOf(to), clientId, trainingId, now: ctx.now };
    const [, [held]] = await load(data.lockMailbox(of.mailbox), data.findHeldByMailbox(of));
    return held && addressRefusal(facts, held, rulesOf(ctx));
  };
  try {
    await registerClient(ctx, { clientId, trainingId, isWaitingAccepted, guard, alongside });
  } catch (error) {
    if (error instanceof AppError && error.code === 'alreadyRegistered') {
      const [[known]] = await ctx.read(data.findLiveRegistration({ clientId, trainingId }));
      if (!known) throw error;
      await ctx.write((transaction) =>
        transaction.save(undefined, [data.insertLinkOnce(linkOf(known.id)), data.deleteRequest(tokenHash)]),
      );
    } else if (!isUniqueViolation(error, data.oneBookingALink)) throw error;
  }
  return findLinked(ctx, linkToken);
}

/** Opens the calendar file of what a mailed link has booked. Throws `registrationNotFound` while it has booked nothing. */
export async function openCalendarFile(ctx: Ctx, tokens: Tokens, linkToken: string): Promise<string> {
  const { registrationId } = await findLinked(ctx, linkToken);
  return writeFileToken(ctx, tokens, registrationId);
}

/** Gives back what a mailed link is about. Throws `registrationNotFound` for an unknown or used one. */
export async function cancelByLink(ctx: Ctx, linkToken: string) {
  const { clientId, registrationId } = await findLinked(ctx, linkToken);
  return cancelRegistration(ctx, clientId, registrationId);
}

async function findLinked(ctx: Ctx, linkToken: string) {
  const [found] = await ctx.read(data.findLinked({ tokenHash: hashToken(linkToken) }));
  if (!found[0]) throw new AppError('registrationNotFound');
  return found[0];
}

/**
 * The client of the address and the name: the account's, an earlier visit's, or a new one. Nothing known is changed by it.
 */
async function findOrAddClient(ctx: Ctx, details: VisitorDetails): Promise<number> {
  try {
    return await findOrAddOnce(ctx, details);
  } catch (error) {
    // The same visitor at the same moment: the other press has added them by now.
    if (!isUniqueViolation(error, data.oneVisitorAName)) throw error;
    return findOrAddOnce(ctx, details);
  }
}

const keyOf = ({ firstName, lastName }: Pick<VisitorDetails, 'firstName' | 'lastName'>) =>
  nameKey(`${firstName} ${lastName}`);

function findOrAddOnce(ctx: Ctx, details: VisitorDetails): Promise<number> {
  const { email } = details;
  const { now } = ctx;
  const name = keyOf(details);
  return ctx.write(async (transaction) => {
    const [[account], [visitor], [next]] = await transaction.load(
      data.findAccountClient({ email }),
      data.findVisitorClient({ email, name }),
      data.nextClientId({}),
    );
    if (account && keyOf(account) === name) return transaction.keep(account.clientId);
    if (visitor) return transaction.keep(visitor.clientId);
    const clientId = next?.id ?? 0;
    return transaction.save(clientId, [
      data.insertClient(clientId, details),
      data.insertVisitor({ clientId, email, name, now }),
    ]);
  });
}

/** Whoever was refused as a visitor left an address and no booking: nothing to keep them for. */
export async function forgetRefused(system: Db, before: string): Promise<void> {
  const [pointers] = await system.run(listPointers());
  await system.run(data.forgetRefused(pointers, before));
}
