import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { meetBuyer, sellingAtDesk } from '#server/payments/desk/commands.ts';
import { findBuyer } from '#server/payments/desk/data.ts';
import type { Fulfilment } from '#server/payments/ports.ts';
import type { ContractPackage } from '#shared/contracts/contract.ts';
import { payerOf } from '#shared/invoices/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';
import { decideBuyer } from '#shared/payments/desk/domain.ts';
import { type ContractRequest, draftContract } from '../commands.ts';
import * as data from '../data.ts';
import { type Checked, checkPurchase, packagesIn, refuseBuying } from '../purchases/commands.ts';

export interface ContractGrantPorts {
  readonly tokens: Tokens;
  /** What paid lines turn into. */
  readonly fulfil: Fulfilment;
}

export type DeskRequest = Pick<ContractRequest, 'productId' | 'clubId' | 'startsOn'>;

export interface GrantedContract {
  readonly id: number;
  readonly number: string;
  readonly invoiceNumber: string;
  readonly totalCents: Cents;
}

/** Made at the desk: for its price there, and without a campaign code. */
const atDesk = { code: '', isAtDesk: true } as const;

/** The packages sold in a club at the desk, for this client. Throws `clientNotFound`, `clientErased`, `noProductsFound`. */
export async function packagesAtDesk(ctx: Ctx, clubId: number, clientId: number): Promise<ContractPackage[]> {
  await refuseBuyer(ctx, clientId);
  const packages = await packagesIn(ctx, clubId, clientId);
  return packages.map((sold) => ({ ...sold, priceOnline: sold.price }));
}

/** What a contract made at the desk would be and cost; takes nothing. Throws what `grantContract` throws. */
export async function checkAtDesk(
  ctx: Ctx,
  tokens: Tokens,
  request: DeskRequest,
  clientId: number,
): Promise<Checked> {
  await refuseBuyer(ctx, clientId);
  return checkPurchase(ctx, tokens, { ...request, ...atDesk }, clientId);
}

async function refuseBuyer(ctx: Ctx, clientId: number): Promise<void> {
  const [[buyer]] = await ctx.read(findBuyer(clientId));
  decideBuyer(buyer);
}

/**
 * Makes a client a contract, by what makes a bought one: its first invoice is issued to be paid later, and it lives at once.
 * Throws `clientNotFound`, `clientErased`, `noProductsFound`, `dataValidationFailed` with the field, `hasActiveContract`,
 * `contractUnpaid`, `contractIsBlocked`.
 */
export async function grantContract(
  ctx: Ctx,
  { tokens, fulfil }: ContractGrantPorts,
  request: DeskRequest & { readonly startsEarly: boolean },
  clientId: number,
): Promise<GrantedContract> {
  const [[sold]] = await ctx.read(data.findPackage(request));
  if (sold) await refuseBuying(ctx, clientId, sold.category);
  return ctx.write(async (transaction) => {
    const { buyer, theirs } = await meetBuyer(ctx, transaction, clientId);
    const made = await draftContract(theirs, tokens, transaction.load, {
      ...{ ...request, ...atDesk, clientId },
      payer: payerOf(buyer),
    });
    const { contractId, number, invoiceId, totalCents, queries } = made;
    const items = [{ position: 1, item: { kind: 'contract' as const, contractId } }];
    const sale = { invoiceId, totalCents, queries, items };
    const done = await sellingAtDesk(theirs, transaction, fulfil, sale);
    const { invoiceNumber } = done;
    return transaction.save(
      { id: contractId, number, invoiceNumber, totalCents },
      done.queries,
      done.events,
      [
        {
          ...{ noun: 'contracts', id: contractId },
          after: { clientId, ...request, number, invoiceNumber, totalCents },
        },
      ],
    );
  });
}
