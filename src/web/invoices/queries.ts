import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getInvoice, listInvoices, payByCredit } from '#shared/invoices/contract.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';

export type InvoiceFilter = 'unpaid' | 'paid' | undefined;

export const pageSize = 20;

/** A page of the member's invoices; the page before stays in view while the next one comes. */
export function useInvoices(filter: InvoiceFilter, offset: number) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listInvoices, { query: { filter, offset, limit: pageSize } }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** One of the member's invoices, whole. */
export function useInvoice(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(getInvoice, { params: { id } }), enabled: isMember });
}

/** Pays an invoice with the member's credit. */
export function usePayByCredit(invoiceId: number) {
  const money = useMoney();
  const command = useCommand(payByCredit, {
    success: (t, { paid }) => t('invoices.creditUsed', { amount: money(paid) }),
  });
  return { ...command, pay: () => command.mutate({ params: { id: invoiceId } }) };
}

/** Euros of the wire in the words of the page's language. */
export function useMoney(): (euros: number) => string {
  const { language } = useTexts();
  return (euros) => formatMoney(eurosToCents(euros), language);
}
