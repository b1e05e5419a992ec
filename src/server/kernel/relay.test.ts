import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { withOwner } from '#server/testing/owner.ts';
import { withServer } from '#server/testing/server.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import { roleUrl } from './db.ts';
import { type DomainEvent, EventBus } from './events.ts';
import { withDatabase } from './postgres/postgres.ts';
import { EventListener, Relay } from './relay.ts';

const running = withServer({ isAlone: true });
const { centre, call, ask } = running;
const patience = { timeout: 8000, interval: 20 };

/** What another process hears: every event told, and how often it was told that some may be missing. */
async function listen() {
  const bus = new EventBus();
  const heard: (readonly [number, DomainEvent])[] = [];
  let gaps = 0;
  bus.on((tenantId, event) => heard.push([tenantId, event]));
  const listener = new EventListener(roleUrl(running.databaseUrl, 'trenn_system'), bus, () => {
    gaps += 1;
  });
  await listener.start();
  return { heard, gaps: () => gaps, stop: () => listener.stop() };
}

const outboxSize = () =>
  ask<{ rows: number }>('select count(*)::int as rows from outbox').then(([row]) => row?.rows);
const expectEmptyOutbox = () => vi.waitFor(async () => expect(await outboxSize()).toBe(0), patience);

async function listeningConnections(owner: pg.Client): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = $1 and query = 'listen trenn'",
    [new URL(running.databaseUrl).pathname.slice(1)],
  );
  return rows.map(({ pid }) => pid);
}

/** Ends every listening connection and lets none come back while `work` is done. */
async function withoutListening(work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const name = new URL(running.databaseUrl).pathname.slice(1);
  // Who is inside stays connected; nobody else gets in, and the door is opened from another database.
  await withOwner(running.databaseUrl, (owner) =>
    withOwner(withDatabase(running.databaseUrl, 'postgres'), async (outside) => {
      await outside.query(`alter database ${name} allow_connections false`);
      try {
        for (const pid of await listeningConnections(outside)) {
          await outside.query('select pg_terminate_backend($1)', [pid]);
        }
        await vi.waitFor(async () => expect(await listeningConnections(outside)).toEqual([]), patience);
        await work(owner);
        expect(await listeningConnections(outside)).toEqual([]);
      } finally {
        await outside.query(`alter database ${name} allow_connections true`);
      }
    }),
  );
}

test('an event that no notification has room for is told to nobody and named, and holds nothing else up', async () => {
  const { id } = await home();
  const failures: string[] = [];
  const relay = new Relay(running.server.system, (error) => failures.push(String(error)));
  const mail: DomainEvent = {
    topic: 'mail',
    dedupeKey: 'beside',
    to: 'kai@test.test',
    subject: 'A',
    text: 'B',
  };
  const trainingIds = Array.from({ length: 3000 }, (_, index) => 100_000 + index);
  const other = await listen();
  await withOwner(running.databaseUrl, async (owner) => {
    await raise(owner, id, [{ topic: 'timetableChanged', trainingIds }, mail, { topic: 'tenantChanged' }]);
  });
  // The server's own may be first; whoever it is, nothing stays behind.
  await relay.moveBatch();
  await expectEmptyOutbox();
  await vi.waitFor(() => expect(other.heard).toEqual([[id, { topic: 'tenantChanged' }]]), patience);
  await other.stop();
  await vi.waitFor(
    async () => expect(await ask('select from stand_in_mails where tenant_id = $1', id)).toHaveLength(1),
    patience,
  );
});

describe('a lost listening connection', () => {
  test('loses nothing for the caches: once it is back, answers show what happened meanwhile', async () => {
    const { host, id, training } = await home();
    const freePlaces = async () =>
      (await call(listPublicTrainings, { query: { from: '2026-09-15' } }, { host })).body[0]?.freePlaces;
    expect([await freePlaces(), await freePlaces()]).toEqual([1, 1]);

    let places = 1;
    let isOld = false;
    // What was raised before may be heard late and forget the answer once more: then there is nothing to lose yet.
    while (!isOld && places < 5) {
      const before = places;
      places += 1;
      await withoutListening(async (owner) => {
        // What another process would do: write and leave the event for the relay.
        const values = [id, training.id, places];
        await owner.query('update trainings set max_places = $3 where tenant_id = $1 and id = $2', values);
        await raise(owner, id, [{ topic: 'trainingChanged', trainingId: training.id, date: '2026-09-15' }]);
        await expectEmptyOutbox();
        // The event went by unheard: the kept answer is still the old one.
        isOld = (await freePlaces()) === before;
      });
      await vi.waitFor(async () => expect(await freePlaces()).toBe(places), patience);
    }
    expect(isOld).toBe(true);
  });

  test('comes back by itself and hears what follows, once', async () => {
    const { host, id, training } = await home();
    const other = await listen();
    const change = (date: string): DomainEvent => ({
      topic: 'trainingChanged',
      trainingId: training.id,
      date,
    });
    await withoutListening(async (owner) => {
      await raise(owner, id, [change('2026-09-15')]);
      await expectEmptyOutbox();
    });
    await vi.waitFor(() => expect(other.gaps()).toBe(2), patience);
    await withOwner(running.databaseUrl, (owner) => raise(owner, id, [change('2026-09-16')]));
    await expectEmptyOutbox();
    await vi.waitFor(() => expect(other.heard).not.toEqual([]), patience);
    // What was raised during the gap is not told late; `gaps` stands for it.
    expect(other.heard).toEqual([[id, change('2026-09-16')]]);
    expect((await call(listPublicTrainings, { query: { from: '2026-09-15' } }, { host })).status).toBe(200);
    await other.stop();
  });

  test('that is stopped stays away', async () => {
    const other = await listen();
    await other.stop();
    // Longer than the pause before another try.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { id, training } = await home();
    await withOwner(running.databaseUrl, (owner) =>
      raise(owner, id, [{ topic: 'trainingChanged', trainingId: training.id, date: '2026-09-15' }]),
    );
    await expectEmptyOutbox();
    expect([other.heard, other.gaps()]).toEqual([[], 1]);
  });
});

describe('the outbox', () => {
  test('is emptied once by several relays, and each event is told once', async () => {
    const { id } = await home();
    const other = await listen();
    const rivals = Array.from({ length: 3 }, () => new Relay(running.server.system, () => {}));
    const events = Array.from(
      { length: 2500 },
      (_, index): DomainEvent => ({ topic: 'sessionEnded', sessionId: `session-${index}` }),
    );
    await withOwner(running.databaseUrl, async (owner) => {
      await raise(owner, id, events.slice(0, 1300));
      await Promise.all([...rivals.map((relay) => relay.moveBatch()), raise(owner, id, events.slice(1300))]);
    });
    await expectEmptyOutbox();
    await vi.waitFor(() => expect(other.heard.length).toBeGreaterThanOrEqual(2500), patience);
    const told = other.heard.map(([, event]) => (event.topic === 'sessionEnded' ? event.sessionId : ''));
    expect([told.length, new Set(told).size]).toEqual([2500, 2500]);
    await other.stop();
  });

  test('sets aside what the queue refuses, says so once, and moves all that lies beside it', async () => {
    const { id, training } = await home();
    const other = await listen();
    const failures: string[] = [];
    // The server's own relay may be the one that moves them.
    const relay = new Relay(running.server.system, (error) => failures.push(String(error)));
    const dedupeKey = `beside ${'x'.repeat(600)}`;
    const mail = { topic: 'mail', dedupeKey, to: 'kai@test.test', subject: 'A', text: 'B' } as const;
    const refused: DomainEvent = {
      ...{ topic: 'notice', kind: 'promoted', dedupeKey: 'refused', clientId: 1, trainingId: training.id },
      sendAt: 'no instant',
    };
    const ended: DomainEvent = { topic: 'sessionEnded', sessionId: 'behind what was refused' };
    await withOwner(running.databaseUrl, (owner) => raise(owner, id, [refused, mail, ended]));
    for (let times = 0; times < 3; times += 1) await relay.moveBatch();
    await vi.waitFor(() => expect(other.heard).toEqual([[id, ended]]), patience);
    const left = await ask('select topic, is_refused from outbox where tenant_id = $1', id);
    expect(left).toEqual([{ topic: 'notice', is_refused: true }]);
    // Of a relay that had them in hand: said once, or by the server's own.
    expect(failures.length).toBeLessThanOrEqual(1);
    const sent = () => ask('select text from stand_in_mails where tenant_id = $1', id);
    await vi.waitFor(async () => expect(await sent()).toEqual([{ text: 'B\n' }]), patience);
    await ask('delete from outbox where tenant_id = $1 returning 1', id);
    await other.stop();
  });

  test('tells nobody of notices: they are work', async () => {
    const { id, training } = await home();
    const other = await listen();
    const ended: DomainEvent = { topic: 'sessionEnded', sessionId: 'after the notice' };
    const notice: DomainEvent = {
      topic: 'notice',
      kind: 'promoted',
      dedupeKey: 'work',
      clientId: 1,
      trainingId: training.id,
    };
    await withOwner(running.databaseUrl, (owner) => raise(owner, id, [notice, ended]));
    await vi.waitFor(() => expect(other.heard).toEqual([[id, ended]]), patience);
    await expectEmptyOutbox();
    await other.stop();
  });

  test('keeps what could not be told until it can be', async () => {
    const { id } = await home();
    const other = await listen();
    const event: DomainEvent = { topic: 'sessionEnded', sessionId: 'kept' };
    const mail: DomainEvent = {
      topic: 'mail',
      dedupeKey: 'kept',
      to: 'a@test.test',
      subject: 'A',
      text: 'A',
    };
    const broken = new Relay(running.server.system, () => {});
    await withOwner(running.databaseUrl, async (owner) => {
      const rename = (from: string, to: string) =>
        owner.query(`alter function graphile_worker.${from} rename to ${to}`);
      // Cut in the middle, after the rows were taken: they are there again.
      await rename('add_jobs', 'cut');
      try {
        await raise(owner, id, [event, mail]);
        // The server's own relay may have the rows in hand at this moment: it fails the same way, and leaves them.
        const moving = () => expect(broken.moveBatch()).rejects.toThrow('add_jobs');
        await vi.waitFor(moving, patience);
        expect([await outboxSize(), other.heard]).toEqual([2, []]);
      } finally {
        await rename('cut', 'add_jobs');
      }
    });
    await expectEmptyOutbox();
    await vi.waitFor(() => expect(other.heard).toEqual([[id, event]]), patience);
    await other.stop();
  });
});

async function home() {
  const place = await centre();
  const training = await place.training({ startsAt: '2026-09-15T15:00:00Z', maxPlaces: 1 });
  return { host: place.host, id: place.id, training };
}

function raise(owner: pg.Client, tenantId: number, events: readonly DomainEvent[]): Promise<unknown> {
  return owner.query(
    `insert into outbox (tenant_id, topic, payload)
     select $1, event ->> 'topic', event from jsonb_array_elements($2::jsonb) as event`,
    [tenantId, JSON.stringify(events)],
  );
}
