import { findUseBefore } from '#server/campaigns/commands.ts';
import { listPointers, lockClients, moveRows } from '#server/clients/merging/data.ts';
import { draftContract } from '#server/contracts/commands.ts';
import { findOverlapping, findPackage } from '#server/contracts/data.ts';
import { type GivenUp, givingUp } from '#server/contracts/doubling/commands.ts';
import { hindranceOf, refuseBuying } from '#server/contracts/purchases/commands.ts';
import { refuseUnlessAllowed } from '#server/contracts/views/commands.ts';
import { findInvoice } from '#server/invoices/data.ts';
import { type Ctx, member, type WriteTransaction } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { undoErasureOf } from '#server/privacy/erasure/data.ts';
import { nameIn } from '#server/products/data.ts';
import { AppError } from '#shared/kernel/errors.ts';
import {
  agreedForm,
  agreedOf,
  dropping,
  type From,
  findDraft,
  findNew,
  isShownElsewhere,
  openInvoiceOf,
} from '../commands.ts';
import * as data from '../data.ts';
import { type FirstPrice, priceOf, priceRequestOf } from '../prices/commands.ts';
import { findShown } from '../showing/data.ts';
import { findLoginOf, findOwner } from './data.ts';

/** What the owner of an account may take over. */
export interface OwnJoin {
  readonly row: data.JoinRow;
  readonly agreed: data.AgreedRow;
  readonly packageName: string;
  /** Null where it is paid. */
  readonly price: FirstPrice | null;
  /** The number of the caller's own contract for those days, for which a paid one becomes credit. */
  readonly otherNumber: string | null;
}

/**
 * What somebody with an account agreed to in joining anew. Throws `joinNotFound` also for whoever is not of its mail
 * address (anybody may type an id code), or of it alone where it was shown in another browser who joins (the address may be
 * mistyped), and what `findDraft` throws.
 */
export async function findOwnJoin(ctx: Ctx, tokens: Tokens, token: string, from: From): Promise<OwnJoin> {
  const row = await findOwn(ctx, tokens, token, from);
  const [[agreed]] = await ctx.read(data.findAgreed({ contractId: row.contractId ?? 0 }));
  if (!agreed) throw new AppError('joinNotFound');
  const form = agreedForm(row);
  const request = form && row.state === 'paying' ? priceRequestOf(form) : undefined;
  const packageName = nameIn(agreed.names, ctx.language, ctx.tenant.defaultLanguage);
  const [[other]] = await ctx.read(findOverlapping({ ...agreed, clientId: member(ctx).clientId }));
  const isToTake = row.takenOverAt === null && agreed.state !== 'withdrawn';
  return {
    row,
    agreed,
    packageName,
    price: request ? await priceOf(ctx, tokens, request, from.address) : null,
    otherNumber: isToTake ? (other?.number ?? null) : null,
  };
}

async function findOwn(ctx: Ctx, tokens: Tokens, token: string, from: From): Promise<data.JoinRow> {
  const { accountId, clientId } = member(ctx);
  const row = await findDraft(ctx, tokens, token, from.address);
  const [[owner], [of]] = await ctx.read(findOwner({ accountId }), findShown({ joinId: row.id }));
  const form = row.agreed ?? row.form;
  const isTaken = row.takenOverAt !== null && row.clientId === clientId;
  const isOfEmail = 'email' in form && (form.email === owner?.email || form.email === owner?.username);
  const isElsewhere = isShownElsewhere(of, from.browser);
  const isOwn = isTaken || (row.takenOverAt === null && isOfEmail && !isElsewhere);
  if (!isOwn || row.state === 'open') throw new AppError('joinNotFound');
  return row;
}

/** A contract that is unpaid or blocked, or a code that each may use once and they have used. */
type Hindrance = 'debt' | 'block' | 'code';

/** What of a paid contract was given up, because its owner has another for those days, or one that hinders it. */
export interface Doubled extends GivenUp {
  /** The number of the other one; with `code` of the invoice its code was used for, empty while that is unpaid. */
  readonly number: string;
  /** Why it does not begin; null: the other one goes on in the same days. */
  readonly hindrance: Hindrance | null;
}

/**
 * All that joining made for a client of its own is another client's, and the first is gone: contract, invoices, money.
 * Of a contract for days in which that client has another, what meets the other is given up for credit; and all of it
 * where nothing of its category is sold to them, for debt or a block, or where its code was theirs to use once and is
 * used. In the caller's transaction: save its queries.
 */
export async function takingAll(
  ctx: Ctx,
  tokens: Tokens,
  load: WriteTransaction['load'],
  made: {
    readonly clientId: number;
    readonly contractId: number;
    readonly invoiceId: number | null;
    readonly agreed: data.AgreedRow;
  },
  ownerId: number,
): Promise<Pick<GivenUp, 'queries' | 'events'> & { readonly given: Doubled | undefined }> {
  const { clientId, contractId, invoiceId, agreed } = made;
  const used = await findUseBefore(load, ctx, { invoiceId: invoiceId ?? 0, clientId: ownerId });
  const [[other]] = await load(findOverlapping({ ...agreed, clientId: ownerId }));
  const isLive = agreed.state === 'live';
  const hindering = isLive && !other ? await hindranceOf(ctx, load, ownerId, agreed.category) : undefined;
  const because = used ? { number: used.number, startsOn: agreed.startsOn } : (other ?? hindering?.row);
  const given =
    because && isLive
      ? await givingUp(ctx, tokens, load, {
          contractId,
          other: because,
          accountId: null,
          because: used ? 'codeUsed' : hindering ? 'hindered' : 'doubled',
        })
      : undefined;
  const hindrance = used ? 'code' : hindering ? (hindering.status === 'blocked' ? 'block' : 'debt') : null;
  const [pointers] = await load(listPointers(), lockClients([ownerId, clientId]));
  // Who they are is known already; what a stranger typed changes nothing of it.
  const moved = moveRows(pointers, { keptId: ownerId, goneId: clientId, identity: '{}', now: ctx.now });
  return {
    given: given && because && { ...given, number: because.number, hindrance },
    queries: [
      ...(given?.queries ?? []),
      ...(used?.queries ?? []),
      undoErasureOf(clientId, ctx.now),
      ...moved,
    ],
    events: given?.events ?? [],
  };
}

/** Stands for what a draft agrees to, as long as it agrees to nothing else. */
export function agreementOf({ agreedHash }: Pick<data.JoinRow, 'agreedHash'>): string {
  return agreedHash?.toString('base64url') ?? '';
}

/**
 * Makes it the caller's own: a paid contract goes to their client, or becomes their credit where they have one for those
 * days; an unpaid one is made anew. Returns the token of what is still to pay, null when nothing is. Throws
 * `campaignAlreadyUsed` where its code was theirs to use once and is used; `changedMeanwhile` where it is not any more
 * as it was seen; where nothing is paid yet, `hasActiveContract` when the caller has one for those days, and what
 * `refuseBuying` throws; and what `findOwnJoin` and `draftContract` throw.
 */
export async function takeOver(
  ctx: Ctx,
  tokens: Tokens,
  { draftToken, agreement }: { readonly draftToken: string; readonly agreement: string },
  from: From,
): Promise<string | null> {
  const { clientId } = member(ctx);
  const found = await findOwn(ctx, tokens, draftToken, from);
  const { id: joinId } = found;
  if (found.state === 'paying' && found.takenOverAt === null) await refuseUnsold(ctx, found, clientId);
  const invoiceId = await ctx.write<number | null>(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (!row || row.contractId === null) throw new AppError('joinNotFound');
    const isPaid = row.state === 'joined';
    const isStanding = isPaid || (await hasBill(transaction.load, row.invoiceId));
    if (row.takenOverAt !== null && isStanding) return transaction.keep(isPaid ? null : row.invoiceId);
    // Whoever opened the draft has its token too, and may have agreed to another package since.
    if (agreement !== agreementOf(row)) throw new AppError('changedMeanwhile', undefined, 409);
    const taken = { client_id: clientId, taken_over_at: ctx.now };
    if (isPaid) {
      const { contractId } = row;
      const [[agreed], [login]] = await transaction.load(
        data.findAgreed({ contractId }),
        findLoginOf({ clientId: row.clientId ?? 0 }),
      );
      // Whose client has a login is somebody: people are put together by the office or by both of their logins.
      if (!agreed || row.clientId === null || login) throw new AppError('joinNotFound');
      // It stays with the client it was made for until what hinders it is settled.
      const hindrance = await hindranceOf(ctx, transaction.load, clientId, agreed.category);
      if (hindrance) refuseUnlessAllowed(hindrance, 'buy');
      const { invoiceId } = row;
      const used = await findUseBefore(transaction.load, ctx, { invoiceId: invoiceId ?? 0, clientId });
      if (used) throw new AppError('campaignAlreadyUsed', undefined, 409);
      const made = { clientId: row.clientId, contractId, invoiceId, agreed };
      const { queries, events } = await takingAll(ctx, tokens, transaction.load, made, clientId);
      const isSettled = row.settledAt !== null;
      const changed = data.changeJoin(joinId, { ...taken, ...(isSettled && { form: '{}' }) });
      return transaction.save<number | null>(null, [...queries, changed], events);
    }
    const form = agreedForm(row);
    if (!form) throw new AppError('joinNotFound');
    await transaction.load(...dropping(ctx, row));
    const moved = await movingNew(ctx, transaction.load, row.clientId, clientId);
    const drafted = await draftContract(ctx, tokens, transaction.load, {
      ...agreedOf(ctx, form),
      isBuyerHidden: false,
      clientId,
    });
    return transaction.save<number | null>(drafted.invoiceId, [
      ...moved,
      ...drafted.queries,
      data.changeJoin(joinId, {
        ...taken,
        contract_id: drafted.contractId,
        invoice_id: drafted.invoiceId,
      }),
    ]);
  });
  return (await openInvoiceOf(ctx, tokens, invoiceId))?.token ?? null;
}

/** Whether there is something to pay still: a bill that nobody paid within its hour is given up, and made anew. */
async function hasBill(load: WriteTransaction['load'], invoiceId: number | null): Promise<boolean> {
  const [[invoice]] = await load(findInvoice({ invoiceId: invoiceId ?? 0 }));
  return invoice !== undefined && invoice.state !== 'dropped';
}

/** Whom a joining was made for and who is nobody beside it is who takes it over, and is not left behind under their name. */
async function movingNew(
  ctx: Ctx,
  load: WriteTransaction['load'],
  joinerId: number | null,
  ownerId: number,
): Promise<readonly Query[]> {
  const goneId = joinerId === null || joinerId === ownerId ? undefined : await findNew(load, joinerId);
  if (goneId === undefined) return [];
  const [pointers] = await load(listPointers());
  return moveRows(pointers, { keptId: ownerId, goneId, identity: '{}', now: ctx.now });
}

/** Made anew it is bought by the client they are: to whom nothing of the kind is sold, it is not sold in this way either. */
async function refuseUnsold(ctx: Ctx, row: data.JoinRow, clientId: number): Promise<void> {
  const form = agreedForm(row);
  const request = form && priceRequestOf(form);
  const [[sold]] = request ? await ctx.read(findPackage(request)) : [[]];
  if (sold) await refuseBuying(ctx, clientId, sold.category);
}
