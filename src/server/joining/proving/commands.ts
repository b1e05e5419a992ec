import { countAttempt, countMailTo } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { isSame, type Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilment } from '#server/payments/ports.ts';
import { completeFree } from '#server/payments/status-updates/commands.ts';
import type { JoinForm } from '#shared/joining/domain.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import type { Cents } from '#shared/kernel/money.ts';
import {
  agreedForm,
  expiry,
  type From,
  isExpired,
  type JoinRequest,
  joinIn,
  openInvoiceOf,
} from '../commands.ts';
import * as data from '../data.ts';
import { type AgreedFacts, writeProvingMail } from '../mails.ts';
import { envelopeOf, factsOf, type JoiningPorts } from '../settling/commands.ts';

/** What joining by a mailed link needs of the process. */
export interface ProvingPorts extends JoiningPorts {
  readonly fulfil: Fulfilment;
}

/** Whose address it is: of whoever joins, then of the guardian who pays. */
type Reader = 'joiner' | 'guardian';

/** What a mailed link opens. */
interface Proof {
  readonly row: data.JoinRow & { readonly contractId: number };
  readonly reader: Reader;
}

/** What pressing agrees to, or has agreed to. */
export interface ProofFacts {
  readonly isJoined: boolean;
  /** Who joins; empty once it is settled who they are. */
  readonly name: string;
  readonly facts: AgreedFacts;
}

/**
 * Joins as `joinIn` does. What costs nothing at first is proved by nobody's payment: then the way on is mailed to whoever's
 * address was typed, and nothing begins before it is pressed (decision 0132). Known and unknown are answered alike. Throws what
 * `joinIn` throws, and `tooManyAttempts` for an address that was mailed too often.
 */
export async function joinOrAsk(
  ctx: Ctx,
  ports: JoiningPorts,
  asked: JoinRequest,
  from: From,
): Promise<{ readonly invoiceToken: string | null; readonly totalCents: Cents }> {
  const { joinId, invoiceToken, totalCents } = await joinIn(ctx, ports.tokens, asked, from);
  const isAsked = totalCents === 0 && (await mailProof(ctx, ports, joinId, 'joiner'));
  return { invoiceToken: isAsked ? null : invoiceToken, totalCents };
}

/** False where it has begun already, and there is nothing to ask. */
async function mailProof(ctx: Ctx, ports: JoiningPorts, joinId: number, reader: Reader): Promise<boolean> {
  const { now, tenant } = ctx;
  const [[before]] = await ctx.read(data.lockJoin({ joinId }));
  if (before?.state === 'joined') return false;
  const typed = before && agreedForm(before);
  if (!typed) throw new AppError('joinNotFound');
  await countMailTo(ctx, ports.tokens, readerOf(typed, reader).email, 'freeBuying');
  return ctx.write<boolean>(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    const form = row && agreedForm(row);
    if (row?.state !== 'paying' || row.contractId === null || !form || row.takenOverAt !== null)
      return transaction.keep(row?.state !== 'joined');
    const { email: to, firstName } = readerOf(form, reader);
    // The address that was counted is the one that is mailed.
    if (to !== readerOf(typed, reader).email) throw new AppError('changedMeanwhile', undefined, 409);
    const [[agreed]] = await transaction.load(data.findAgreed({ contractId: row.contractId }));
    if (!agreed) throw new AppError('joinNotFound');
    const expiresAt = expiry(now);
    const language = isLanguage(row.language) ? row.language : tenant.defaultLanguage;
    const until = `${formatDate(localDate(expiresAt, tenant.timeZone))} ${localTime(expiresAt, tenant.timeZone)}`;
    return transaction.save(
      true,
      // Nobody need be reminded of what they have just been mailed.
      [data.changeJoin(joinId, { expires_at: expiresAt, reminded_at: now })],
      [
        writeProvingMail(
          { joinId, now },
          envelopeOf(ctx, ports, { to, firstName, language }),
          factsOf(ctx, agreed, language),
          { token: proofToken(ports.tokens, tenant.id, row, reader), until, joiner: nameOf(form) },
        ),
      ],
    );
  });
}

/**
 * What a mailed link opens: whoever brings it reads the mails of that address. Throws `joinNotFound` for one that is unknown,
 * over, or of another agreement than stands now, and `tooManyAttempts` for whoever brought too many of those.
 */
async function findProof(ctx: Ctx, tokens: Tokens, token: string, address: string): Promise<Proof> {
  const [[row]] = await ctx.read(data.lockJoin({ joinId: Number(/^(\d{1,9})\./.exec(token)?.[1] ?? 0) }));
  const readers = ['joiner', 'guardian'] as const;
  const reader = row && readers.find((one) => isSame(proofToken(tokens, ctx.tenant.id, row, one), token));
  // Who has taken it over behind their login goes on there.
  const isOpen = row?.state === 'paying' && !isExpired(row, ctx.now) && row.takenOverAt === null;
  const isDone = row?.state === 'joined' && row.addressProvenAt !== null;
  if (!row || !(isOpen || isDone) || !reader || row.contractId === null) {
    await countAttempt(ctx, 'joinLookup', tokens.attemptSubject(`join lookup ${address}`));
    throw new AppError('joinNotFound');
  }
  return { row: { ...row, contractId: row.contractId }, reader };
}

/** What pressing agrees to. Throws what `findProof` throws. */
export async function describeProof(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<ProofFacts> {
  const { row } = await findProof(ctx, tokens, token, address);
  const form = agreedForm(row);
  const [[agreed]] = await ctx.read(data.findAgreed({ contractId: row.contractId }));
  if (!agreed) throw new AppError('joinNotFound');
  return {
    isJoined: row.state === 'joined',
    name: form ? nameOf(form) : '',
    facts: factsOf(ctx, agreed, ctx.language),
  };
}

export interface Joined {
  /** The guardian who pays is asked next, or it has begun. */
  readonly state: 'guardianAsked' | 'joined';
  /** Of the invoice over nothing; null before. */
  readonly invoiceToken: string | null;
}

/** Joins by a mailed link; again it does nothing. Throws what `findProof` throws, and `changedMeanwhile`. */
export async function joinByProof(
  ctx: Ctx,
  ports: ProvingPorts,
  token: string,
  address: string,
): Promise<Joined> {
  const { row, reader } = await findProof(ctx, ports.tokens, token, address);
  const { id: joinId, invoiceId } = row;
  if (invoiceId === null) throw new AppError('changedMeanwhile', undefined, 409);
  if (row.state === 'paying') {
    const form = agreedForm(row);
    if (reader === 'joiner' && form && hasOtherGuardian(form)) {
      await mailProof(ctx, ports, joinId, 'guardian');
      return { state: 'guardianAsked', invoiceToken: null };
    }
    await ctx.write(async (transaction) => {
      const [[now]] = await transaction.load(data.lockJoin({ joinId }));
      if (now?.invoiceId !== invoiceId) throw new AppError('changedMeanwhile', undefined, 409);
      return transaction.save(undefined, [data.changeJoin(joinId, { address_proven_at: ctx.now })]);
    });
    await completeFree(ctx, ports.fulfil, invoiceId);
  }
  const [[after]] = await ctx.read(data.lockJoin({ joinId }));
  if (after?.state !== 'joined') throw new AppError('changedMeanwhile', undefined, 409);
  const invoice = await openInvoiceOf(ctx, ports.tokens, invoiceId);
  return { state: 'joined', invoiceToken: invoice?.token ?? null };
}

/** A number to find it by, and 256 bits that follow from salt, agreement, reader, and the installation's secret. */
export function proofToken(
  tokens: Tokens,
  tenantId: number,
  row: Pick<data.JoinRow, 'id' | 'salt' | 'agreedHash'>,
  reader: Reader,
): string {
  const agreed = row.agreedHash?.toString('base64url') ?? '';
  return `${row.id}.${tokens.saltedMac(`join proof ${tenantId} ${row.id} ${reader} ${agreed}`, row.salt)}`;
}

const hasOtherGuardian = ({ guardianEmail, email }: JoinForm) =>
  guardianEmail !== '' && guardianEmail !== email;

const nameOf = ({ firstName, lastName }: JoinForm) => `${firstName} ${lastName}`;

function readerOf(form: JoinForm, reader: Reader): { readonly email: string; readonly firstName: string } {
  return reader === 'guardian'
    ? { email: form.guardianEmail, firstName: form.guardianFirstName }
    : { email: form.email, firstName: form.firstName };
}
