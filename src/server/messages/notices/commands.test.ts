import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SetClock } from '#server/kernel/clock.ts';
import { Db, roleUrl } from '#server/kernel/db.ts';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { startWorker } from '#server/kernel/queue/worker.ts';
import { type Tenant, TenantRegistry } from '#server/kernel/tenant.ts';
import { loadTexts } from '#server/kernel/texts.ts';
import { listOfTrainings } from '#server/registrations/choosing/data.ts';
import { Centre } from '#server/testing/centre.ts';
import { cloneDatabase, type TestDatabase } from '#server/testing/database.ts';
import { type NoticeHome, noticeMeans } from '#server/testing/notices.ts';
import { Outside, refuse } from '#server/testing/outside.ts';
import { withOwner } from '#server/testing/owner.ts';
import { testNow } from '#server/testing/server.ts';
import { Sender } from '../sending/commands.ts';
import { type NoticePorts, planNotice, sendGroup } from './commands.ts';

let database: TestDatabase;
let db: Db;
let system: Db;
let tenants: TenantRegistry;
const clock = new SetClock(testNow);

// No worker of a server: each test says when a job runs, and when it is cut off.
beforeAll(async () => {
  database = await cloneDatabase();
  const open = (role: 'trenn_app' | 'trenn_system') =>
    new Db({ url: roleUrl(database.url, role), poolSize: 6, isNamed: true, onError: () => {} });
  db = open('trenn_app');
  system = open('trenn_system');
  tenants = new TenantRegistry(system, false);
  await loadTexts();
});
beforeEach(() => clock.set(testNow));
afterAll(async () => {
  await Promise.all([db.close(), system.close()]);
  await database.drop();
});

async function ask<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  const [rows] = await system.run({ text, values });
  return rows as Row[];
}

async function centre(): Promise<Centre> {
  const made = await Centre.create(system, {});
  await tenants.load();
  return made;
}

const { furnished, notice, states } = noticeMeans({ centre, ask });

/** The process ends here. */
const dies = () => new Promise<void>(() => {});

let outside: Outside;
/** How an SMS was counted, by kind. */
let counted: Partial<Record<'smsPerson' | 'smsNumber' | 'smsCentre', 'usedUp' | 'over'>> = {};
let countings: string[] = [];
/** What happens between looking at what is to be sent and taking it. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeEach(() => {
  meanwhile = async () => {};
  outside = new Outside();
  counted = {};
  countings = [];
});

function portsOf(): NoticePorts {
  const sender = new Sender({ mails: outside, sms: outside, push: { send: async () => {} } });
  return {
    db,
    system,
    clock,
    sender,
    originOf: ({ host }) => `https://${host}`,
    registrationsOf: listOfTrainings,
    countSms: async (_, kind) => {
      countings.push(kind);
      await meanwhile();
      return counted[kind] ?? 'allowed';
    },
  };
}

async function booked(): Promise<NoticeHome & { event: NoticeEvent }> {
  const here = await furnished();
  await here.home.registration(here.training, here.member.clientId, { place: 1 });
  return { ...here, event: notice('promoted', here) };
}

/** Planned, and ready to be sent by channel. */
async function planned(more: Partial<NoticePorts> = {}) {
  const here = await booked();
  const ports = { ...portsOf(), ...more };
  const tenant = tenants.find(here.home.host) as Tenant;
  await planNotice(ports, tenant, here.event);
  const group = { groupKey: `one:${here.event.dedupeKey}`, subscriptionId: null };
  const send = (channel: 'mail' | 'sms') => sendGroup(ports, tenant, { ...group, channel });
  return { here, tenant, send };
}

test('what is sent to whoever becomes one with another in that moment is looked at again', async () => {
  let merge = async () => {};
  const read: Db['read'] = (...asked) => db.read(...asked).finally(() => merge());
  const { here, send } = await planned({ db: { read, write: db.write.bind(db) } as Db });
  const keptId = await here.home.client();
  merge = async () => {
    for (const table of ['accounts', 'registrations', 'notice_deliveries'])
      await ask(`update ${table} set client_id = $1 where client_id = $2`, keptId, here.member.clientId);
    await ask('delete from clients where id = $1', here.member.clientId);
  };
  await expect(send('mail')).rejects.toThrow('become one');
  await send('mail');
  expect(outside.mails.map(({ to }) => to)).toEqual([here.member.email]);
});

describe('a worker that is cut off', () => {
  test('while planning leaves nothing, and the next one plans once', async () => {
    const here = await booked();
    const ports = portsOf();
    const tenant = tenants.find(here.home.host) as Tenant;
    await withOwner(database.url, async (owner) => {
      const rename = (from: string, to: string) =>
        owner.query(`alter function graphile_worker.${from} rename to ${to}`);
      await rename('add_job', 'cut');
      try {
        await expect(planNotice(ports, tenant, here.event)).rejects.toThrow('add_job');
        expect(await states(here)).toEqual([]);
      } finally {
        await rename('cut', 'add_job');
      }
    });
    await Promise.all([1, 2, 3].map(() => planNotice(ports, tenant, here.event)));
    expect((await states(here)).map(({ channel }) => channel)).toEqual(['mail', 'sms']);
  });

  test('after an SMS was handed over does not send it a second time', async () => {
    const { here, send } = await planned();
    const taken = Promise.withResolvers<void>();
    outside.next = [
      () => {
        taken.resolve();
        outside.texts.push({ tenantId: here.home.id, to: '', sender: '', text: '', validMinutes: 1 });
        return dies();
      },
    ];
    void send('sms');
    await taken.promise;
    // Whoever comes at once sees that somebody is at it.
    await expect(send('sms')).rejects.toThrow('under way');
    clock.advance({ minutes: 3 });
    await send('sms');
    await send('sms');
    expect(outside.texts.length).toBe(1);
    expect(await states(here)).toContainEqual({ channel: 'sms', state: 'unknown' });
  });

  test('while a mail is under way repeats it under the same message id', async () => {
    const { here, send } = await planned();
    const taken = Promise.withResolvers<void>();
    const ids: string[] = [];
    const send0 = outside.send.bind(outside);
    outside.send = async (message) => {
      if ('messageId' in message) ids.push(message.messageId);
      await send0(message);
    };
    outside.next = [
      () => {
        taken.resolve();
        return dies();
      },
    ];
    void send('mail');
    await taken.promise;
    clock.advance({ minutes: 3 });
    await send('mail');
    await send('mail');
    expect([ids.length, new Set(ids).size, outside.mails.length]).toEqual([2, 1, 1]);
    expect(await states(here)).toContainEqual({ channel: 'mail', state: 'sent' });
  });
});

test.each([
  ['sent', "state = 'sent'", 'sent'],
  ['could not send and put back', "changed_at = changed_at + interval '1 second'", 'planned'],
])('what another worker %s meanwhile is left to it', async (_, set, state) => {
  const { here, send } = await planned();
  meanwhile = () =>
    ask(
      `update notice_deliveries set ${set} where tenant_id = $1 and channel = 'sms' returning id`,
      here.home.id,
    );
  const stateOf = async () => (await states(here)).find(({ channel }) => channel === 'sms')?.state;
  await expect(send('sms')).rejects.toThrow('under way');
  expect([outside.texts, await stateOf()]).toEqual([[], state]);
});

test('whose number is gone by then is sent no SMS', async () => {
  const { here, send } = await planned();
  await ask("update clients set phone = '' where tenant_id = $1", here.home.id);
  await send('sms');
  expect(outside.texts).toEqual([]);
});

describe('a sending that fails', () => {
  test('for now is thrown for the queue and sent once later', async () => {
    const { send } = await planned();
    outside.next = [refuse('notNow'), refuse('notNow')];
    await expect(send('sms')).rejects.toThrow('told so');
    await expect(send('sms')).rejects.toThrow('told so');
    await send('sms');
    await send('sms');
    expect(outside.texts.length).toBe(1);
  });

  test.each([
    ['refused', 'refused'],
    ['unknown', 'unknown'],
  ] as const)('as %s is never repeated as an SMS', async (outcome, state) => {
    const { here, send } = await planned();
    outside.next = [refuse(outcome)];
    await send('sms');
    await send('sms');
    expect(outside.texts).toEqual([]);
    expect(await states(here)).toContainEqual({ channel: 'sms', state });
  });

  test('with a mail server’s words tells the log none of them', async () => {
    const { here, tenant, send } = await planned();
    const lines: string[] = [];
    const stream = new PassThrough().on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const angry = async () => {
      throw Object.assign(new Error(`450 <${here.member.email}> Mari +37255555555 not now`), {
        responseCode: 450,
        command: 'RCPT TO',
      });
    };
    outside.next = [angry];
    const worker = await startWorker({
      system,
      lanes: [{ slots: 1, tasks: { angry: () => send('mail') } }],
      schedule: [],
      logger: pino({ level: 'trace' }, stream),
    });
    await ask("select graphile_worker.add_job('angry')");
    await expect.poll(() => lines.join(), { timeout: 8000 }).toContain('the mail server answered 450');
    await worker.stop();
    for (const secret of [here.member.email, '55555555', 'Mari', 'Yoga', tenant.name]) {
      expect(lines.join()).not.toContain(secret);
    }
    await send('mail');
    expect(outside.mails.length).toBe(1);
  });
});

describe('a channel that is switched off while a notice waits for the morning', () => {
  const choose = (here: NoticeHome, channels: { mail: boolean; sms: boolean; push: boolean }) =>
    ask(
      `insert into notice_choices (tenant_id, client_id, choices) values ($1, $2, $3)
        on conflict (tenant_id, client_id) do update set choices = excluded.choices`,
      ...[here.home.id, here.member.clientId, JSON.stringify({ promoted: channels })],
    );
  async function chosen(channels: Parameters<typeof choose>[1]) {
    const here = await booked();
    await choose(here, channels);
    clock.set('2026-09-14T19:30:00Z');
    const ports = portsOf();
    const tenant = tenants.find(here.home.host) as Tenant;
    await planNotice(ports, tenant, here.event);
    clock.set('2026-09-15T04:00:00Z');
    const group = { groupKey: `one:${here.event.dedupeKey}`, subscriptionId: null };
    return { here, send: (channel: 'mail' | 'sms') => sendGroup(ports, tenant, { ...group, channel }) };
  }

  test('is not used, and is while it is on', async () => {
    const on = { mail: false, sms: true, push: false };
    const kept = await chosen(on);
    await kept.send('sms');
    expect([outside.texts.length, await states(kept.here)]).toEqual([1, [{ channel: 'sms', state: 'sent' }]]);
    const { here, send } = await chosen(on);
    await choose(here, { ...on, sms: false });
    await send('sms');
    expect([outside.texts.length, await states(here)]).toEqual([1, [{ channel: 'sms', state: 'untrue' }]]);
  });

  test('for mails hands it over to them; a mail that stands for an SMS goes', async () => {
    const { here, send } = await chosen({ mail: false, sms: true, push: false });
    await choose(here, { mail: true, sms: false, push: false });
    await send('sms');
    await choose(here, { mail: false, sms: false, push: false });
    await send('mail');
    expect([outside.texts.length, outside.mails.length]).toEqual([0, 1]);
    expect(await states(here)).toEqual([
      { channel: 'mail', state: 'sent' },
      { channel: 'sms', state: 'untrue' },
    ]);
  });
});

describe('an SMS that is one too many', () => {
  test('of its centre goes by mail, and the office is told the first time', async () => {
    counted = { smsCentre: 'usedUp' };
    const { here, send } = await planned();
    await send('sms');
    const told = () =>
      ask<{ to: string }>(
        "select payload->>'to' as to from outbox where tenant_id = $1 and payload->>'dedupeKey' like 'smsUsedUp:%'",
        here.home.id,
      );
    expect([outside.texts.length, (await told()).length]).toEqual([0, 1]);
    counted = { smsCentre: 'over' };
    const other = await planned();
    await other.send('sms');
    expect([outside.texts.length, (await told()).length]).toEqual([0, 1]);
    expect(await states(here)).toEqual([
      { channel: 'mail', state: 'planned' },
      { channel: 'sms', state: 'refused' },
    ]);
  });

  test('that the centre causes is not counted for the centre', async () => {
    counted = { smsCentre: 'over' };
    const here = await furnished();
    await here.home.registration(here.training, here.member.clientId, { place: 1 });
    await ask('update trainings set is_cancelled = true where id = $1 returning id', here.training.id);
    const tenant = tenants.find(here.home.host) as Tenant;
    const event = notice('cancelled', here);
    await planNotice(portsOf(), tenant, event);
    await sendGroup(portsOf(), tenant, {
      groupKey: `one:${event.dedupeKey}`,
      subscriptionId: null,
      channel: 'sms',
    });
    expect([outside.texts.length, countings]).toEqual([1, ['smsPerson', 'smsNumber']]);
  });

  test('is counted once, however often it is tried', async () => {
    const { send } = await planned();
    outside.next = [refuse('notNow')];
    clock.advance({ minutes: 1 });
    await expect(send('sms')).rejects.toThrow('told so');
    await send('sms');
    expect([outside.texts.length, countings]).toEqual([1, ['smsPerson', 'smsNumber', 'smsCentre']]);
  });
});

test('whose training was moved onto another booking is mailed both of them, and where they choose', async () => {
  const here = await furnished();
  const { home, member, training } = here;
  const other = await home.training({ startsAt: '2026-09-16T15:30:00Z', name: 'Pilates' });
  const [moved, met] = [
    await home.registration(training, member.clientId, { place: 1 }),
    await home.registration(other, member.clientId, { place: 1 }),
  ];
  // As moving the first onto the second writes it.
  await ask(
    `update registrations set clashes_with = $3, starts_at = '2026-09-16T15:00:00Z', ends_at = '2026-09-16T16:00:00Z',
       local_date = '2026-09-16' where tenant_id = $1 and id = $2 returning 1`,
    ...[home.id, moved, met],
  );
  const tenant = tenants.find(home.host) as Tenant;
  const event = notice('trainingChanged', here, {
    registrationId: moved,
    previousStartsAt: '2026-09-14T15:00:00Z',
  });
  const mailed = async (told: NoticeEvent) => {
    await planNotice(portsOf(), tenant, told);
    const [group] = await ask<{ key: string }>(
      `select group_key as key from notice_deliveries
        where tenant_id = $1 and state = 'planned' and channel = 'mail'`,
      home.id,
    );
    await sendGroup(portsOf(), tenant, { groupKey: group?.key ?? '', subscriptionId: null, channel: 'mail' });
    return outside.mails.at(-1);
  };
  const mail = await mailed(event);
  expect(outside.mails).toHaveLength(1);
  expect(mail?.subject).toMatch(/: Choose: Yoga or Pilates$/);
  expect(mail?.text).toContain(`https://${home.host}/workouts`);
  // Whoever has no login could choose nowhere: they hear of the change.
  await ask('update accounts set client_id = $2 where id = $1', member.id, await home.client());
  const guest = await mailed({ ...event, dedupeKey: `${event.dedupeKey}:guest` });
  expect(guest?.subject).toMatch(/: Muutus: Yoga$/);
  expect(guest?.text).not.toContain('/workouts');
});
