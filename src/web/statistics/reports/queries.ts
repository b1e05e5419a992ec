import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Grouping, Period, ReportKind } from '#shared/statistics/kinds/domain.ts';

import { downloadReport, getReport, listBehindReport } from '#shared/statistics/reports/contract.ts';

import { queryFor, useDownload } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

export type { Report, ReportItem } from '#shared/statistics/reports/contract.ts';

/** What a report is asked by, as the address has it. */
export interface AskedReport {
  readonly period?: Period | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly unit?: number | undefined;
  readonly by?: Grouping | undefined;
}

/** A report; the one before stays in view while the next one comes, unless it is of another kind. */
export function useReport(kind: ReportKind, asked: AskedReport) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(getReport, { query: { kind, ...asked } }),
    enabled: isMember,
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey[2] ?? null).includes(`"kind":"${kind}"`) ? before : undefined,
  });
}

/** What is behind the row of a key, or behind the whole report. */
export function useReportList(
  kind: ReportKind,
  asked: AskedReport,
  { key, page, limit }: { key: string | undefined; page: number; limit: number },
) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listBehindReport, { query: { kind, ...asked, key, page, limit } }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** The report, or the list behind it, as a file. */
export function useReportFile(kind: ReportKind, asked: AskedReport) {
  const { mutate, isPending, variables } = useDownload(downloadReport);
  return {
    table: () => mutate({ query: { kind, ...asked } }),
    list: (key: string | undefined) => mutate({ query: { kind, ...asked, key, list: 1 } }),
    isTablePending: isPending && variables?.query.list === undefined,
    isListPending: isPending && variables?.query.list === 1,
  };
}
