import { expect, test } from 'vitest';
import { withProcesses } from './testing/processes.ts';
import { isLong, isTurn } from './testing/turns.ts';

const processes = withProcesses();

/** How often the database goes: in turns as its operator stops it, and as a machine without memory does. */
const outages = isLong ? 200 : 2;

test.runIf(isTurn(2, 3))(
  `a database that goes ${outages} times while jobs fail: the server lives, is ready again, and its jobs go on`,
  {
    timeout: outages * 60_000,
  },
  async () => {
    const { port, child } = await processes.startServer();
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    const run = (text: string) => processes.system.run({ text, values: [] });
    for (let outage = 0; outage < outages; outage += 1) {
      // Nothing of a mail is in it: each fails at once, and the queue has to note it.
      await run(
        "select graphile_worker.add_job('mail', '{}', max_attempts := 2) from generate_series(1, 40)",
      );
      await expect
        .poll(async () => (await run('select 1 from graphile_worker.jobs where attempts > 0'))[0].length)
        .toBeGreaterThan(0);
      const gone = processes.postmaster();
      process.kill(gone, outage % 2 === 0 ? 'SIGINT' : 'SIGKILL');
      // It may be back before anybody asks: whether the server is ready is asked of it once a second.
      await expect.poll(() => processes.postmaster(), { timeout: 20_000 }).not.toBe(gone);
      await expect.poll(() => run('select 1'), { timeout: 20_000 }).toHaveLength(1);
      await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      const left = async () => {
        // What failed is not waited for until its next try comes by itself.
        await run(
          "update graphile_worker._private_jobs set run_at = now() where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail')",
        );
        await run("select pg_notify('jobs:insert', '')");
        const [jobs] = await run(
          'select 1 from graphile_worker.jobs where attempts < max_attempts or locked_by is not null',
        );
        return jobs.length;
      };
      // What a process that is gone had in hand is let go once its row has grown old: after twenty to twenty-five seconds.
      await expect.poll(left, { timeout: 45_000 }).toBe(0);
      await run('delete from graphile_worker._private_jobs');
    }
    child.kill('SIGTERM');
  },
);
