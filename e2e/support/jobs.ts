import { ask } from './database.ts';
import { expect } from './journey.ts';

/** What the server does by the clock, for every centre: the names of its schedule. */
export type JobName = 'bans' | 'lines' | 'nights' | 'payments' | 'replacements' | 'voucherHolds';

/** Has the worker's server do now what it does when the clock says so, and waits until it has. Throws where it fails. */
export async function runJob(name: JobName): Promise<void> {
  const [job] = await ask<{ id: string }>('select id from graphile_worker.add_job($1)', name);
  const left = async () => {
    const [row] = await ask<{ last_error: string | null }>(
      'select last_error from graphile_worker.jobs where id = $1',
      job?.id,
    );
    if (row?.last_error) throw new Error(`the job ${name} failed: ${row.last_error}`);
    return row ? 'to be done' : 'done';
  };
  await expect.poll(left, { message: `the job ${name}`, intervals: [50, 100, 250] }).toBe('done');
}
