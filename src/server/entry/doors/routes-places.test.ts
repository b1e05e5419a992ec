import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { untilLookedAt } from '#server/testing/looked-at.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { register as book } from '#shared/registrations/contract.ts';
import { spendVisit } from '#shared/tickets/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, furnished, gymTicket, visitsOf, entriesOf } = withDoors(running);
const pass = (minutes: number) => clock.advance({ minutes });
const soon = () => addMinutes(clock.now(), 30);

type Scene = Awaited<ReturnType<typeof furnished>>;

/** A training of the gym that somebody has a place in, paid for with a ticket. */
async function placeBy(
  { home }: Scene,
  actor: TestAccount,
  ticketId: number,
  startsAt = soon(),
  clientType = 'gym',
) {
  const training = await home.training({ startsAt, payment: 'paid' });
  await ask('update trainings set client_type = $2 where id = $1 returning 1', training.id, clientType);
  const cover = { kind: 'ticket' as const, id: ticketId };
  const body = { trainingId: training.id, isWaitingAccepted: false, cover };
  const { registrationId, error } = { ...(await call(book, { body }, { actor })).body, error: undefined };
  expect(error).toBeUndefined();
  return registrationId;
}

const presenceOf = async (registrationId: number) => {
  const [row] = await ask<{ presence: boolean | null }>(
    'select presence from registrations where id = $1',
    registrationId,
  );
  return row?.presence;
};

describe('a place that a ticket holds', () => {
  test.each(['phone', 'code'] as const)('lets one in, by the %s first', async (first) => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const { id, token } = await gymTicket(home, member);
    const registrationId = await placeBy(scene, member, id);
    const { show } = await register(member);
    const ways = { phone: () => scan(show()), code: () => scan(token) };
    expect((await ways[first]()).body.result).toBe('accepted');
    const second = first === 'phone' ? ways.code : ways.phone;
    expect((await second()).body).toMatchObject({ result: 'refused', reason: 'alreadyInside' });
    expect(await visitsOf(id)).toHaveLength(0);
    await expect.poll(() => presenceOf(registrationId)).toBe(true);
  });

  test('takes no visit from whom a trainer scans, and its client is here', async () => {
    const scene = await furnished();
    const { home, member } = scene;
    const trainer = await home.account({ role: 'trainer', canManageRegistrations: true });
    const { id, token } = await gymTicket(home, member);
    const registrationId = await placeBy(scene, member, id);
    const { body } = await call(spendVisit, { body: { token } }, { actor: trainer });
    expect(body).toMatchObject({ isSameStay: true });
    expect(await visitsOf(id)).toHaveLength(0);
    await expect.poll(() => presenceOf(registrationId)).toBe(true);
  });

  test('opens at a door of another kind, as it does for a phone', async () => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const productId = await addProduct(running, home, { clientType: 'groupTraining', visits: 5 });
    const { id, token } = await fulfil(running, home, { productId, owner: member });
    expect((await scan(token)).body.result).toBe('refused');
    await placeBy(scene, member, id, soon(), 'groupTraining');
    expect((await scan(token)).body.result).toBe('accepted');
  });

  test('of two that follow each other notes both, and its holder who came earlier by a visit', async () => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const { id, token } = await gymTicket(home, member);
    expect((await scan(token)).body.result).toBe('accepted');
    pass(20);
    const places = [
      await placeBy(scene, member, id, addMinutes(clock.now(), 20)),
      await placeBy(scene, member, id, addMinutes(clock.now(), 20 + 60)),
    ];
    pass(25);
    expect((await scan(token)).body.result).toBe('accepted');
    await expect.poll(() => Promise.all(places.map(presenceOf))).toEqual([true, true]);
    expect(await visitsOf(id)).toHaveLength(1);
  });

  test('of somebody whom it is shared with is theirs: its code takes a visit, and they are not here', async () => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const friend = await home.account();
    const { id, token } = await gymTicket(home, member);
    await ask(
      `insert into ticket_shares (tenant_id, ticket_id, client_id, recipient, created_at, accepted_at)
        values ($1, $2, $3, 'friend', now(), now()) returning 1`,
      ...[home.id, id, friend.clientId],
    );
    const registrationId = await placeBy(scene, friend, id);
    expect((await scan(token)).body.result).toBe('accepted');
    expect(await visitsOf(id)).toHaveLength(1);
    await untilLookedAt(running, home);
    expect(await presenceOf(registrationId)).toBeNull();
    const { show } = await register(friend);
    expect((await scan(show())).body.result).toBe('accepted');
  });
});

describe('a club that is shut', () => {
  const close = ({ home }: Scene, clubId: number | null = null) =>
    ask(
      `insert into closures (tenant_id, club_id, from_on, until_on, name, created_at)
        values ($1, $2, '2026-09-14', '2026-09-14', 'Flood', now()) returning 1`,
      ...[home.id, clubId],
    );

  test('for a day opens by no ticket, its code or the phone, and by a place', async () => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const { id, token } = await gymTicket(home, member);
    const { show } = await register(member);
    await close(scene, await home.club());
    expect((await scan(token)).body.result).toBe('accepted');
    pass(300);
    await close(scene, home.clubId);
    for (const code of [token, show()])
      expect((await scan(code)).body).toMatchObject({ result: 'refused', reason: 'closed' });
    expect(await visitsOf(id)).toHaveLength(1);
    await placeBy(scene, member, id);
    expect((await scan(token)).body.result).toBe('accepted');
    await ask('update closures set lifted_at = now() where tenant_id = $1 returning 1', home.id);
    pass(240);
    await scan(token);
    expect((await entriesOf(home)).map(({ reason }) => reason)).toEqual([
      ...[null, 'entryClosedToday', 'entryClosedToday', null, null],
    ]);
  });

  test('at that hour takes no visit of a ticket by its code', async () => {
    const scene = await furnished();
    const { home, member, scan } = scene;
    const hours = { opens: '02:00', closes: '02:30' };
    await ask(
      'update clubs set opening_hours = $2 where tenant_id = $1 returning 1',
      ...[home.id, JSON.stringify(Array.from({ length: 7 }, () => hours))],
    );
    const { id, token } = await gymTicket(home, member);
    expect((await scan(token)).body).toMatchObject({ result: 'refused', reason: 'closed' });
    expect(await visitsOf(id)).toHaveLength(0);
  });
});
