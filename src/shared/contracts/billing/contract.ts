import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { Id, InstantText, LocalDateText, queryDate, queryInteger } from '#shared/kernel/wire.ts';

/** A contract that could not be billed; the other contracts were. */
const Problem = z.object({ contractId: Id, number: z.string(), reason: z.string() });

/** What one night has done. */
export const BillingRun = z.object({
  date: LocalDateText,
  startedAt: InstantText,
  /** Null while it is under way, or was cut off. */
  endedAt: InstantText.nullable(),
  contracts: z.number().int(),
  invoices: z.number().int(),
  total: Euros,
  /** Contracts that go on by themselves. */
  renewed: z.number().int(),
  /** Given back by credit notes of contracts that have ended. */
  credited: Euros,
  /** Contracts in debt, and of these those in bad debt. */
  debts: z.number().int(),
  badDebts: z.number().int(),
  /** At most a hundred. */
  problems: z.array(Problem),
});
export type BillingRun = z.infer<typeof BillingRun>;

export const previewBilling = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/admin/billing',
  role: 'admin',
  summary:
    'What a billing run on a date would bill, by the rules of the run; today without a date, thirteen months ahead at most',
  query: z.object({ date: queryDate, offset: queryInteger, limit: queryInteger }),
  response: z.object({
    /** The one that was looked at: of a later one the last that is. */
    date: LocalDateText,
    contracts: z.number().int(),
    invoices: z.number().int(),
    /** Of the invoices, before any credit of the clients. */
    total: Euros,
    problems: z.array(Problem),
    /** In the order of the contracts. */
    items: z.array(
      z.object({
        contractId: Id,
        number: z.string(),
        payerName: z.string(),
        /** 0: settled without an invoice. */
        total: Euros,
        lines: z.array(z.object({ article: z.string(), total: Euros })),
      }),
    ),
    offset: z.number().int(),
    limit: z.number().int(),
  }),
  errors: ['busyTryAgain'],
});

export const listBillingRuns = endpoint({
  noun: 'contracts',
  method: 'GET',
  path: '/admin/billing/run',
  role: 'admin',
  summary: 'Reports of the nights, latest first',
  query: z.object({ offset: queryInteger, limit: queryInteger }),
  response: z.object({
    items: z.array(BillingRun),
    total: z.number().int(),
    offset: z.number().int(),
    limit: z.number().int(),
  }),
});

export const runBilling = endpoint({
  noun: 'contracts',
  method: 'POST',
  path: '/admin/billing/run',
  role: 'admin',
  summary:
    'Bills today what is not billed yet, nights that were missed first; done again, it bills nothing twice',
  response: z.object({
    /** The nights it has done, oldest first. */
    items: z.array(BillingRun),
  }),
});
