import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { getEntryCodes } from '#shared/entry/codes/contract.ts';
import { getCard } from '#shared/entry/desk/contract.ts';
import { uploadScans } from '#shared/entry/doors/contract.ts';
import { listInside } from '#shared/entry/inside/contract.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, doorOf, furnished, gymTicket, visitsOf, entriesOf } = withDoors(running);
const pass = (minutes: number) => clock.advance({ minutes });

type Scene = Awaited<ReturnType<typeof furnished>>;

/** Another door of the same club. */
async function otherDoor({ home, admin }: Scene, set: string) {
  const { token, id } = await doorOf(home, admin);
  await ask(`update doors set ${set} where id = $1 returning 1`, id);
  return token;
}

const poolTicket = async ({ home }: Scene, owner: TestAccount) =>
  fulfil(running, home, {
    productId: await addProduct(running, home, { clientType: 'pool', visits: 5 }),
    owner,
  });

test('a stay opens no doors of another kind, nor does it spare the visit of one', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const pool = await otherDoor(scene, "client_type = 'pool'");
  const swim = await poolTicket(scene, member);
  const { show } = await register(member);
  expect((await scan(show(), randomUUID(), pool)).body.result).toBe('accepted');
  pass(11);
  expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  const { id } = await gymTicket(home, member, 1);
  expect((await scan(show())).body.result).toBe('accepted');
  pass(11);
  // The last visit of the gym is taken, and its stay goes on.
  expect((await scan(show())).body.result).toBe('accepted');
  expect([await visitsOf(swim.id), await visitsOf(id)].map(({ length }) => length)).toEqual([1, 1]);
});

test.each([
  ['with visits left', 5],
  ['that was the last one', 1],
])('a visit that the desk took, %s, is the stay of the phone as well', async (_, visits) => {
  const { home, member, scan } = await furnished();
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { id, token } = await gymTicket(home, member, visits);
  expect((await call(spendVisit, { body: { token } }, { actor: trainer })).body.isSameStay).toBe(false);
  pass(5);
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(1);
  pass(180);
  expect((await scan(show())).body.result).toBe(visits === 1 ? 'refused' : 'accepted');
  expect(await visitsOf(id)).toHaveLength(Math.min(2, visits));
});

const share = ({ home }: Scene, ticketId: number, friend: TestAccount) =>
  ask(
    `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
      values ($1, $2, $3, 'friend', now(), now()) returning 1`,
    ...[home.id, ticketId, friend.clientId],
  );

test('whom a ticket is shared with has visits of their own, and its owner has theirs', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const friend = await home.account();
  const { id } = await gymTicket(home, member);
  await share(scene, id, friend);
  const theirs = await register(friend);
  expect((await scan(theirs.show())).body.result).toBe('accepted');
  pass(20);
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(2);
});

test('what a door tells late is judged by what was before it: the visit is taken', async () => {
  const { home, member, door, scan } = await furnished();
  const { id } = await gymTicket(home, member);
  const { show } = await register(member);
  const early = { scanId: randomUUID(), code: show(), at: clock.now() };
  pass(300);
  expect((await scan(show())).body.result).toBe('accepted');
  const scans = [{ ...early, result: 'accepted' as const, reason: null }];
  await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
  expect(await visitsOf(id)).toHaveLength(2);
  expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', 'ticket']);
});

test('a stay is counted from the last visit, also where an earlier one was told after it', async () => {
  const { home, admin, member, door } = await furnished();
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { id, token } = await gymTicket(home, member);
  const { show } = await register(member);
  const early = { scanId: randomUUID(), code: show(), at: clock.now() };
  const spend = async () => (await call(spendVisit, { body: { token } }, { actor: trainer })).body.isSameStay;
  pass(190);
  expect(await spend()).toBe(false);
  const scans = [{ ...early, result: 'accepted' as const, reason: null }];
  await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
  pass(20);
  expect(await spend()).toBe(true);
  expect(await visitsOf(id)).toHaveLength(2);
  const seen = await call(getCard, { params: { cardCode: token } }, { actor: admin });
  expect(seen.body.lastTakenDateTime).toBe(addMinutes(clock.now(), -20));
});

test('the visit that the desk took behind a door that tells late is the one of the stay', async () => {
  const { home, member, door } = await furnished();
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { id, token } = await gymTicket(home, member);
  const { show } = await register(member);
  const outer = {
    scanId: randomUUID(),
    code: show(),
    at: clock.now(),
    result: 'accepted' as const,
    reason: null,
  };
  pass(5);
  await call(spendVisit, { body: { token } }, { actor: trainer });
  await call(uploadScans, { body: { token: door.token, scans: [outer] } }, { host: home.host });
  expect(await visitsOf(id)).toHaveLength(1);
  expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['sameStay']);
});

test.each(['ticket', 'contract'] as const)(
  'one stay costs one visit of a %s also where the first of its doors tells late',
  async (kind) => {
    const scene = await furnished();
    const { home, member, door, scan } = scene;
    const inner = await otherDoor(scene, "client_type = 'gym'");
    const { id } =
      kind === 'ticket'
        ? await gymTicket(home, member)
        : { id: await addContract(running, home, member, { benefits: [{ clientType: 'gym', visits: 8 }] }) };
    const { show } = await register(member);
    const outer = { scanId: randomUUID(), code: show(), at: clock.now() };
    pass(11);
    expect((await scan(show(), randomUUID(), inner)).body.result).toBe('accepted');
    pass(115);
    const scans = [{ ...outer, result: 'accepted' as const, reason: null }];
    await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
    const entries = await ask<{ by: string; contractId: number | null }>(
      'select by, contract_id as "contractId" from entries where tenant_id = $1 order by at',
      home.id,
    );
    expect(entries).toEqual([
      { by: 'sameStay', contractId: null },
      { by: kind, contractId: kind === 'contract' ? id : null },
    ]);
    if (kind === 'ticket') expect(await visitsOf(id)).toHaveLength(1);
  },
);

test.each([
  ['takes a visit of another ticket of theirs', 2],
  ['takes none where there is no other', 1],
])('beside whoever came in by the code of a ticket a door without a network %s', async (_, count) => {
  const { home, member, door, scan } = await furnished();
  const [first, second] = [await gymTicket(home, member), count > 1 ? await gymTicket(home, member) : null];
  const { show } = await register(member);
  expect((await scan(first.token)).body.result).toBe('accepted');
  pass(2);
  const scans = [
    { scanId: randomUUID(), code: show(), at: clock.now(), result: 'accepted' as const, reason: null },
  ];
  pass(20);
  await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
  expect(await visitsOf(first.id)).toHaveLength(1);
  if (second) expect(await visitsOf(second.id)).toHaveLength(1);
  expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', second ? 'ticket' : 'list']);
});

test('what a door refused by itself before the server heard of it is judged anew, and noted as both', async () => {
  const { home, member, door, scan } = await furnished();
  const { token, id } = await gymTicket(home, member);
  const scanId = randomUUID();
  const alone = {
    ...{ scanId, code: token, at: clock.now(), result: 'refused' as const },
    reason: 'notOffline' as const,
  };
  await call(uploadScans, { body: { token: door.token, scans: [alone] } }, { host: home.host });
  expect((await scan(token, scanId)).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(1);
  expect((await entriesOf(home)).map(({ result }) => result)).toEqual(['refused', 'accepted']);
});

test('on the last visit of a ticket whose code let somebody in nobody comes in beside them', async () => {
  const { home, member, scan } = await furnished();
  const { token, id } = await gymTicket(home, member, 1);
  expect((await scan(token)).body.result).toBe('accepted');
  const { show } = await register(member);
  expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
  pass(11);
  expect((await scan(show())).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(1);
});

test.each(['owner', 'friend'] as const)(
  'who shares a ticket comes in together, the %s first',
  async (first) => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    await otherDoor(scene, "direction = 'out'");
    const friend = await home.account();
    const { id, token } = await gymTicket(home, member);
    await share(scene, id, friend);
    const phones = [await register(member), await register(friend)];
    for (const { show } of first === 'owner' ? phones : phones.toReversed())
      expect((await scan(show())).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(2);
    expect((await scan(token)).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
  },
);

test('who has a place comes in also while their ticket has let in somebody else', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  await otherDoor(scene, "direction = 'out'");
  const { token, id } = await gymTicket(home, member);
  const training = await home.training({ startsAt: addMinutes(clock.now(), 30) });
  expect((await scan(token)).body.result).toBe('accepted');
  await home.registration(training, member.clientId, { place: 1 });
  pass(15);
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', 'booking']);
  expect(await visitsOf(id)).toHaveLength(1);
});

// A guest: the ticket is for them, and whose it is has a right of their own.
test.each(['desk', 'code'] as const)(
  'whoever has a right of their own comes in by it, though the %s took a visit of their ticket, and the ticket goes on with its guest',
  async (how) => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const out = await otherDoor(scene, "direction = 'out'");
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    const { token, id } = await gymTicket(home, member);
    if (how === 'desk') await call(spendVisit, { body: { token } }, { actor: trainer });
    else {
      expect((await scan(token)).body.result).toBe('accepted');
      expect((await scan(token, randomUUID(), out)).body.result).toBe('accepted');
    }
    const training = await home.training({ startsAt: addMinutes(clock.now(), 30) });
    const { show } = await register(member);
    await home.registration(training, member.clientId, { place: 1 });
    pass(2);
    expect((await scan(show())).body.result).toBe('accepted');
    expect((await entriesOf(home)).at(-1)?.by).toBe('booking');
    pass(2);
    expect((await scan(token)).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(1);
  },
);

test('who has two tickets comes in by the other one while somebody is inside by the code of the first', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  await otherDoor(scene, "direction = 'out'");
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const first = await gymTicket(home, member);
  expect((await scan(first.token)).body.result).toBe('accepted');
  const { show } = await register(member);
  pass(2);
  // With the one alone they are told so before they stand there.
  const told = async () =>
    (await call(getEntryCodes, {}, { actor: member })).body.doors.map(
      ({ refusal }) => refusal?.error ?? null,
    );
  expect(await told()).toEqual(['entryAlreadyInside']);
  const second = await gymTicket(home, member);
  expect(await told()).toEqual([null]);
  expect((await scan(show())).body.result).toBe('accepted');
  expect([await visitsOf(first.id), await visitsOf(second.id)].map(({ length }) => length)).toEqual([1, 1]);
  const { clubs } = (await call(listInside, {}, { actor: trainer })).body;
  expect(clubs.flatMap(({ refused }) => refused)).toEqual([]);
});

test('a ticket that let somebody in elsewhere keeps nobody from their stay here', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const pool = await otherDoor(scene, "client_type = 'pool'");
  const { id } = await gymTicket(home, member, 1);
  const swim = await poolTicket(scene, member);
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  pass(11);
  expect((await scan(swim.token, randomUUID(), pool)).body.result).toBe('accepted');
  expect((await scan(show())).body.result).toBe('accepted');
  expect(await visitsOf(id)).toHaveLength(1);
});

test('one visit that the desk took lets in one: the phone or the code', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const out = await otherDoor(scene, "direction = 'out'");
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { id, token } = await gymTicket(home, member);
  await call(spendVisit, { body: { token } }, { actor: trainer });
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('accepted');
  pass(20);
  expect((await scan(token)).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
  // Out with the code goes whoever is in by it.
  expect((await scan(token, randomUUID(), out)).body.result).toBe('accepted');
  pass(5);
  expect((await scan(token)).body.result).toBe('accepted');
  expect((await scan(show())).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
  expect(await visitsOf(id)).toHaveLength(1);
});

test('of whom the door refused the list says what it would say now', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  await otherDoor(scene, "direction = 'out'");
  const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
  const { token } = await gymTicket(home, member, 1);
  expect((await scan(token)).body.result).toBe('accepted');
  const { show } = await register(member);
  expect((await scan(show())).body.result).toBe('refused');
  const refusals = async () => {
    const { clubs } = (await call(listInside, {}, { actor: trainer })).body;
    return clubs.flatMap(({ refused }) => refused.map(({ refusal }) => refusal?.error ?? null));
  };
  expect(await refusals()).toEqual(['entryAlreadyInside']);
  pass(5);
  const training = await home.training({ startsAt: addMinutes(clock.now(), 30) });
  await home.registration(training, member.clientId, { place: 1 });
  expect(await refusals()).toEqual([null]);
});

test('out goes everybody with the code that let them in, also within its half minute', async () => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const out = await otherDoor(scene, "direction = 'out'");
  await gymTicket(home, member);
  const { show } = await register(member);
  const code = show();
  expect((await scan(code)).body.result).toBe('accepted');
  expect((await scan(code, randomUUID(), out)).body.result).toBe('accepted');
});

test.each(['phone', 'code'] as const)('in by the %s and out by the other is out', async (first) => {
  const scene = await furnished();
  const { home, member, scan } = scene;
  const out = await otherDoor(scene, "direction = 'out'");
  const { token } = await gymTicket(home, member);
  const { show } = await register(member);
  const ways = { phone: show, code: () => token };
  const other = first === 'phone' ? 'code' : 'phone';
  expect((await scan(ways[first]())).body.result).toBe('accepted');
  pass(60);
  expect((await scan(ways[other](), randomUUID(), out)).body.result).toBe('accepted');
  pass(200);
  expect((await scan(ways[first]())).body.result).toBe('accepted');
  pass(60);
  expect((await scan(ways[first](), randomUUID(), out)).body.result).toBe('accepted');
  pass(200);
  expect((await scan(ways[other]())).body.result).toBe('accepted');
});
