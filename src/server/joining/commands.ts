import { createHash } from 'node:crypto';
import { countAttempt } from '#server/account/commands.ts';
import { releaseCode } from '#server/campaigns/commands.ts';
import { lockClients } from '#server/clients/data.ts';
import { findNobody, listPointers } from '#server/clients/merging/data.ts';
import { agreeing } from '#server/consents/commands.ts';
import { draftContract } from '#server/contracts/commands.ts';
import { dropContract } from '#server/contracts/data.ts';
import { invoiceToken } from '#server/invoices/commands.ts';
import { dropDraft, findInvoice } from '#server/invoices/data.ts';
import type { Ctx, WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { JoiningEvent } from '#server/kernel/events.ts';
import { hashToken, isSame, type Tokens } from '#server/kernel/tokens.ts';
import { Payer } from '#shared/invoices/domain.ts';
import {
  type CodeProblem,
  codeProblems,
  draftHours,
  firstProblem,
  isMinor,
  type JoinForm,
  type JoinProblems,
  joinProblems,
  tidyForm,
} from '#shared/joining/domain.ts';
import { isAsShown } from '#shared/joining/shown/domain.ts';
import { addMinutes, compareInstants, localDate } from '#shared/kernel/dates.ts';
import { AppError, type ErrorDetails } from '#shared/kernel/errors.ts';
import { type Cents, cents } from '#shared/kernel/money.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import * as data from './data.ts';
import { type FirstPrice, priceOf, priceRequestOf, rulesOf } from './prices/commands.ts';
import { findShown, type ShownRow, settleShown } from './showing/data.ts';

/** What is wrong with a form, and what it would cost. */
export interface Checked {
  readonly problems: JoinProblems;
  readonly details: ErrorDetails;
  readonly price: FirstPrice | null;
}

/** Looks at everything and keeps nothing. Throws `tooManyAttempts` for codes tried too often. */
export async function checkForm(ctx: Ctx, tokens: Tokens, form: JoinForm, address: string): Promise<Checked> {
  const { rules } = await rulesOf(ctx);
  const found = joinProblems(form, rules);
  const request = priceRequestOf(form);
  if (!request || found.productId || found.startsOn) return { problems: found, details: {}, price: null };
  const code = rules.page === 'complete' ? form.code : '';
  try {
    return { problems: found, details: {}, price: await priceOf(ctx, tokens, { ...request, code }, address) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problem = codeProblems.find((known): known is CodeProblem => known === error.code);
    if (!problem) throw error;
    return {
      problems: { ...found, code: problem },
      details: error.details ?? {},
      price: await priceOf(ctx, tokens, { ...request, code: '' }, address),
    };
  }
}

/** 256 bits that follow from the draft's salt and the installation's secret. */
export function draftToken(tokens: Tokens, tenantId: number, { id, salt }: { id: number; salt: Buffer }) {
  return tokens.saltedMac(`join ${tenantId} ${id}`, salt);
}

/** When a draft that is changed now is dropped. */
export const expiry = (now: string) => addMinutes(now, draftHours * 60);

/** Whether a draft is kept no longer. */
export const isExpired = ({ expiresAt }: Pick<data.JoinRow, 'expiresAt'>, now: string) =>
  compareInstants(expiresAt, now) <= 0;

/** Keeps what is typed for the first time. Returns the token that opens it. */
export async function openDraft(ctx: Ctx, tokens: Tokens, form: JoinForm, address: string): Promise<string> {
  await countAttempt(ctx, 'joinDraft', tokens.attemptSubject(`join draft ${address}`));
  const { tenant, now, language } = ctx;
  const salt = tokens.newSalt();
  return ctx.write(async (transaction) => {
    const [[next]] = await transaction.load(data.nextIds({}));
    if (!next) throw new Error('the database gave no ids');
    const token = draftToken(tokens, tenant.id, { id: next.joinId, salt });
    const join = { id: next.joinId, salt, tokenHash: hashToken(token), form, language, now };
    return transaction.save(token, [data.insertJoin({ ...join, expiresAt: expiry(now) })]);
  });
}

/**
 * The draft a token opens. Throws `joinNotFound` for one that is unknown, wrong, dropped or of another centre, and
 * `tooManyAttempts` for whoever brought too many of those.
 */
export async function findDraft(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<data.JoinRow> {
  const subject = tokens.attemptSubject(`join lookup ${address}`);
  const [[row]] = await ctx.read(data.findJoinByToken({ tokenHash: hashToken(token) }));
  const isOver = row && row.state !== 'joined' && isExpired(row, ctx.now);
  const isOpen = row && row.state !== 'dropped' && !isOver;
  if (!isOpen || !isSame(draftToken(tokens, ctx.tenant.id, row), token)) {
    await countAttempt(ctx, 'joinLookup', subject);
    throw new AppError('joinNotFound');
  }
  return row;
}

/** Where a call comes from, and from which browser. */
export interface From {
  readonly address: string;
  readonly browser: string;
}

/**
 * Whether what a draft agrees to is of who was shown in another browser. Its link is mailed to an address that may be mistyped:
 * whoever has it changes nothing of that, and begins a draft of their own.
 */
export function isShownElsewhere(shown: ShownRow | undefined, browser: string): boolean {
  return shown?.isShown === true && shown.browserHash?.equals(hashToken(browser)) !== true;
}

/** Keeps what is typed now. Throws what `findDraft` throws. */
export async function changeDraft(
  ctx: Ctx,
  tokens: Tokens,
  { token, form }: { token: string; form: JoinForm },
  { address, browser }: From,
): Promise<void> {
  const { id } = await findDraft(ctx, tokens, token, address);
  const { now, language } = ctx;
  const kept = { form: JSON.stringify(form), language, changed_at: now, expires_at: expiry(now) };
  await ctx.write(async ({ load, save }) => {
    const [[row], [shown]] = await load(data.lockJoin({ joinId: id }), findShown({ joinId: id }));
    const isOver = !row || row.state === 'joined' || row.state === 'dropped' || row.takenOverAt !== null;
    if (isOver || isShownElsewhere(shown, browser)) throw new AppError('joinNotFound');
    return save(undefined, [data.changeJoin(id, kept)]);
  });
}

/** Whether a form is of who was shown for its draft: in this browser, in time. */
export function isOfShown(
  { shown, browserHash, until }: ShownRow,
  form: JoinForm,
  browser: string,
  now: string,
): boolean {
  const isHere = browserHash?.equals(hashToken(browser)) === true;
  return isHere && shown !== null && until !== null && isAsShown(form, shown.person, until, now);
}

/** A whole form is kept until its holder was settled. */
export function wholeForm({ form }: Pick<data.JoinRow, 'form'>): JoinForm | undefined {
  return 'productId' in form ? form : undefined;
}

/**
 * What the contract was made from, looked at as a whole and agreed to; what was typed since is another wish, of which
 * neither is true.
 */
export function agreedForm(row: Pick<data.JoinRow, 'form' | 'agreed'>): JoinForm | undefined {
  return row.agreed ?? wholeForm(row);
}

/** The token of a draft invoice that still stands; null where there is none. */
export async function openInvoiceOf(ctx: Ctx, tokens: Tokens, invoiceId: number | null) {
  if (invoiceId === null) return null;
  const [[invoice]] = await ctx.read(findInvoice({ invoiceId }));
  if (!invoice || invoice.state === 'dropped') return null;
  const token = invoiceToken(tokens, ctx.tenant.id, invoiceId, invoice.salt);
  return { token, totalCents: cents(invoice.totalCents) };
}

export interface Joining {
  readonly joinId: number;
  /** Opens the public page of the draft invoice. */
  readonly invoiceToken: string;
  readonly totalCents: Cents;
}

/** What somebody joins with. */
export interface JoinRequest {
  readonly token: string;
  readonly form: JoinForm;
  /** It was shown in this browser who joins; otherwise typed. */
  readonly isShown: boolean;
}

/**
 * Makes the contract of a draft and the draft invoice of it, for a client of its own: whether mail or code belong to
 * somebody known is not asked here, so that the answer cannot tell (decision 0023). The same draft with the same form gives
 * the same; with another form the contract before it is dropped. Throws `dataValidationFailed` with the first faulty
 * field, `joinShownOver` where it is not of who was shown, or was shown too long ago, what `findDraft` and `draftContract` throw, and `tooManyAttempts`.
 */
export async function joinIn(
  ctx: Ctx,
  tokens: Tokens,
  { token, form: typed, isShown }: JoinRequest,
  { address, browser }: From,
): Promise<Joining> {
  const { rules } = await rulesOf(ctx);
  const faulty = firstProblem(joinProblems(typed, rules));
  if (faulty) throw new AppError('dataValidationFailed', faulty);
  await countAttempt(ctx, 'joining', tokens.attemptSubject(`join ${address}`));
  const { id: joinId } = await findDraft(ctx, tokens, token, address);
  const invoiceId = await make(ctx, tokens, joinId, { form: tidyForm(typed, rules), isShown, browser });
  const openInvoice = await openInvoiceOf(ctx, tokens, invoiceId);
  if (!openInvoice) throw new AppError('joinNotFound');
  return { joinId, invoiceToken: openInvoice.token, totalCents: openInvoice.totalCents };
}

function make(
  ctx: Ctx,
  tokens: Tokens,
  joinId: number,
  { form, isShown, browser }: Omit<JoinRequest, 'token'> & Pick<From, 'browser'>,
): Promise<number> {
  const { now, language } = ctx;
  return ctx.write(async (transaction) => {
    const [[row], [next], [shown]] = await transaction.load(
      data.lockJoin({ joinId }),
      data.nextIds({}),
      findShown({ joinId }),
    );
    if (!row || !next || !shown || row.state === 'dropped') throw new AppError('joinNotFound');
    // It is somebody's by now: whoever holds the draft writes nothing into them, and sees nothing of what they owe.
    if (row.takenOverAt !== null) throw new AppError('joinNotFound');
    if (row.state === 'joined' && row.invoiceId !== null) return transaction.keep(row.invoiceId);
    if (isShownElsewhere(shown, browser)) throw new AppError('joinNotFound');
    const agreedHash = hashOf(isShown ? { ...form, isShown } : form);
    if (row.invoiceId !== null && row.agreedHash?.equals(agreedHash)) {
      const [[invoice]] = await transaction.load(findInvoice({ invoiceId: row.invoiceId }));
      if (invoice && invoice.state !== 'dropped') return transaction.keep(row.invoiceId);
    }
    if (isShown && !isOfShown(shown, form, browser, now)) throw new AppError('joinShownOver');
    // Its place of the code must be free before the next one is taken.
    await transaction.load(...dropping(ctx, row));
    const own = row.clientId === null ? undefined : await findNew(transaction.load, row.clientId);
    const clientId = own ?? next.clientId;
    const drafted = await draftContract(ctx, tokens, transaction.load, {
      ...agreedOf(ctx, form),
      clientId,
    });
    const { contractId, invoiceId } = drafted;
    return transaction.save(
      invoiceId,
      [
        own === undefined ? data.insertClient(clientId, form) : data.changeClient(clientId, form),
        ...drafted.queries,
        ...agreeing(ctx, clientId, form.startsEarly, 'joining'),
        data.changeJoin(joinId, {
          state: 'paying',
          form: JSON.stringify(form),
          agreed: JSON.stringify(form),
          language,
          client_id: clientId,
          contract_id: contractId,
          invoice_id: invoiceId,
          changed_at: now,
          expires_at: expiry(now),
          reminded_at: null,
          address_proven_at: null,
          agreed_hash: agreedHash,
        }),
        settleShown(joinId, isShown),
      ],
      [joiningEvent('started', joinId)],
    );
  });
}

/** The client of a draft as long as they are nobody: whom the office has served meanwhile is left as they are. */
export async function findNew(load: WriteTransaction['load'], clientId: number): Promise<number | undefined> {
  const [, pointers] = await load(lockClients({ clientIds: [clientId] }), listPointers());
  const [[nobody]] = await load(findNobody(clientId, pointers));
  return nobody?.id;
}

/** What a form agrees to, whoever it is for. */
export function agreedOf({ now, tenant }: Ctx, form: JoinForm) {
  const request = priceRequestOf(form);
  if (!request)
    throw new AppError('dataValidationFailed', { field: 'productId', problem: 'packageRequired' });
  const hasGuardian = form.guardianIdCode !== '' && isMinor(form, localDate(now, tenant.timeZone));
  const own = { name: `${form.firstName} ${form.lastName}`, email: form.email, phone: form.phone };
  const guardian = {
    name: `${form.guardianFirstName} ${form.guardianLastName}`,
    email: form.guardianEmail,
    phone: form.guardianPhone,
  };
  const address = [form.address, form.zip, form.city].filter((part) => part !== '').join(', ');
  return {
    ...request,
    payer: Payer.parse({ ...(hasGuardian ? guardian : own), address }),
    startsEarly: form.startsEarly,
    // A code that is taken once a person must not tell that a mail address is known.
    isBuyerHidden: true,
  };
}

/** Gives up what was made before and never paid. */
export function dropping(
  ctx: Ctx,
  { contractId, invoiceId }: Pick<data.JoinRow, 'contractId' | 'invoiceId'>,
): readonly Query[] {
  if (contractId === null || invoiceId === null) return [];
  return [dropContract(contractId), dropDraft({ invoiceId, now: ctx.now }), releaseCode(ctx, invoiceId)];
}

/** Of what is agreed to; the order of fields does not matter. */
function hashOf(form: JoinForm & { readonly isShown?: boolean }): Buffer {
  const entries = Object.entries(form).toSorted(([one], [other]) => compareTexts(one, other));
  return createHash('sha256').update(JSON.stringify(entries)).digest();
}

export function joiningEvent(kind: JoiningEvent['kind'], joinId: number): JoiningEvent {
  return { topic: 'joining', kind, joinId, dedupeKey: `${kind}:${joinId}` };
}
