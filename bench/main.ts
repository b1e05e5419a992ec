// `npm run bench [-- name … --quick --full]`: the budgets of speed, each beside the limit measured in the same
// run. Informs and never fails: it ends with 0 unless it broke.
import { closeAll } from './lib/place.ts';
import { print, type Report } from './lib/report.ts';
import type { Effort } from './lib/rounds.ts';

interface Part {
  readonly title: string;
  /** Too long for whoever does not ask for it by name. */
  readonly isLong?: boolean;
  load(): Promise<(effort: Effort) => Promise<Report>>;
}

const parts: Readonly<Record<string, Part>> = {
  schedule: {
    title: 'Answers of ready bytes',
    load: async () => (await import('./schedule.ts')).schedule,
  },
  booking: { title: 'Booking over HTTP', load: async () => (await import('./booking.ts')).booking },
  rush: { title: 'Opening rush', load: async () => (await import('./rush.ts')).rush },
  neighbours: {
    title: 'A hostile neighbour',
    load: async () => (await import('./neighbours.ts')).neighbours,
  },
  policies: { title: 'Row policies', load: async () => (await import('./policies.ts')).policies },
  growth: { title: 'Cost of growth', load: async () => (await import('./growth.ts')).growth },
  memory: { title: 'Memory', load: async () => (await import('./memory.ts')).memory },
  streams: { title: 'Open timetables', load: async () => (await import('./streams.ts')).streams },
  billing: { title: 'Billing run', load: async () => (await import('./billing.ts')).billing },
  calendar: {
    title: 'The admin calendar on a desk',
    load: async () => (await import('./calendar.ts')).calendar,
  },
  page: { title: 'The public day on a phone', load: async () => (await import('./page.ts')).page },
  tests: { title: 'The test run', isLong: true, load: async () => (await import('./tests.ts')).tests },
};

async function main(args: readonly string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown) {
    console.log(`There is no part “${unknown}”; choose among: ${Object.keys(parts).join(', ')}.`);
    return;
  }
  const effort = { isQuick: args.includes('--quick'), isFull: args.includes('--full') };
  console.log(`Trenn's budgets of speed${effort.isQuick ? ', quick: figures not to be kept' : ''}.`);
  for (const [name, part] of Object.entries(parts)) {
    if (names.length > 0 ? !names.includes(name) : part.isLong) continue;
    try {
      const measure = await part.load();
      print(part.title, await measure(effort));
    } finally {
      await closeAll();
    }
  }
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void closeAll().then(() => process.exit(130));
  });
}
main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    // What is being measured breaks when it is stopped under way.
    if (isInterrupted) return;
    console.error(error);
    process.exit(1);
  },
);
