import type { Logger } from 'pino';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { HandOver } from './hand-over.ts';
import type { PaymentProvider } from './provider.ts';

/** What taking payments needs of the process. */
export interface PaymentPorts {
  /** The provider with the tenant's own keys; undefined where there are none. */
  providerOf(tenant: Tenant): PaymentProvider | undefined;
  readonly handOver: HandOver;
  readonly tokens: Tokens;
  readonly logger: Logger;
  originOf(tenant: Tenant): string;
}
