import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText, LocalDateText, toInteger } from '#shared/kernel/wire.ts';
import { lineKinds, walletKinds } from './domain.ts';

/** A number of visits, or of euros with two decimals, as `unit` says. */
const Amount = z.number();

/** A number in a path; the one credit there is has 0. */
const pathNumber = z
  .custom<number>()
  .transform((raw: unknown) => toInteger(raw))
  .pipe(z.number().int().min(0))
  .meta({ type: 'integer' });

export const WalletItem = z.object({
  kind: z.enum(walletKinds),
  /** 0 for credit, of which there is one. */
  id: z.number().int(),
  name: z.string(),
  /** Can be used, or is to be paid. */
  isValid: z.boolean(),
  startDate: LocalDateText.nullable(),
  endDate: LocalDateText.nullable(),
  unit: z.enum(['visits', 'euros']),
  /** Visits left, euros owed, or euros held; null where nothing is counted. */
  balance: Amount.nullable(),
  /** Visits granted; null where nothing is counted. */
  granted: z.number().int().nullable(),
  /** Opens a ticket's own page. */
  token: z.string().nullable(),
});
export type WalletItem = z.infer<typeof WalletItem>;

export const WalletLine = z.object({
  kind: z.enum(lineKinds),
  dateTime: InstantText,
  /** Of which invoice, or why. */
  note: z.string(),
  change: Amount,
  /** After it; the last one is the balance. */
  left: Amount,
});

export const listWallet = endpoint({
  noun: 'owned',
  method: 'GET',
  path: '/user/purchase',
  role: 'client',
  summary:
    'Contracts, tickets, packages, vouchers and invoices in one answer, valid first, each with its balance; what is owed and held',
  response: z.object({
    items: z.array(WalletItem),
    /** Euros of all open invoices. */
    owed: Amount,
    /** Euros that came and pay nothing yet. */
    credit: Amount,
    /** The open invoice that is due first. */
    payId: z.number().int().nullable(),
    openCount: z.number().int(),
  }),
});

export const getWalletLedger = endpoint({
  noun: 'owned',
  method: 'GET',
  path: '/user/purchase/:kind/:id',
  role: 'client',
  summary: 'The ledger behind the balance of something owned, in its order; the credit has number 0',
  params: z.object({ kind: z.enum(walletKinds), id: pathNumber }),
  response: z.object({ unit: z.enum(['visits', 'euros']), lines: z.array(WalletLine) }),
  errors: ['itemNotFound'],
});
