import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { rentRoom } from '#shared/rooms/rentals/contract.ts';
import { deleteReservation } from '#shared/rooms/reservations/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

test('a rental that has begun is taken away without a word; one that is ahead is told', async () => {
  const home = await centre({ rules: { pages: { isRentalPage: true } }, limits: { rentalUpcomingMax: 5 } });
  const roomId = await home.room({ name: 'Lane', capacity: 6 });
  await ask('update rooms set rent_cents = 2400 where id = $1 returning 1', roomId);
  const [owner, admin] = [await home.account(), await home.account({ role: 'admin' })];
  for (const startDateTime of ['2026-09-14T10:00:00Z', '2026-09-15T10:00:00Z']) {
    const body = { roomId, startDateTime, hours: 1, people: 2 };
    expect((await call(rentRoom, { body }, { actor: owner })).status).toBe(200);
  }
  clock.set('2026-09-14T10:00:00Z');
  const reserved = await ask<{ id: number }>(
    'select id from reservations where tenant_id = $1 order by starts_at',
    home.id,
  );
  for (const { id } of reserved)
    expect((await call(deleteReservation, { params: { id } }, { actor: admin })).status).toBe(200);
  const told = async () =>
    (
      await ask<{ subject: string }>(
        "select subject from stand_in_mails where tenant_id = $1 and subject like '%jääb ära'",
        home.id,
      )
    ).map(({ subject }) => subject);
  await expect.poll(told).toContain('Lane, 15.09.2026 13:00 jääb ära');
  expect(await told()).toHaveLength(1);
});
