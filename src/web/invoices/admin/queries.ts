import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as credits from '#shared/invoices/credits/contract.ts';
import { listRefundable, refundPayment } from '#shared/payments/contract.ts';
import { useMoney } from '#web/kernel/money.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

export type { ManagedInvoice } from '#shared/invoices/credits/contract.ts';
export type { RefundablePayment } from '#shared/payments/contract.ts';

/** The first invoices of a client, for administrators: those to be paid first. */
export function useClientInvoices(id: number, limit: number) {
  return useQuery({
    ...queryFor(credits.listClientInvoices, { params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
  });
}

/** One of them, whole, with what may be done about it. */
export function useManagedInvoice(id: number) {
  return useQuery({ ...queryFor(credits.getManagedInvoice, { params: { id } }), retry: false });
}

/** The money of an invoice that may go back the way it came. */
export function useRefundable(id: number) {
  return useQuery({ ...queryFor(listRefundable, { params: { id } }), retry: false });
}

/** What is owed for a contract, and the client's history, change with an invoice. */
const invalidates = ['invoices', 'payments', 'contracts', 'back-office'];
const isErrorShownByScreen = () => true;

export function useCreditNote() {
  const money = useMoney();
  return useCommand(credits.creditInvoice, {
    success: (t, { invoiceNumber: number, total }) =>
      t('clientInvoices.creditDone', { number, amount: money(Math.abs(total)) }),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useWriteOff() {
  const money = useMoney();
  return useCommand(credits.writeOffInvoice, {
    success: (t, { balance }) => t('clientInvoices.writeOffDone', { amount: money(balance) }),
    invalidates,
    isErrorShownByScreen,
  });
}

export function useRefund() {
  return useCommand(refundPayment, {
    success: (t, { status }) =>
      t(status === 'SUCCESSFUL' ? 'clientInvoices.refundDone' : 'clientInvoices.refundSent'),
    invalidates,
    isErrorShownByScreen,
  });
}
