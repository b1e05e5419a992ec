import ical, { type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/feeds/contract.ts';
import { cancelRegistration, register } from '#shared/registrations/contract.ts';

const { centre, call, send, ask, clock } = withServer();
const startsAt = '2026-09-15T15:00:00Z';

const book = async (actor: TestAccount, trainingId: number) =>
  (await call(register, { body: { trainingId, isWaitingAccepted: true } }, { actor })).body.registrationId;

async function subscribe(actor: TestAccount): Promise<string> {
  const { address } = (await call(contract.createFeed, undefined as never, { actor })).body;
  return new URL(address ?? '').pathname;
}

const get = (host: string, path: string, headers: Record<string, string> = {}) =>
  send({ method: 'GET', path, host, headers });

function eventsOf(text: string): VEvent[] {
  return Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT');
}

async function read(home: Centre, path: string): Promise<VEvent[]> {
  const answer = await get(home.host, path);
  expect(answer.status).toBe(200);
  return eventsOf(answer.text);
}

async function readFile(actor: TestAccount, id: number) {
  const { address } = (await call(contract.getCalendarFile, { params: { id } }, { actor })).body;
  return get(actor.host, address);
}

describe('the calendar address', () => {
  test('is made, shown again, replaced and revoked', async () => {
    const home = await centre();
    const actor = await home.account();
    expect((await call(contract.getFeed, undefined as never, { actor })).body).toEqual({
      address: null,
      createdDateTime: null,
    });
    const first = await subscribe(actor);
    const shown = (await call(contract.getFeed, undefined as never, { actor })).body;
    expect(shown.address).toBe(`https://${home.host}${first}`);
    expect((await get(home.host, first)).status).toBe(200);

    const second = await subscribe(actor);
    expect(second).not.toBe(first);
    expect((await get(home.host, first)).status).toBe(404);
    expect((await get(home.host, second)).status).toBe(200);

    await call(contract.removeFeed, undefined as never, { actor });
    expect((await get(home.host, second)).status).toBe(404);
    expect((await call(contract.getFeed, undefined as never, { actor })).body.address).toBeNull();
  });

  test('opens nothing at another centre, and says no more than an unknown one', async () => {
    const home = await centre();
    const other = await centre();
    const path = await subscribe(await home.account());
    const foreign = await get(other.host, path);
    const unknown = await get(other.host, `/calendar/feed/${'A'.repeat(43)}.ics`);
    const nameless = await get(home.host, path.replace('.ics', ''));
    for (const answer of [foreign, unknown, nameless]) {
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
  });

  test('is stored as nothing that would open it', async () => {
    const home = await centre();
    const path = await subscribe(await home.account());
    const token = path.slice('/calendar/feed/'.length, -'.ics'.length);
    const rows = await ask('select * from calendar_feeds where tenant_id = $1', home.id);
    const [first = ''] = rows.map((row) => JSON.stringify(row));
    expect(first).toContain('token_hash');
    const bytes = [token, Buffer.from(token, 'base64url'), Buffer.from(token)].map((one) =>
      JSON.stringify(one).slice(1, -1),
    );
    for (const text of bytes) expect(first).not.toContain(text);
  });

  test('opens nothing for one who is blocked', async () => {
    const home = await centre();
    const actor = await home.account();
    const path = await subscribe(actor);
    await ask('update accounts set is_blocked = true where id = $1', actor.id);
    expect((await get(home.host, path)).status).toBe(404);
  });
});

describe('the feed', () => {
  test('holds what the client booked, in the language and words of the member', async () => {
    const home = await centre();
    const actor = await home.account({ language: 'et' });
    const training = await home.training({ startsAt, name: 'Jooga; õhtu, rahulik' });
    await home.training({ startsAt: '2026-09-16T15:00:00Z' });
    const id = await book(actor, training.id);
    const [event, ...others] = await read(home, await subscribe(actor));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      uid: `registration-${id}@${home.host}`,
      summary: 'Jooga; õhtu, rahulik',
      status: 'CONFIRMED',
      sequence: 0,
      url: `https://${home.host}/training?id=${training.id}`,
    });
    expect(event?.location).toMatch(/^First club, Room \d+, Pikk 1, Tallinn$/);
    expect(event?.description).toContain('Tühistad tasuta kuni 15.09.2026 15:00.');
    expect(event?.start.toISOString()).toBe('2026-09-15T15:00:00.000Z');
    expect(event?.end?.toISOString()).toBe('2026-09-15T16:00:00.000Z');
  });

  test('shows waiting as tentative, and a change with a higher sequence under the same name', async () => {
    const home = await centre({ limits: { undoSeconds: 0 } });
    const [holder, actor] = [await home.account(), await home.account()];
    const training = await home.training({ startsAt, maxPlaces: 1 });
    const held = await book(holder, training.id);
    await book(actor, training.id);
    const path = await subscribe(actor);
    const [waiting] = await read(home, path);
    expect(waiting).toMatchObject({ status: 'TENTATIVE', transparency: 'TRANSPARENT' });
    await call(cancelRegistration, { params: { id: held } }, { actor: holder });
    const [booked] = await read(home, path);
    expect(booked).toMatchObject({ uid: waiting?.uid, status: 'CONFIRMED' });
    expect(Number(booked?.sequence)).toBeGreaterThan(Number(waiting?.sequence));

    await ask(
      "update trainings set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = $1",
      training.id,
    );
    const [moved] = await read(home, path);
    expect(moved?.start.toISOString()).toBe('2026-09-15T16:00:00.000Z');
    expect(Number(moved?.sequence)).toBeGreaterThan(Number(booked?.sequence));
  });

  test('tells a cancelled booking for seven days, then no more', async () => {
    const home = await centre();
    const actor = await home.account();
    const training = await home.training({ startsAt: '2026-09-27T15:00:00Z' });
    const id = await book(actor, training.id);
    const path = await subscribe(actor);
    const [before] = await read(home, path);
    await call(cancelRegistration, { params: { id } }, { actor });
    const [after] = await read(home, path);
    expect(after).toMatchObject({ uid: before?.uid, status: 'CANCELLED', transparency: 'TRANSPARENT' });
    expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence));
    clock.set('2026-09-21T08:59:59Z');
    expect(await read(home, path)).toHaveLength(1);
    clock.set('2026-09-21T09:00:00Z');
    expect(await read(home, path)).toEqual([]);
  });

  test('is the same bytes until something changes', async () => {
    const home = await centre();
    const actor = await home.account();
    const id = await book(actor, (await home.training({ startsAt })).id);
    const path = await subscribe(actor);
    const first = await get(home.host, path);
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const etag = String(first.headers.etag);
    clock.set('2026-09-14T10:00:00Z');
    const again = await get(home.host, path, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    await call(cancelRegistration, { params: { id } }, { actor });
    expect((await get(home.host, path, { 'if-none-match': etag })).status).toBe(200);
  });

  test('keeps to lines of 75 bytes that end as the standard says', async () => {
    const home = await centre();
    const actor = await home.account({ language: 'lv' });
    await book(actor, (await home.training({ startsAt, name: 'Vingrošana ūdenī '.repeat(9) })).id);
    const { text } = await get(home.host, await subscribe(actor));
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\n');
    }
  });
});

describe.each([
  ['EE', 'Europe/Tallinn'],
  ['LV', 'Europe/Riga'],
] as const)('on the days when the clock changes in %s', (country, timeZone) => {
  test.each([
    ['before the spring change', '2027-03-28T00:30:00Z', '20270328T023000'],
    ['after the spring change', '2027-03-28T01:15:00Z', '20270328T041500'],
    ['on the spring evening', '2027-03-28T15:00:00Z', '20270328T180000'],
    ['the day before spring', '2027-03-27T16:00:00Z', '20270327T180000'],
    ['before the autumn change', '2026-10-24T23:00:00Z', '20261025T020000'],
    ['on the autumn evening', '2026-10-25T16:00:00Z', '20261025T180000'],
    ['the day before autumn', '2026-10-24T15:00:00Z', '20261024T180000'],
  ])('%s the instants are right in the feed and in the file', async (_, instant, wall) => {
    const home = await centre({ country, limits: { bookingOpensDaysBefore: 365 } });
    const actor = await home.account();
    const training = await home.training({ startsAt: instant, minutes: 45 });
    const id = await book(actor, training.id);
    const end = Temporal.Instant.from(instant).add({ minutes: 45 }).toString();
    for (const { text } of [await readFile(actor, id), await get(home.host, await subscribe(actor))]) {
      expect(text).toContain(`DTSTART;TZID=${timeZone}:${wall}\r\n`);
      expect(text).toContain(`BEGIN:VTIMEZONE\r\nTZID:${timeZone}\r\n`);
      const [event] = eventsOf(text);
      expect(Temporal.Instant.from(event?.start.toISOString() ?? '').toString()).toBe(instant);
      expect(Temporal.Instant.from(event?.end?.toISOString() ?? '').toString()).toBe(end);
    }
  });

  test('the hour shown twice is told apart', async () => {
    const home = await centre({ country, limits: { bookingOpensDaysBefore: 365 } });
    const actor = await home.account();
    // 03:30 for the first and for the second time.
    for (const instant of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
      const training = await home.training({ startsAt: instant, minutes: 20 });
      const [event] = eventsOf((await readFile(actor, await book(actor, training.id))).text);
      expect(event?.start.toISOString()).toBe(instant.replace('Z', '.000Z'));
    }
  });
});

describe('the file of one booking', () => {
  test('is fetched without a token for some minutes, in the language of the page', async () => {
    const home = await centre();
    const actor = await home.account();
    const id = await book(actor, (await home.training({ startsAt })).id);
    const { address } = (await call(contract.getCalendarFile, { params: { id } }, { actor, language: 'lv' }))
      .body;
    const answer = await get(home.host, address);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="2026-09-15-${id}.ics"`);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(eventsOf(answer.text)[0]?.description).toContain('Bez maksas varat atcelt līdz 15.09.2026 15:00.');
    clock.set('2026-09-14T09:09:59Z');
    expect((await get(home.host, address)).status).toBe(200);
    clock.set('2026-09-14T09:10:00Z');
    expect((await get(home.host, address)).status).toBe(404);
  });

  test('is nobody else’s', async () => {
    const home = await centre();
    const other = await centre();
    const actor = await home.account();
    const id = await book(actor, (await home.training({ startsAt })).id);
    const stranger = await home.account();
    const refused = await call(contract.getCalendarFile, { params: { id } }, { actor: stranger });
    expect([refused.status, refused.error]).toEqual([404, 'registrationNotFound']);
    const { address } = (await call(contract.getCalendarFile, { params: { id } }, { actor })).body;
    expect((await get(other.host, address)).status).toBe(404);
    expect((await get(home.host, address.replace(`/${id}.`, `/${id + 1}.`))).status).toBe(404);
    expect((await get(home.host, address.replace(/.\.ics$/, '.ics'))).status).toBe(404);
  });
});
