import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { isLong, isTurn } from '#server/testing/turns.ts';
import { defaultBookingLimits } from '#shared/kernel/booking-limits.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import * as contract from '#shared/registrations/contract.ts';
import { replayWaitlist } from '#shared/registrations/history/domain.ts';
import { isOverlapping, zoneOf } from '#shared/registrations/rules/domain.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const startsAt = '2026-09-15T15:00:00Z';
/** The moments at which all press, through the three zones of the first training and past its start. */
const moments = [
  ...['2026-09-14T09:00:00Z', '2026-09-14T09:00:40Z', '2026-09-14T09:02:00Z', '2026-09-14T21:00:00Z'],
  // From 10:00 those waiting for the first are asked, from 10:30 those for the second, and have half an hour to answer.
  ...['2026-09-15T10:00:00Z', '2026-09-15T10:00:40Z', '2026-09-15T10:02:00Z', '2026-09-15T10:40:00Z'],
  ...['2026-09-15T10:42:00Z', '2026-09-15T11:20:00Z', '2026-09-15T11:22:00Z', '2026-09-15T12:00:00Z'],
  // From 14:30 whoever presses has what is free, until booking closes at 14:45.
  ...['2026-09-15T14:31:00Z', '2026-09-15T14:31:40Z', '2026-09-15T14:33:00Z', '2026-09-15T14:44:00Z'],
  '2026-09-15T15:01:00Z',
];
/** From then on all press for the first training, to have a place or to give it back. */
const lastMinutes = '2026-09-15T14:31:00Z';
/** After the presses of that moment somebody waits, and has the place that comes free. */
const claimedAt = '2026-09-15T14:33:00Z';

// Writes down each change of a registration in the order of happening: what changes a training or a client waits for
// its lock, so that the numbers stand in the order of the decisions.
beforeAll(() =>
  withOwner(running.databaseUrl, (owner) =>
    owner.query(`create table changes (number bigserial, at_once xid8 default pg_current_xact_id(), was text, entry registrations);
      create function write_change() returns trigger language plpgsql security definer as $$ begin
        insert into changes (was, entry) values (case when tg_op = 'UPDATE' then old.state end, new);
        return null;
      end $$;
      create trigger write_change after insert or update on registrations for each row execute function write_change();
      grant select on changes to trenn_system;`),
  ),
);

interface Change {
  readonly number: number;
  /** Changes of one transaction bear the same. */
  readonly atOnce: string;
  readonly was: string | null;
  readonly id: number;
  readonly state: string;
  readonly trainingId: number;
  readonly clientId: number;
  readonly swapFor: number | null;
  readonly wishId: number | null;
  readonly startsAt: string;
  readonly endsAt: string;
}

const changesSince = `select number::int, at_once::text as "atOnce", was, (entry).id, (entry).state, (entry).training_id as "trainingId",
    (entry).client_id as "clientId", (entry).swap_for as "swapFor", (entry).wish_id as "wishId",
    to_jsonb((entry).starts_at) #>> '{}' as "startsAt", to_jsonb((entry).ends_at) #>> '{}' as "endsAt"
  from changes where (entry).tenant_id = $1 and number > $2 order by number`;

const isHeld = ({ state }: Change) => state === 'booked' || state === 'offered';

/** Follows a centre's registrations, and tells who had a place before somebody who waited longer and might have had it. */
function orderOf(home: Centre) {
  const entries = new Map<number, Change & { readonly since: number }>();
  let last = 0;
  /** All that happened since it was asked last, at this moment. */
  return async function passings(now: string): Promise<string[]> {
    const changes = await ask<Change>(changesSince, home.id, last);
    // Whoever gives a place back locks no client: it stood in the way of others for a while, nobody knows how long.
    const stood = [...entries.values(), ...changes].filter(isHeld);
    // One of a wish is enough: while another of it is held, nobody knows whether this one is wanted.
    const isOfWish = (one: Change, other: Change) =>
      one.wishId !== null && one.wishId === other.wishId && one.trainingId !== other.trainingId;
    const isFreeFor = (one: Change) =>
      !stood.some(
        (other) =>
          other.clientId === one.clientId &&
          other.id !== one.swapFor &&
          (isOverlapping(other, one) || isOfWish(one, other)),
      );
    const passed: string[] = [];
    for (const together of Map.groupBy(changes, ({ atOnce }) => atOnce).values()) {
      for (const change of together)
        entries.set(change.id, { ...change, since: entries.get(change.id)?.since ?? change.number });
      for (const change of together) {
        const isServed = (change.was === null || change.was === 'waiting') && isHeld(change);
        const rules = { limits: defaultBookingLimits, timeZone: home.timeZone, now };
        // In the last minutes whoever presses first has it.
        if (!isServed || zoneOf(change.startsAt, rules) === 'open') continue;
        const since = entries.get(change.id)?.since ?? 0;
        for (const other of entries.values())
          if (other.trainingId === change.trainingId && other.state === 'waiting' && other.since < since)
            if (isFreeFor(other)) passed.push(`${change.id} before ${other.id}`);
      }
    }
    last = changes.at(-1)?.number ?? last;
    return passed;
  };
}

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
const request = (actor: TestAccount, trainingIds: number[]) =>
  call(contract.joinWaitlistGroup, { body: { trainingIds } }, { actor });
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
        and o.state in ('booked', 'offered')
        and (o.starts_at < w.ends_at and o.ends_at > w.starts_at or o.wish_id = w.wish_id and o.training_id <> w.training_id))`;
  const doubled = `select 1 from registrations a join registrations b on b.tenant_id = a.tenant_id and b.client_id = a.client_id and b.id > a.id
    where a.tenant_id = $1 and a.state in ('booked', 'offered') and b.state in ('booked', 'offered') and a.starts_at < b.ends_at and b.starts_at < a.ends_at`;

  const history =
    'select kind, registration_id as "registrationId" from queue_moves where training_id = $1 order by id';
  const waiting = "select id from registrations where training_id = $1 and state = 'waiting' order by id";

  const anyHolder = `select id, client_id as "clientId" from registrations where training_id = $1 and state = 'booked'
    order by (id * 7919 + $2) % 101 limit 1`;
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

  const happened = `select m.kind, m.moved_at as at, t.starts_at as "startsAt" from queue_moves m
    join trainings t on t.tenant_id = m.tenant_id and t.id = m.training_id
    join registrations r on r.tenant_id = m.tenant_id and r.id = m.registration_id
    join clients c on c.tenant_id = r.tenant_id and c.id = r.client_id
    where m.tenant_id = $1 and c.notice_minutes = 0`;

  /** Counts the moves of those who need no notice, each with its zone. */
  async function countMoves(home: Centre, counts: Map<string, number>) {
    for (const { kind, at, startsAt: start } of await ask<{ kind: string; at: string; startsAt: string }>(
      happened,
      home.id,
    )) {
      const name = `${kind} ${zoneOf(start, { limits: defaultBookingLimits, timeZone: home.timeZone, now: at })}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }

  /** Whatever the dice said: the training is full, somebody new waits for it, and presses when one gives a place back. */
  async function claim(home: Centre, trainingId: number, actors: TestAccount[]) {
    await ask('update trainings set max_places = greatest(booked, 1) where id = $1 returning 1', trainingId);
    let waits: TestAccount | undefined;
    while (!waits) {
      const actor = await home.account();
      actors.push(actor);
      const { body } = await book(actor, trainingId);
      if (body.outcome === 'waiting') waits = actor;
    }
    const [giver] = await ask<{ id: number; clientId: number }>(anyHolder, trainingId, 0);
    const actor = actors.find(({ clientId }) => clientId === giver?.clientId);
    if (giver && actor) await cancel({ actor, id: giver.id });
    // For a minute it could be taken back.
    clock.set('2026-09-15T14:34:30Z');
    expect((await book(waits, trainingId)).body.outcome).toBe('booked');
  }

  const counts = new Map<string, number>();
  // Of one history alone it is chance, and who is faster, whether each comes about; of all of them together it is not.
  const asked = isLong ? ['promoted auto', 'offered ask', 'expired ask', 'claimed open'] : ['claimed open'];
  afterAll(() => {
    for (const name of asked) expect(counts.get(name) ?? 0, name).toBeGreaterThan(0);
  });

  test.each([1, 2, 3].filter((seed) => isTurn(seed, 3)))(
    'seed %i: never too many, never two at once, no place left while somebody waits, newcomers never pass the queue',
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
      const passings = orderOf(home);
      for (const [burst, moment] of moments.entries()) {
        clock.set(moment);
        const isLast = compareInstants(moment, lastMinutes) >= 0;
        // What is due by now is moved by the job here, by whoever presses first there.
        if (burst % 2 === 0) await sweep();
        // Nobody moves the line for places that are added by hand: whoever presses first does.
        if (random(3) === 0) {
          const training = trainings[random(3)];
          await ask(
            'update trainings set max_places = $2 where id = $1 returning 1',
            training?.id,
            1 + random(4),
          );
        }
        await Promise.all(
          actors.flatMap((actor) => {
            const training = trainings[isLast ? 0 : random(3)];
            const other = trainings[random(3)];
            const action = isLast ? Math.floor(random(4) / 3) * 11 : random(12);
            if (!training || !other || random(4) === 0) return [];
            const key = `${actor.clientId}:${training.id}`;
            const held = own.get(key);
            const answered = async () => {
              if (!held && action === 7) return request(actor, [training.id, other.id]);
              if (!held || action < 4) return book(actor, training.id);
              if (action === 4) return accept(held);
              if (action === 5) return undo(held);
              if (action === 6) return swap(held, other.id);
              if (action === 7) return request(actor, [training.id, other.id]);
              return cancel(held);
            };
            return [answered().then(({ status }) => expect(status).toBeLessThan(500))];
          }),
        );
        before = await check(home, before);
        // Whatever the dice say, there is something to hand on in each zone.
        const [giver] = await ask<{ id: number; clientId: number }>(anyHolder, trainings[0]?.id, burst);
        const actor = actors.find(({ clientId }) => clientId === giver?.clientId);
        if (giver && actor) await cancel({ actor, id: giver.id });
        // Wishes and swaps make registrations of their own: the latest of each client is what the next burst presses.
        for (const actor of actors)
          for (const { id, trainingId } of await ask<{ id: number; trainingId: number }>(
            latest,
            actor.clientId,
          ))
            own.set(`${actor.clientId}:${trainingId}`, { actor, id });
        expect(await passings(clock.now())).toEqual([]);
        before = await check(home, before);
        await sweep();
        before = await check(home, before);
        expect(await passings(clock.now())).toEqual([]);
        expect(await ask(idle, home.id, clock.now())).toEqual([]);
        if (moment === claimedAt) {
          await claim(home, trainings[0]?.id ?? 0, actors);
          before = await check(home, before);
        }
        for (const { id } of trainings) {
          const moves = await ask<{ kind: 'joined'; registrationId: number }>(history, id);
          const waitlist = await ask<{ id: number }>(waiting, id);
          expect(replayWaitlist(moves)).toEqual(waitlist.map((row) => row.id));
        }
      }
      await countMoves(home, counts);
    },
  );
});
