import { draftContract } from '#server/contracts/commands.ts';
import { findOverlapping } from '#server/contracts/data.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { nameIn } from '#server/products/data.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { agreedOf, dropping, findDraft, standingInvoice, wholeForm } from '../commands.ts';
import * as data from '../data.ts';
import { type FirstPrice, priceOf, wishOf } from '../prices/commands.ts';

/** What the owner of an account may take over. */
export interface OwnJoin {
  readonly row: data.JoinRow;
  readonly agreed: data.AgreedRow;
  readonly packageName: string;
  /** Null where it is paid. */
  readonly price: FirstPrice | null;
}

/**
 * What somebody with an account agreed to in joining anew. Throws `joinNotFound` also for whoever is neither of its mail
 * address nor of its id code, and what `findDraft` throws.
 */
export async function findOwnJoin(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<OwnJoin> {
  const row = await findOwn(ctx, tokens, token, address);
  const [[agreed]] = await ctx.read(data.findAgreed({ contractId: row.contractId ?? 0 }));
  if (!agreed) throw new AppError('joinNotFound', 404);
  const form = wholeForm(row);
  const wish = form && row.state === 'paying' ? wishOf(form) : undefined;
  const packageName = nameIn(agreed.names, ctx.language, ctx.tenant.defaultLanguage);
  return { row, agreed, packageName, price: wish ? await priceOf(ctx, tokens, wish, address) : null };
}

async function findOwn(ctx: Ctx, tokens: Tokens, token: string, address: string): Promise<data.JoinRow> {
  const { accountId, clientId } = member(ctx);
  const row = await findDraft(ctx, tokens, token, address);
  const [[owner]] = await ctx.read(data.findOwner({ accountId }));
  const { form } = row;
  const isTaken = row.takenOverAt !== null && row.clientId === clientId;
  const isOfEmail = 'email' in form && form.email === owner?.email;
  const isOfCode =
    'idCode' in form && form.idCode !== '' && form.idCode === owner?.idCode && form.country === owner.country;
  const isOwn = isTaken || (row.takenOverAt === null && (isOfEmail || isOfCode));
  if (!isOwn || row.state === 'open') throw new AppError('joinNotFound', 404);
  return row;
}

/**
 * Makes it the caller's own: a paid contract goes to their client, an unpaid one is made anew for it. Returns the token of
 * what is still to pay, null when nothing is. Throws `hasActiveContract` where the caller has one for those days, and what
 * `findOwnJoin` and `draftContract` throw.
 */
export async function takeOver(
  ctx: Ctx,
  tokens: Tokens,
  token: string,
  address: string,
): Promise<string | null> {
  const { clientId } = member(ctx);
  const { id: joinId } = await findOwn(ctx, tokens, token, address);
  const invoiceId = await ctx.write<number | null>(async (transaction) => {
    const [[row]] = await transaction.load(data.lockJoin({ joinId }));
    if (!row || row.contractId === null) throw new AppError('joinNotFound', 404);
    const isPaid = row.state === 'joined';
    if (row.takenOverAt !== null) return transaction.keep(isPaid ? null : row.invoiceId);
    const taken = { client_id: clientId, taken_over_at: ctx.now };
    if (isPaid) {
      const [[agreed]] = await transaction.load(data.findAgreed({ contractId: row.contractId }));
      if (!agreed) throw new AppError('joinNotFound', 404);
      const [[other]] = await transaction.load(findOverlapping({ clientId, ...agreed }));
      if (other) throw new AppError('hasActiveContract', 409);
      const isSettled = row.settledAt !== null;
      return transaction.save<number | null>(null, [
        data.giveContract(row.contractId, clientId),
        data.changeJoin(joinId, { ...taken, ...(isSettled && { form: '{}' }) }),
      ]);
    }
    const form = wholeForm(row);
    if (!form) throw new AppError('joinNotFound', 404);
    await transaction.load(...dropping(ctx, row));
    const drafted = await draftContract(ctx, tokens, transaction.load, {
      ...agreedOf(ctx, form),
      isBuyerHidden: false,
      clientId,
    });
    return transaction.save<number | null>(drafted.invoiceId, [
      ...drafted.queries,
      data.changeJoin(joinId, {
        ...taken,
        contract_id: drafted.contractId,
        invoice_id: drafted.invoiceId,
      }),
    ]);
  });
  return (await standingInvoice(ctx, tokens, invoiceId))?.token ?? null;
}
