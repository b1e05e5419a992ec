import type { App } from '#server/kernel/app.ts';
import { requireProof } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { Turns } from '#server/kernel/turns.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as contract from '#shared/statistics/reports/contract.ts';
import { toWire } from '#shared/statistics/reports/domain.ts';
import { listBehind, readReport } from './commands.ts';
import { printList, printReport } from './sheet.ts';

const pageSize = { standard: 50, most: 100 };

export function mountReports(app: App): void {
  // The database has a processor left for whoever books.
  const turns = new Turns({ perCentre: 1, inAll: 2, mostWaiting: 8, seconds: 15 });
  mount(
    app,
    contract.getReport,
    async (ctx, { query: { kind = 'occupancy', ...asked } }) => {
      const report = await readReport(ctx, kind, asked);
      return {
        ...report,
        total: toWire(report.total),
        rows: report.rows.map((row) => ({ ...row, values: toWire(row.values) })),
      };
    },
    { turns },
  );

  mount(
    app,
    contract.listBehindReport,
    async (ctx, { query }) => {
      const { kind = 'occupancy', key = null, page = 1, limit: wanted, ...asked } = query;
      const { limit } = pageOf({ limit: wanted }, pageSize);
      const of = { key, offset: (Math.max(1, page) - 1) * limit, limit };
      const { items, total } = await listBehind(ctx, kind, asked, of);
      return { items: items.map((item) => ({ ...item, values: toWire(item.values) })), total };
    },
    { turns },
  );

  mount(
    app,
    contract.downloadReport,
    async (ctx, { query }) => {
      const { kind = 'occupancy', key = null, list, ...asked } = query;
      const { from, until, ...report } = await readReport(ctx, kind, asked);
      const name = `${kind}-${from}-${until}`;
      // Whole lists of people leave the house: those behind a sum, and where each line is of a person.
      if (list === 1 || report.by === 'client') requireProof(ctx);
      if (list !== 1) {
        return file(`${name}.csv`, await printReport(kind, report, ctx.language));
      }
      const all = { key, offset: 0, limit: null };
      const { items } = await listBehind(ctx, kind, asked, all);
      return file(`${name}-list.csv`, await printList(kind, items, ctx.language));
    },
    { perMinute: 30, turns },
  );
}

function file(fileName: string, bytes: Uint8Array) {
  return { fileName, mediaType: 'text/csv; charset=utf-8', bytes };
}
