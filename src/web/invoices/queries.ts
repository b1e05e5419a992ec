import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  acceptBankEntry,
  ignoreBankEntry,
  importBankFile,
  listBankEntries,
} from '#shared/invoices/bank/contract.ts';
import { getInvoice, getPublicInvoiceFile, listInvoices, payByCredit } from '#shared/invoices/contract.ts';
import { useMoney } from '#web/kernel/money.ts';
import { queryFor, useCommand, useDownload } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useUpload } from '#web/kernel/uploads.ts';

export type InvoiceFilter = 'unpaid' | 'paid' | undefined;

/** A page of the member's invoices; the page before stays in view while the next one comes. */
export function useInvoices(filter: InvoiceFilter, offset: number, limit: number) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listInvoices, { query: { filter, offset, limit } }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** One of the member's invoices, whole. */
export function useInvoice(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getInvoice, { params: { id } }), enabled: isMember });
}

/** An invoice on paper, for whoever has its token. */
export function useInvoiceFile(token: string) {
  const { mutate, isPending } = useDownload(getPublicInvoiceFile);
  return { isPending, download: () => mutate({ params: { token } }) };
}

/** Pays an invoice with the member's credit. */
export function usePayByCredit(invoiceId: number) {
  const money = useMoney();
  const command = useCommand(payByCredit, {
    success: (t, { paid }) => t('invoices.creditUsed', { amount: money(paid) }),
  });
  return { ...command, pay: () => command.mutate({ params: { id: invoiceId } }) };
}

/** A page of receipts that wait for a decision; the page before stays in view while the next one comes. */
export type BankFilter = 'setAside' | undefined;

export function useBankEntries(filter: BankFilter, offset: number, limit: number) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listBankEntries, { query: { filter, offset, limit } }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** Imports an account statement. What the screen says of it stays until the next one. */
export function useBankImport() {
  const upload = useUpload(importBankFile, { isErrorShownByScreen: () => true });
  return { ...upload, importFile: (file: File) => upload.mutate({ body: file }) };
}

/** The two ways to decide about a receipt. */
export function useBankDecision(entryId: number) {
  const accepting = useCommand(acceptBankEntry, { success: (t) => t('invoices.bankAccepted') });
  const ignoring = useCommand(ignoreBankEntry, { success: (t) => t('invoices.bankIgnored') });
  const params = { id: entryId };
  return {
    accept: ([invoiceNumber = '', ...furtherNumbers]: readonly string[]) =>
      accepting.mutate({ params, body: { invoiceNumber, furtherNumbers } }),
    /** The numbers that are being booked to, while they are. */
    accepting: accepting.isPending
      ? [
          accepting.variables?.body.invoiceNumber ?? '',
          ...(accepting.variables?.body.furtherNumbers ?? []),
        ].join(', ')
      : undefined,
    ignore: () => ignoring.mutate({ params }),
    isIgnoring: ignoring.isPending,
  };
}
