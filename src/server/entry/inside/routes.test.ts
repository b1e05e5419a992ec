import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { expectRefused } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { listUsers, updateUser } from '#shared/account/users/contract.ts';
import { letIn, listInside } from '#shared/entry/inside/contract.ts';
import { letInMinutes } from '#shared/entry/inside/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, furnished, gymTicket, visitsOf, doorOf } = withDoors(running);

const seen = async (admin: TestAccount) => (await call(listInside, {}, { actor: admin })).body.clubs[0];
const entered = (home: Centre) =>
  ask<{ by: string; note: string | null; overrides: boolean }>(
    `select by, note, overrides_id is not null as overrides from entries
    where tenant_id = $1 and result = 'accepted' order by id`,
    home.id,
  );

/** Somebody without any right whom a door has refused. */
async function refusedOne() {
  const made = await furnished();
  const { show } = await register(made.member);
  await made.scan(show());
  const club = await seen(made.admin);
  return { ...made, show, refusalId: club?.refused[0]?.id ?? 0 };
}

describe('who is inside', () => {
  test('are those who came in and have not gone out, until the club closes', async () => {
    const { home, admin, member, scan } = await furnished();
    await gymTicket(home, member);
    const { show } = await register(member);
    expect(await seen(admin)).toMatchObject({ isExitRead: false, people: [], refused: [] });
    const since = Temporal.Instant.from(clock.now()).toString();
    await scan(show());
    expect((await seen(admin))?.people).toEqual([
      expect.objectContaining({ clientId: member.clientId, sinceDateTime: since, letIn: null }),
    ]);
    clock.advance({ hours: 20 });
    expect((await seen(admin))?.people).toEqual([]);
  });

  test('who goes out is not inside any more, and comes in again later', async () => {
    const { home, admin, member, scan } = await furnished();
    const out = await doorOf(home, admin, { direction: 'out' });
    await gymTicket(home, member, null);
    const { show } = await register(member);
    await scan(show());
    clock.advance({ minutes: 30 });
    await scan(show(), undefined, out.token);
    expect(await seen(admin)).toMatchObject({ isExitRead: true, people: [] });
    clock.advance({ minutes: 30 });
    await scan(show());
    expect((await seen(admin))?.people).toHaveLength(1);
  });

  test('a refusal stands there with what is in the way now, for half an hour, until they are in', async () => {
    const { home, admin, member, show, scan } = await refusedOne();
    const [refused] = (await seen(admin))?.refused ?? [];
    expect(refused).toMatchObject({
      clientId: member.clientId,
      doorName: 'Peauks',
      refusal: { error: 'entryNothingValid', details: {} },
    });
    // Bought meanwhile: nothing is in the way any more.
    await gymTicket(home, member);
    expect((await seen(admin))?.refused[0]?.refusal).toBeNull();
    clock.advance({ minutes: 1 });
    await scan(show());
    expect((await seen(admin))?.refused).toEqual([]);
    expect((await seen(admin))?.people).toHaveLength(1);
  });

  test('whose account was closed stands there with nothing that opens, and is let in like anybody', async () => {
    const { home, admin, scan } = await furnished();
    const trainer = await home.account({ role: 'trainer' });
    const { show } = await register(trainer);
    const { items } = (await call(listUsers, { query: { id: trainer.id } }, { actor: admin })).body;
    const user = items.find(({ id }) => id === trainer.id);
    if (!user) throw new Error('no such user');
    const body = { version: user.version, values: { ...user.values, isBlocked: true } };
    expect((await call(updateUser, { params: { id: trainer.id }, body }, { actor: admin })).status).toBe(200);
    expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'codeNotValid' });
    const [refused] = (await seen(admin))?.refused ?? [];
    expect(refused).toMatchObject({
      clientId: trainer.clientId,
      refusal: { error: 'entryNothingValid', details: {} },
    });
    clock.advance({ minutes: 1 });
    const letting = { params: { id: refused?.id ?? 0 }, body: { reason: 'Viimane päev' } };
    expect((await call(letIn, letting, { actor: admin })).status).toBe(200);
    expect(await entered(home)).toEqual([{ by: 'override', note: 'Viimane päev', overrides: true }]);
    const club = await seen(admin);
    expect([club?.refused, club?.people.map(({ clientId }) => clientId)]).toEqual([[], [trainer.clientId]]);
  });

  test('each club has its own people and refusals', async () => {
    const { home, admin, member, scan } = await furnished();
    const clubId = await home.club('Second club');
    const other = await doorOf(home, admin, { name: 'Tagauks', clubId });
    await gymTicket(home, member);
    const { show } = await register(member);
    const guest = await home.account();
    const { show: shown } = await register(guest);
    await scan(show());
    await scan(show(), undefined, other.token);
    await scan(shown(), undefined, other.token);
    const { clubs } = (await call(listInside, {}, { actor: admin })).body;
    const people = clubs.map((club) => [
      club.id,
      club.people.map(({ clientId }) => clientId),
      club.refused.map(({ clientId, doorName }) => [clientId, doorName]).toSorted(),
    ]);
    const refused = [member, guest].map(({ clientId }) => [clientId, 'Tagauks']);
    expect(people).toEqual([
      [home.clubId, [member.clientId], []],
      [clubId, [], refused.toSorted()],
    ]);
  });

  test('whom a door refused on their way out does not stand before it', async () => {
    const { home, admin, member, scan } = await furnished();
    const out = await doorOf(home, admin, { direction: 'out' });
    const other = await home.account();
    const [mine, theirs] = [await register(member), await register(other)];
    const old = clock.epochMilliseconds() - 120_000;
    expect((await scan(mine.show(old), undefined, out.token)).body.reason).toBe('codeOld');
    expect((await scan(theirs.show(old))).body.reason).toBe('codeOld');
    const refused = (await seen(admin))?.refused ?? [];
    expect(refused.map(({ clientId, doorName }) => [clientId, doorName])).toEqual([
      [other.clientId, 'Peauks'],
    ]);
    const [leaving] = await ask<{ id: number }>(
      'select id from entries where tenant_id = $1 and client_id = $2',
      ...[home.id, member.clientId],
    );
    const params = { id: leaving?.id ?? 0 };
    expect((await call(letIn, { params, body: { reason: 'Palun' } }, { actor: admin })).error).toBe(
      'entryNotRefused',
    );
  });

  test('a refusal goes from the list after half an hour', async () => {
    const { admin } = await refusedOne();
    clock.advance({ minutes: letInMinutes });
    expect((await seen(admin))?.refused).toEqual([]);
  });
});

describe('letting in', () => {
  test('is written down with who did it and why, takes no visit, and notes who comes for a training', async () => {
    const { home, admin, member, refusalId } = await refusedOne();
    const { id } = await gymTicket(home, member);
    const training = await home.training({ startsAt: addMinutes(clock.now(), 60), maxPlaces: 3 });
    await home.registration(training, member.clientId, { place: 1 });
    clock.advance({ minutes: 25 });
    const { body } = await call(
      letIn,
      { params: { id: refusalId }, body: { reason: '  Telefon on tühi ' } },
      { actor: admin },
    );
    expect(body).toEqual({ lock: 'none' });
    expect(await entered(home)).toEqual([{ by: 'override', note: 'Telefon on tühi', overrides: true }]);
    expect(await visitsOf(id)).toHaveLength(0);
    const club = await seen(admin);
    expect(club?.refused).toEqual([]);
    expect(club?.people[0]?.letIn).toMatchObject({ reason: 'Telefon on tühi' });
  });

  test('notes nobody for a training that is in another club', async () => {
    const { home, admin, member, refusalId } = await refusedOne();
    const clubId = await home.club('Second club');
    const training = await home.training({ startsAt: addMinutes(clock.now(), 20), clubId });
    const id = await home.registration(training, member.clientId, { place: 1 });
    const letting = { params: { id: refusalId }, body: { reason: 'Telefon on tühi' } };
    expect((await call(letIn, letting, { actor: admin })).status).toBe(200);
    await untilLookedAt(running, home);
    expect(await ask('select presence from registrations where id = $1', id)).toEqual([{ presence: null }]);
  });

  test('lets in whom the door refused, by that door, whoever else stood before one, and also once they went out since', async () => {
    const { home, admin, member, door, scan } = await furnished();
    const out = await doorOf(home, admin, { direction: 'out' });
    const clubId = await home.club('Second club');
    const beyond = await doorOf(home, admin, { name: 'Tagauks', clubId });
    const other = await home.account();
    const [mine, theirs] = [await register(member), await register(other)];
    expect((await scan(theirs.show(), undefined, beyond.token)).body.result).toBe('refused');
    await gymTicket(home, member, 1);
    expect((await scan(mine.show())).body.result).toBe('accepted');
    clock.advance({ minutes: 1 });
    expect((await scan(mine.show())).body.reason).toBe('alreadyInside');
    const [refused] = await ask<{ id: number }>(
      `select id from entries where tenant_id = $1 and result = 'refused' order by id desc limit 1`,
      home.id,
    );
    clock.advance({ minutes: 1 });
    expect((await scan(mine.show(), undefined, out.token)).body.result).toBe('accepted');
    clock.advance({ minutes: 1 });
    const params = { id: refused?.id ?? 0 };
    const letting = await call(letIn, { params, body: { reason: 'Unustas koti' } }, { actor: admin });
    expect(letting.status).toBe(200);
    const written = await ask(
      `select client_id as client, club_id as club, door_id as door, overrides_id as refusal from entries
        where tenant_id = $1 and by = 'override'`,
      home.id,
    );
    expect(written).toEqual([
      { client: member.clientId, club: home.clubId, door: door.id, refusal: refused?.id },
    ]);
    const { clubs } = (await call(listInside, {}, { actor: admin })).body;
    expect(clubs.map(({ people }) => people.map(({ clientId }) => clientId))).toEqual([
      [member.clientId],
      [],
    ]);
  });

  test('pressed by two at once, and again, is one entry', async () => {
    const { home, admin, refusalId } = await refusedOne();
    const other = await home.account({ role: 'admin' });
    const press = (actor: TestAccount) =>
      call(letIn, { params: { id: refusalId }, body: { reason: 'Võti jäi koju' } }, { actor });
    const answers = await Promise.all([press(admin), press(other), press(admin)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await press(admin);
    expect(await entered(home)).toHaveLength(1);
    // The lock opened each time, and the trail says for whom it was pressed.
    const trail = await ask<{ account_id: number }>(
      `select account_id from audit_trail where tenant_id = $1 and input::text like '%Võti jäi koju%' order by id`,
      home.id,
    );
    expect(trail.map(({ account_id }) => account_id).toSorted()).toEqual(
      [admin.id, admin.id, admin.id, other.id].toSorted(),
    );
  });

  test('is over after half an hour', async () => {
    const { home, admin, refusalId } = await refusedOne();
    clock.advance({ minutes: letInMinutes });
    const answer = await call(
      letIn,
      { params: { id: refusalId }, body: { reason: 'Hilja' } },
      { actor: admin },
    );
    expect(answer.error).toBe('entryRefusedLongAgo');
    expect(await entered(home)).toEqual([]);
  });

  test('of what no door refused, or of another centre, lets nobody in', async () => {
    const { admin, member, home, scan, show } = await refusedOne();
    await gymTicket(home, member);
    await scan(show());
    await scan('hello');
    const [nobody] = await ask<{ id: number }>(
      'select id from entries where tenant_id = $1 and client_id is null',
      home.id,
    );
    const [accepted] = await ask<{ id: number }>(
      `select id from entries where tenant_id = $1 and result = 'accepted'`,
      home.id,
    );
    const elsewhere = await refusedOne();
    for (const id of [9_999_999, nobody?.id ?? 0, accepted?.id ?? 0, elsewhere.refusalId])
      await expectRefused(
        running,
        home,
        () => call(letIn, { params: { id }, body: { reason: 'Palun' } }, { actor: admin }),
        [404, 'entryNotRefused'],
      );
    const none = await call(letIn, { params: { id: 0 }, body: { reason: 'Palun' } }, { actor: admin });
    expect(none.status).toBe(400);
  });

  test.each([[''], ['   '], ['x'.repeat(201)]])('without a reason (%j) is refused', async (reason) => {
    const { home, admin, refusalId } = await refusedOne();
    const answer = await call(letIn, { params: { id: refusalId }, body: { reason } }, { actor: admin });
    expect(answer.status).toBe(400);
    expect(await entered(home)).toEqual([]);
  });

  test('is for those who work at the desk', async () => {
    const { home, member, refusalId } = await refusedOne();
    const plain = await home.account({ role: 'trainer' });
    for (const actor of [member, plain]) {
      expect((await call(listInside, {}, { actor })).status).toBe(403);
      const answer = await call(letIn, { params: { id: refusalId }, body: { reason: 'x' } }, { actor });
      expect(answer.status).toBe(403);
    }
  });
});
