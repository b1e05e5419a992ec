import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { personalTimes } from '#server/testing/personal.ts';
import { withServer } from '#server/testing/server.ts';
import { listTaught } from '#shared/personal-trainings/clients/contract.ts';
import { listPersonal, listSlots } from '#shared/personal-trainings/slots/contract.ts';
import { cancelRegistration } from '#shared/registrations/contract.ts';

const running = withServer();
const { call, ask, clock } = running;
const { scene, book } = personalTimes(running);

test('trainers stand with the clubs of their hours and of times besides that are not behind', async () => {
  const { home, trainerId, owner } = await scene();
  const hall = await home.room({ clubId: await home.club('Second club') });
  const onDate = (trainer: number, date: string, kind: 'extra' | 'off') =>
    ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute, room_id)
       values ($1, $2, $3, $4, 600, 660, $5)`,
      ...[home.id, trainer, date, kind, kind === 'extra' ? hall : null],
    );
  const [today, yesterday, away] = [
    await home.trainer({ firstName: 'Uku', lastName: 'Uus' }),
    await home.trainer(),
    await home.trainer(),
  ];
  await onDate(trainerId, '2026-09-13', 'extra');
  await onDate(today, '2026-09-14', 'extra');
  await onDate(yesterday, '2026-09-13', 'extra');
  await onDate(away, '2026-09-15', 'off');
  const { trainers } = (await call(listPersonal, {}, { actor: owner })).body;
  expect(trainers.map(({ name, clubNames }) => [name, clubNames])).toEqual([
    ['Tiit Tamm', ['First club']],
    ['Uku Uus', ['Second club']],
  ]);
});

test('a time besides is not free while something else is in its room', async () => {
  const { home, trainerId, owner } = await scene();
  const roomId = await home.room();
  await ask(
    `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute, room_id)
     values ($1, $2, '2026-09-16', 'extra', 1080, 1200, $3)`,
    ...[home.id, trainerId, roomId],
  );
  await home.training({ startsAt: '2026-09-16T15:00:00Z', roomId });
  const query = { trainer: trainerId, from: '2026-09-16', until: '2026-09-16' };
  const { body } = await call(listSlots, { query }, { actor: owner });
  expect(body.map(({ time }) => time)).toEqual(['19:00']);
});

test('what is booked or just being given back lies ahead, for both; what was called off or has ended does not', async () => {
  const { trainer, trainerId, owner } = await scene({ undoSeconds: 60 }, 5);
  const at = async (start: string) => {
    const { body, error } = await book(owner, trainerId, start);
    expect(error).toBeUndefined();
    return body;
  };
  const [booked, releasing, off, ended] = [
    await at('2026-09-22T06:00:00Z'),
    await at('2026-09-22T07:00:00Z'),
    await at('2026-09-22T08:00:00Z'),
    await at('2026-09-29T06:00:00Z'),
  ];
  await call(cancelRegistration, { params: { id: releasing.registrationId } }, { actor: owner });
  await ask('update trainings set is_cancelled = true where id = $1', off.trainingId);
  await ask(
    "update registrations set state = 'cancelledFree', place = null, ended_at = $2 where id = $1",
    ...[ended.registrationId, clock.now()],
  );
  // Given back, and taken again by the same.
  const [anew] = await ask<{ id: number }>(
    `insert into registrations (tenant_id, training_id, client_id, state, place, created_at, free_until, style_id, starts_at, ends_at,
       local_date)
     select tenant_id, training_id, client_id, 'booked', 1, created_at, free_until, style_id, starts_at, ends_at, local_date
       from registrations where id = $1 returning id`,
    ended.registrationId,
  );
  await ask('update trainings set is_cancelled = false where id = $1', ended.trainingId);
  const { coming } = (await call(listPersonal, {}, { actor: owner })).body;
  expect(coming.map(({ registrationId, isReleasing }) => [registrationId, isReleasing])).toEqual([
    [booked.registrationId, false],
    [releasing.registrationId, true],
    [anew?.id, false],
  ]);
  const taughtTo = async (actor: TestAccount) =>
    (await call(listTaught, {}, { actor })).body.map(({ registrationId }) => registrationId);
  expect(await taughtTo(trainer)).toEqual([booked.registrationId, releasing.registrationId, anew?.id]);
});
