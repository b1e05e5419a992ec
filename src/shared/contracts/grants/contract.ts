import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, pathId } from '#shared/kernel/wire.ts';
import { ContractPackage, PurchaseSummary, wanted } from '../contract.ts';

const params = z.object({ id: pathId });
const { code: _, ...request } = wanted;
const errors = [
  'clientNotFound',
  'clientErased',
  'noProductsFound',
  'dataValidationFailed',
  'hasActiveContract',
  'contractUnpaid',
  'contractIsBlocked',
] as const;

export const listClientPackages = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/admin/client/:id/package/:unitId',
  role: 'admin',
  summary:
    'The packages that a client can have a contract of in a club at the desk, with their terms and the first day of each',
  params: params.extend({ unitId: pathId }),
  response: z.array(ContractPackage),
  errors: ['clientNotFound', 'noProductsFound'],
});

export const checkClientContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/client/:id/contract/check',
  role: 'admin',
  summary:
    "What a client's contract made at the desk would be and cost, decided by what makes it; takes nothing",
  params,
  body: z.strictObject(request),
  response: PurchaseSummary,
  errors,
});

export const grantContract = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/client/:id/contract',
  role: 'admin',
  summary:
    'Makes a client a contract at the desk: it lives at once, and its first invoice, as when it is bought, is issued to be ' +
    'paid later',
  params,
  body: z.strictObject({
    ...request,
    /** The client asks that it begins within the days of withdrawal: those used are paid for. */
    startsEarly: z.boolean(),
  }),
  response: z.object({ id: Id, number: z.string(), invoiceNumber: z.string(), total: Euros }),
  errors: [...errors, 'actionNotAllowed'],
  isIdempotencyKeyed: true,
});
