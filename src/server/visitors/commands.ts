import { randomBytes } from 'node:crypto';
import { countAttempt } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import { type Registered, registerClient } from '#server/registrations/commands.ts';
import { cancelRegistration } from '#server/registrations/queue/commands.ts';
import { findTraining, type TrainingRow } from '#server/schedule/data.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { refuseFaultyDetails, tidyDetails, type VisitorDetails } from '#shared/visitors/details/domain.ts';
import { isPersonalRefusal } from '#shared/visitors/domain.ts';
import * as data from './data.ts';

export interface VisitorWish {
  readonly trainingId: number;
  readonly isWaitingAccepted: boolean;
  readonly details: VisitorDetails;
}

/** Whom a booking without an account is for. */
interface Booker {
  readonly clientId: number;
  readonly firstName: string;
  readonly language: Language;
}

/** What the mail is about. */
export interface VisitorMail {
  readonly to: string;
  readonly firstName: string;
  readonly language: Language;
  readonly linkToken: string;
  readonly isWaiting: boolean;
  readonly freeUntil: string;
}

/**
 * Books for whoever the address belongs to, and mails a link that gives the place back. An address of an account
 * books for its client and is answered like any other (docs/decisions/0012). Whoever is booked already gets the
 * mail once more beside the refusal: the answer to the first press may have been lost.
 */
export async function bookAsVisitor(
  ctx: Ctx,
  tokens: Tokens,
  { trainingId, isWaitingAccepted, details: typed }: VisitorWish,
  address: string,
  writeMail: (mail: VisitorMail, training: TrainingRow) => MailEvent,
): Promise<Registered> {
  refuseFaultyDetails(typed);
  const details = tidyDetails(typed);
  await countAttempt(ctx, 'visitorBookingAddress', tokens.attemptSubject(`visitor address ${address}`));
  await countAttempt(ctx, 'visitorBooking', tokens.attemptSubject(`visitor ${details.email}`));
  const training = await findPublicTraining(ctx, trainingId);
  // Tickets and vouchers belong to who is logged in.
  if (training.isPaid) throw new AppError('coverNeeded', 409);
  const booker = await findOrAddBooker(ctx, details);
  const { clientId } = booker;
  const send = (registration: { id: number; state: string; freeUntil: string }) =>
    sendLink(ctx, booker, details.email, registration, (mail) => writeMail(mail, training));
  try {
    const registered = await registerClient(ctx, { clientId, trainingId, isWaitingAccepted });
    const { registrationId: id, freeUntil } = registered;
    await send({ id, state: registered.outcome, freeUntil });
    return registered;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'alreadyRegistered') {
      const [known] = await ctx.read(data.findLiveRegistration({ clientId, trainingId }));
      if (known[0]) await send(known[0]);
    }
    throw isPersonalRefusal(error.code) ? new AppError(error.code, error.status) : error;
  }
}

/** A training that strangers may see. Throws `trainingNotFound`. */
export async function findPublicTraining(ctx: Ctx, id: number): Promise<TrainingRow> {
  const { language, tenant } = ctx;
  const [rows] = await ctx.read(
    findTraining(id, { language, defaultLanguage: tenant.defaultLanguage }, null),
  );
  if (!rows[0]) throw new AppError('trainingNotFound', 404);
  return rows[0];
}

/** Gives back what a mailed link is about. Throws `registrationNotFound` for an unknown or used one. */
export async function cancelByLink(ctx: Ctx, linkToken: string) {
  const { clientId, registrationId } = await findLinked(ctx, linkToken);
  return cancelRegistration(ctx, clientId, registrationId);
}

export async function findLinked(ctx: Ctx, linkToken: string) {
  const [found] = await ctx.read(data.findLinked({ tokenHash: hashToken(linkToken) }));
  if (!found[0]) throw new AppError('registrationNotFound', 404);
  return found[0];
}

/** The client of the address: the account's, an earlier visit's, or a new one. Nothing known is changed by it. */
async function findOrAddBooker(ctx: Ctx, details: VisitorDetails): Promise<Booker> {
  try {
    return await findOrAddOnce(ctx, details);
  } catch (error) {
    // The same address at the same moment: the other press has added it by now.
    if (!isUniqueViolation(error, data.oneVisitorAnAddress)) throw error;
    return findOrAddOnce(ctx, details);
  }
}

function findOrAddOnce(ctx: Ctx, details: VisitorDetails): Promise<Booker> {
  const { email, firstName } = details;
  const { language, now } = ctx;
  return ctx.write(async (transaction) => {
    const [accounts, visitors, ids] = await transaction.load(
      data.findAccountClient({ email }),
      data.findVisitorClient({ email }),
      data.nextClientId({}),
    );
    const account = accounts[0];
    if (account) {
      return transaction.save(
        { ...account, language: isLanguage(account.language) ? account.language : language },
        [],
      );
    }
    if (visitors[0]) return transaction.save({ ...visitors[0], language }, []);
    const clientId = ids[0]?.id ?? 0;
    return transaction.save({ clientId, firstName, language }, [
      data.insertClient(clientId, details),
      data.insertVisitor(clientId, email, now),
    ]);
  });
}

async function sendLink(
  ctx: Ctx,
  { clientId, firstName, language }: Booker,
  to: string,
  registration: { id: number; state: string; freeUntil: string },
  writeMail: (mail: VisitorMail) => MailEvent,
): Promise<void> {
  const linkToken = randomBytes(24).toString('base64url');
  const { id: registrationId, state, freeUntil } = registration;
  const mail = writeMail({ to, firstName, language, linkToken, isWaiting: state !== 'booked', freeUntil });
  await ctx.write((transaction) =>
    transaction.save(
      undefined,
      [data.insertLink({ tokenHash: hashToken(linkToken), registrationId, clientId, now: ctx.now })],
      [mail],
    ),
  );
}
