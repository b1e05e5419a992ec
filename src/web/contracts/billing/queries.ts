import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listBillingRuns, previewBilling, runBilling } from '#shared/contracts/billing/contract.ts';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { useMoney } from '#web/kernel/money.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';

export type { BillingRun } from '#shared/contracts/billing/contract.ts';
export type Preview = EndpointResponse<typeof previewBilling>;
export type Runs = EndpointResponse<typeof listBillingRuns>;

const at = (page: number, rows: number) => ({ offset: (page - 1) * rows, limit: rows });

/** What a run on a date would bill: a page of it, and its sums. */
export function usePreview(date: string, page: number, rows: number) {
  return useQuery({
    ...queryFor(previewBilling, { query: { date, ...at(page, rows) } }),
    placeholderData: keepPreviousData,
  });
}

/** Reports of the nights, latest first. */
export function useRuns(page: number, rows: number) {
  return useQuery({
    ...queryFor(listBillingRuns, { query: at(page, rows) }),
    placeholderData: keepPreviousData,
  });
}

/** Bills what is due today, and says what that was. */
export function useRunning() {
  const money = useMoney();
  const command = useCommand(runBilling, {
    invalidates: ['contracts', 'invoices'],
    isErrorShownByScreen: () => true,
    success: (t, { items }) => {
      const count = items.reduce((sum, { invoices }) => sum + invoices, 0);
      const cents = items.reduce((sum, { total }) => sum + eurosToCents(total), 0);
      return t('billingRuns.done', { count, total: money(cents / 100) });
    },
  });
  return { ...command, run: (onDone: () => void) => command.mutate(undefined, { onSuccess: onDone }) };
}
