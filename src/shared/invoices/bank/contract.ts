import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Euros } from '#shared/kernel/money.ts';
import { FileBody, Id, LocalDateText, pathId, queryChoice, queryInteger } from '#shared/kernel/wire.ts';

/** Bytes of a file, and entries in it: a month of a large centre. */
export const mostStatementBytes = 5_000_000;
export const mostEntries = 5000;

export const importBankFile = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/admin/bank-import',
  role: 'admin',
  summary:
    'Reads an account statement (camt.053): what names an invoice is booked, the rest waits for a decision',
  body: FileBody,
  mostBytes: mostStatementBytes,
  response: z.object({
    newCount: z.number().int(),
    bookedCount: z.number().int(),
    proposedCount: z.number().int(),
    unmatchedCount: z.number().int(),
    /** Imported before, by the bank's own id. */
    knownCount: z.number().int(),
    /** No receipts in euros. */
    skippedCount: z.number().int(),
  }),
  errors: [
    ...(['bankFileNotValid', 'bankFileTooLong', 'bankFileOtherAccount'] as const),
    ...(['fileTooDemanding', 'fileNotArriving', 'busyTryAgain', 'bodyTooLarge', 'proofNeeded'] as const),
  ],
});

/** A receipt that waits for a decision, with the open invoices it may be for. */
export const BankEntry = z.object({
  id: Id,
  date: LocalDateText,
  amount: Euros,
  payerName: z.string(),
  payerAccount: z.string(),
  reference: z.string(),
  message: z.string(),
  proposals: z.array(
    z.object({
      id: Id,
      invoiceNumber: z.string(),
      payerName: z.string(),
      dueDate: LocalDateText,
      balance: Euros,
    }),
  ),
});
export type BankEntry = z.infer<typeof BankEntry>;

export const listBankEntries = endpoint({
  noun: 'invoices',
  method: 'GET',
  path: '/admin/bank-import',
  role: 'admin',
  summary: 'Receipts that wait for a decision, oldest first; or those set aside, the latest first',
  query: z.object({ filter: queryChoice(['setAside']), offset: queryInteger, limit: queryInteger }),
  response: z.object({
    items: z.array(BankEntry),
    total: z.number().int(),
    offset: z.number().int(),
    limit: z.number().int(),
  }),
});

const byId = z.object({ id: pathId });
const InvoiceNumber = z.string().trim().min(1).max(40);

export const acceptBankEntry = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/admin/bank-import/:id/accept',
  role: 'admin',
  summary:
    'Books a receipt to an invoice and further ones, in this order; what is over is the credit of the first one’s client',
  params: byId,
  body: z.object({ invoiceNumber: InvoiceNumber, furtherNumbers: z.array(InvoiceNumber).max(9).optional() }),
  /** What they still owe together. */
  response: z.object({ balance: Euros }),
  errors: ['itemNotFound', 'invoiceNotFound', 'bankEntrySettled'],
});

export const ignoreBankEntry = endpoint({
  noun: 'invoices',
  method: 'POST',
  path: '/admin/bank-import/:id/ignore',
  role: 'admin',
  summary: 'Sets a receipt aside: it is for no invoice, until somebody accepts it after all',
  params: byId,
  response: z.object({}),
  errors: ['itemNotFound', 'bankEntrySettled'],
});
