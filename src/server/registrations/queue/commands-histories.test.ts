import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { defaultBookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import * as contract from '#shared/registrations/contract.ts';
import { replayQueue } from '#shared/registrations/history/domain.ts';
import { listMovesUntil } from '#shared/registrations/rules/domain.ts';

const { centre, call, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';

interface Held {
  readonly actor: TestAccount;
  readonly id: number;
}

const book = (actor: TestAccount, trainingId: number, isWaitingAccepted = true) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted } }, { actor });
const cancel = ({ actor, id }: Held) => call(contract.cancelRegistration, { params: { id } }, { actor });
const undo = ({ actor, id }: Held) => call(contract.undoCancelling, { params: { id } }, { actor });
const swap = ({ actor, id }: Held, trainingId: number) =>
  call(contract.swapRegistration, { params: { id }, body: { trainingId } }, { actor });
const wish = (actor: TestAccount, trainingIds: number[]) =>
  call(contract.wishAnyOf, { body: { trainingIds } }, { actor });
const accept = ({ actor, id }: Held) => call(contract.acceptOffer, { params: { id }, body: {} }, { actor });

const unfinished = `select 1 from graphile_worker.jobs where task_identifier in ('line', 'lines')
  union all select 1 from outbox where topic = 'lineDue'`;

/**
 * Lets the job that looks through the lines run once, and waits for it and for what it set off: a swap that is fulfilled
 * frees a place elsewhere, whose line moves by a job of its own.
 */
async function sweep() {
  await ask("select graphile_worker.add_job('lines', '{}')");
  await expect.poll(async () => (await ask(unfinished)).length, { timeout: 10_000, interval: 20 }).toBe(0);
}

describe('random histories, many pressing at once', () => {
  const places = `select t.id, t.max_places as "maxPlaces", t.booked, t.waiting, t.starts_at as "startsAt", t.late_cancelled as late,
      count(r.*) filter (where r.place is not null)::int as held, count(r.*) filter (where r.state = 'waiting')::int as queue,
      count(r.*) filter (where r.state = 'cancelledLate')::int as dropped
    from trainings t left join registrations r on r.tenant_id = t.tenant_id and r.training_id = t.id
    where t.tenant_id = $1 group by 1, 2, 3, 4, 5, 6 order by 1`;
  const idle = `select w.training_id from registrations w join trainings t on t.tenant_id = w.tenant_id and t.id = w.training_id
    where w.tenant_id = $1 and w.state = 'waiting' and t.booked < t.max_places and t.starts_at - interval '30 minutes' > $2::timestamptz
      and not exists (select 1 from registrations o where o.tenant_id = w.tenant_id and o.client_id = w.client_id
        and o.state in ('booked', 'offered') and o.starts_at < w.ends_at and o.ends_at > w.starts_at)`;
  const doubled = `select 1 from registrations a join registrations b on b.tenant_id = a.tenant_id and b.client_id = a.client_id and b.id > a.id
    where a.tenant_id = $1 and a.state in ('booked', 'offered') and b.state in ('booked', 'offered') and a.starts_at < b.ends_at and b.starts_at < a.ends_at`;

  const history =
    'select kind, registration_id as "registrationId" from queue_moves where training_id = $1 order by id';
  const waiting = "select id from registrations where training_id = $1 and state = 'waiting' order by id";

  const latest =
    'select max(id) as id, training_id as "trainingId" from registrations where client_id = $1 group by training_id';

  interface Row {
    id: number;
    maxPlaces: number;
    booked: number;
    waiting: number;
    late: number;
    held: number;
    queue: number;
    dropped: number;
  }

  async function check(home: Centre, before: ReadonlyMap<number, number>) {
    const rows = await ask<Row>(places, home.id);
    for (const row of rows) {
      expect([row.booked, row.waiting, row.late]).toEqual([row.held, row.queue, row.dropped]);
      expect(row.held).toBeLessThanOrEqual(Math.max(row.maxPlaces, before.get(row.id) ?? 0));
    }
    expect(await ask(doubled, home.id)).toEqual([]);
    return new Map(rows.map(({ id, held }) => [id, held]));
  }

  test.each([1, 2, 3])(
    'seed %i: never too many, never two at once, no place left while somebody waits',
    { timeout: 120_000 },
    async (start) => {
      const wide = { waitingListMax: 100, upcomingMax: 200, sameDayMax: 20, sameStylePerDateMax: 20 };
      const home = await centre({ limits: wide });
      const actors = await Promise.all(Array.from({ length: 16 }, () => home.account()));
      // Two need more notice than others: they are asked where others are given the place.
      for (const actor of actors.slice(0, 2))
        await call(contract.changeNeededNotice, { body: { noticeMinutes: 1440 } }, { actor });
      // The first two overlap; the third is another day.
      const trainings = [
        await home.training({ startsAt, maxPlaces: 3 }),
        await home.training({ startsAt: '2026-09-15T15:30:00Z', maxPlaces: 2 }),
        await home.training({ startsAt: '2026-09-16T15:00:00Z', maxPlaces: 2 }),
      ];
      const own = new Map<string, Held>();
      let seed = start;
      const random = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((seed / 2_147_483_648) * below);
      };
      let before: ReadonlyMap<number, number> = new Map();
      for (let burst = 0; burst < 14; burst += 1) {
        await Promise.all(
          actors.flatMap((actor) => {
            const training = trainings[random(3)];
            const other = trainings[random(3)];
            const action = random(8);
            if (!training || !other || random(3) === 0) return [];
            const key = `${actor.clientId}:${training.id}`;
            const held = own.get(key);
            const answered = async () => {
              if (!held && action === 5) return wish(actor, [training.id, other.id]);
              if (!held || action < 2) return book(actor, training.id);
              if (action === 2) return accept(held);
              if (action === 3) return undo(held);
              if (action === 4) return swap(held, other.id);
              if (action === 5) return wish(actor, [training.id, other.id]);
              return cancel(held);
            };
            return [answered().then(({ status }) => expect(status).toBeLessThan(500))];
          }),
        );
        before = await check(home, before);
        // Wishes and swaps make registrations of their own: the latest of each client is what the next burst presses.
        for (const actor of actors)
          for (const { id, trainingId } of await ask<{ id: number; trainingId: number }>(
            latest,
            actor.clientId,
          ))
            own.set(`${actor.clientId}:${trainingId}`, { actor, id });
        if (random(3) === 0) {
          const training = trainings[random(3)];
          await ask(
            'update trainings set max_places = $2 where id = $1 returning 1',
            training?.id,
            1 + random(4),
          );
        }
        // Towards the start: first in seconds, then in hours, through all three zones.
        clock.advance(burst % 3 === 0 ? { minutes: 150 } : { seconds: 40 });
        before = await check(home, before);
        await sweep();
        before = await check(home, before);
        expect(await ask(idle, home.id, clock.now())).toEqual([]);
        for (const { id } of trainings) {
          const moves = await ask<{ kind: 'joined'; registrationId: number }>(history, id);
          const line = await ask<{ id: number }>(waiting, id);
          expect(replayQueue(moves)).toEqual(line.map((row) => row.id));
        }
      }
      expect(compareInstants(clock.now(), listMovesUntil(startsAt, { limits: defaultBookingLimits }))).toBe(
        -1,
      );
    },
  );
});
