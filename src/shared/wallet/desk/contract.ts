import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, LocalDateText, pathId } from '#shared/kernel/wire.ts';
import { ticketStates } from '#shared/tickets/domain.ts';
import { entryKinds } from '#shared/tickets/ledger/domain.ts';
import { voucherEntryKinds, voucherStates } from '#shared/vouchers/domain.ts';

const Count = z.number().int();

/** A ticket or package of a client. Dates are null until its first use, numbers where it has none. */
export const ClientTicket = z.object({
  id: Id,
  name: z.string(),
  clubName: z.string(),
  state: z.enum(ticketStates),
  validFrom: LocalDateText.nullable(),
  validUntil: LocalDateText.nullable(),
  granted: Count.nullable(),
  left: Count.nullable(),
});
export type ClientTicket = z.infer<typeof ClientTicket>;

/** A voucher of a client. `clubName` is empty where it is for every club. */
export const ClientVoucher = z.object({
  id: Id,
  name: z.string(),
  clubName: z.string(),
  state: z.enum(voucherStates),
  validFrom: LocalDateText,
  validUntil: LocalDateText,
  granted: Count,
  left: Count,
});
export type ClientVoucher = z.infer<typeof ClientVoucher>;

const line = {
  dateTime: InstantText,
  /** What it changed, and what was left after it; null where nothing is counted. */
  change: Count.nullable(),
  left: Count.nullable(),
  /** What it was for, or why. */
  note: z.string(),
  /** Which member of staff did it; empty where nobody of them did. */
  by: z.string(),
};

export const listClientWallet = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/client/:id/owned',
  role: 'admin',
  summary:
    'Tickets, packages and vouchers of a client, those that can be used first, each with what is left of it',
  params: z.object({ id: pathId }),
  response: z.object({ tickets: z.array(ClientTicket), vouchers: z.array(ClientVoucher) }),
  errors: ['itemNotFound'],
});

export const getClientTicket = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/ticket/:id',
  role: 'admin',
  summary: 'A ticket with the ledger behind its number and who of the staff wrote in it',
  params: z.object({ id: pathId }),
  response: ClientTicket.extend({ lines: z.array(z.object({ kind: z.enum(entryKinds), ...line })) }),
  errors: ['ticketNotFound'],
});

export const getClientVoucher = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/voucher/:id',
  role: 'admin',
  summary: 'A voucher with the ledger behind its number and who of the staff wrote in it',
  params: z.object({ id: pathId }),
  response: ClientVoucher.extend({ lines: z.array(z.object({ kind: z.enum(voucherEntryKinds), ...line })) }),
  errors: ['voucherNotFound'],
});

/** A line of either ledger. */
export type WalletLine = z.infer<
  typeof getClientTicket.response | typeof getClientVoucher.response
>['lines'][number];
