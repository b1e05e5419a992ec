import type { Logger } from 'pino';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { Fulfilled, SoldLine } from '#server/kernel/writes/fulfilment.ts';
import type { SaleItem } from '#shared/invoices/domain.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Hands over what was paid, in the transaction that books the money: answers what to save. Throws AppError where it
 * cannot be handed over any more; the money is the payer's credit then. Each noun that sells has one for its kind.
 */
export type Fulfilment = {
  readonly [Kind in SaleItem['kind']]?: (
    ctx: Ctx,
    item: Extract<SaleItem, { kind: Kind }>,
    of: SoldLine,
  ) => Promise<Fulfilled>;
};

/** What taking payments needs of the process. */
export interface PaymentPorts {
  /** The provider with the tenant's own keys; undefined where there are none. */
  providerOf(tenant: Tenant): PaymentProvider | undefined;
  readonly fulfil: Fulfilment;
  readonly tokens: Tokens;
  readonly logger: Logger;
  originOf(tenant: Tenant): string;
}
