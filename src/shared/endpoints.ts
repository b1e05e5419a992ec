import * as account from '#shared/account/contract.ts';
import * as campaigns from '#shared/campaigns/contract.ts';
import * as billing from '#shared/contracts/billing/contract.ts';
import * as contracts from '#shared/contracts/contract.ts';
import * as contractEndings from '#shared/contracts/endings/contract.ts';
import * as contractFreezes from '#shared/contracts/freezes/contract.ts';
import * as contractPrices from '#shared/contracts/prices/contract.ts';
import * as contractStanding from '#shared/contracts/standing/contract.ts';
import * as desk from '#shared/entry/desk/contract.ts';
import * as feeds from '#shared/feeds/contract.ts';
import * as bankImport from '#shared/invoices/bank/contract.ts';
import * as invoices from '#shared/invoices/contract.ts';
import * as invoiceCredits from '#shared/invoices/credits/contract.ts';
import * as joining from '#shared/joining/contract.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import * as messages from '#shared/messages/contract.ts';
import * as notices from '#shared/messages/notices/contract.ts';
import * as payments from '#shared/payments/contract.ts';
import * as personalTrainings from '#shared/personal-trainings/contract.ts';
import * as products from '#shared/products/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import * as refusals from '#shared/registrations/refusals/contract.ts';
import * as schedule from '#shared/schedule/contract.ts';
import * as tenants from '#shared/tenants/contract.ts';
import * as tickets from '#shared/tickets/contract.ts';
import * as visitors from '#shared/visitors/contract.ts';
import * as vouchers from '#shared/vouchers/contract.ts';

/** Every endpoint of every contract: what tests and the API description loop over. */
export const endpoints: readonly AnyEndpoint[] = [
  account,
  campaigns,
  contracts,
  contractFreezes,
  contractEndings,
  contractStanding,
  billing,
  contractPrices,
  desk,
  feeds,
  invoices,
  invoiceCredits,
  bankImport,
  joining,
  messages,
  notices,
  personalTrainings,
  products,
  payments,
  registrations,
  refusals,
  schedule,
  tenants,
  tickets,
  visitors,
  vouchers,
]
  .flatMap((contract): unknown[] => Object.values(contract))
  .filter(
    (value): value is AnyEndpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
