import { expect, vi } from 'vitest';
import { withOwner } from '../owner.ts';
import type { TestServer } from '../server.ts';

/** What is to be done once a call has been answered. */
interface Work {
  readonly held_at: number;
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** So often what is done may leave more to be done. */
const mostRounds = 4;

/** Keeps what is to be done later where it can be read, and lets nobody do it but who is told to. */
export async function holdBackWork({ databaseUrl }: TestServer): Promise<void> {
  await withOwner(databaseUrl, (owner) =>
    owner.query(`
      create table held_back (tenant_id integer not null, held_at serial, task text, payload jsonb);
      grant select, delete on held_back to public;
      create function hold_back_told() returns trigger language plpgsql security definer as $$
        begin
          insert into public.held_back (tenant_id, task, payload) values (new.tenant_id, new.payload->>'topic', new.payload);
          return null;
        end $$;
      create trigger hold_back before insert on outbox for each row execute function hold_back_told();
      create function hold_back_queued() returns trigger language plpgsql security definer as $$
        begin
          insert into public.held_back (tenant_id, task, payload)
            select coalesce((new.payload->>'tenantId')::integer, 0), t.identifier, new.payload::jsonb
            from graphile_worker._private_tasks t where t.id = new.task_id;
          return null;
        end $$;
      create trigger hold_back before insert on graphile_worker._private_jobs
        for each row execute function hold_back_queued();`),
  );
}

/** Does what was held back and is due, what that leaves to be done, and so on. Answers what failed. */
export async function doHeldBack(running: TestServer): Promise<string[]> {
  const failures: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    const due = (await takeHeldBack(running)).flatMap((work) => jobOf(work, running.clock.now()) ?? []);
    if (due.length === 0) break;
    for (const { task, payload } of due)
      await running.server
        .runJob(task, payload)
        .catch((error: unknown) => failures.push(`${task} failed: ${String(error).slice(0, 200)}`));
  }
  return failures;
}

/** Waits until the payment service has told what became of money that goes back: it tells so when it likes. */
export async function refundsTold({ ask }: TestServer): Promise<void> {
  const told = async () => expect(await ask(`select id from refunds where status = 'PENDING'`)).toEqual([]);
  await vi.waitFor(told, { timeout: 10_000, interval: 10 });
}

async function takeHeldBack({ ask }: TestServer): Promise<Work[]> {
  const rows = await ask<Work & { tenant_id: number }>('delete from held_back returning *');
  return rows
    .toSorted((one, other) => one.held_at - other.held_at)
    .map((row) => ({ ...row, payload: { tenantId: row.tenant_id, ...row.payload } }));
}

/** As the relay queues it; nothing for what processes only tell each other, and for what is not due yet. */
function jobOf({ task, payload }: Work, now: string): Pick<Work, 'task' | 'payload'> | undefined {
  const at = payload.at ?? payload.sendAt;
  if (payload.isFree !== true && typeof at === 'string' && at > now) return undefined;
  if (task === 'lineDue') return { task: 'line', payload };
  return isWork.has(task) ? { task, payload } : undefined;
}

const isWork = new Set([
  ...['mail', 'notice', 'noticeSend', 'noticeSms', 'noticePush', 'invoice', 'sale'],
  ...['contract', 'joining', 'message', 'passwordReset'],
]);

/** What runs by the clock, in the order of a night. */
export const byTheClock = [
  ...[
    'lines',
    'trainingReminders',
    'replacements',
    'bans',
    'tickets',
    'voucherHolds',
    'codeHolds',
    'payments',
  ],
  ...['reminders', 'nights', 'joins', 'erasures', 'cleanup'],
];

/** When it is looked at what it does: at once, and after a night, a week, the turn of two months and a year. */
export const nights = [
  ...['2026-09-14T09:00:00Z', '2026-09-15T02:00:00Z', '2026-09-21T06:00:00Z', '2026-10-01T02:00:00Z'],
  ...['2026-11-01T03:00:00Z', '2027-10-01T02:00:00Z'],
];
