import { expect, test } from 'vitest';
import { billingMeans, type LiveContractParts } from '#server/testing/billing.ts';
import type { Centre, TestAccount, TestTraining } from '#server/testing/centre.ts';
import { mergingMeans } from '#server/testing/merging.ts';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';

const running = withServer();
const { ask } = running;
const { furnished, merging, preview } = mergingMeans(running);

type State = 'booked' | 'offered' | 'releasing' | 'waiting' | 'cancelledFree';

/** How a client stands to a training. */
async function put(home: Centre, training: TestTraining, { clientId }: TestAccount, state: State) {
  const place = { place: state === 'booked' ? 1 : 2 };
  const held = { heldUntil: '2026-09-14T10:00:00Z' };
  const parts = { booked: place, offered: { ...place, ...held }, releasing: { ...place, ...held } };
  const id = await home.registration(training, clientId, { ...parts, waiting: {}, cancelledFree: {} }[state]);
  if (state === 'releasing' || state === 'cancelledFree')
    await ask(
      'update registrations set state = $3, ended_at = now() where tenant_id = $1 and id = $2',
      ...[home.id, id, state],
    );
}

test('bookings of one training, and places at one time, stand in the way; what is over, waits beside a place or only touches does not', async () => {
  const { home, admin, kept, gone } = await furnished();
  const styleId = await home.style();
  const [roomId, otherRoomId] = [await home.room(), await home.room()];
  let day = '2026-09-15T15:00:00Z';
  const clashes: { kind: string; name: string; otherName: string }[] = [];
  /** On a day of its own, the other one so many minutes later; none: it is the same training. */
  const beside = async (own: State, other: State, minutes: number | null, isClash: boolean) => {
    const name = `${own} ${minutes} ${other}`;
    day = addMinutes(day, 24 * 60);
    const otherName = minutes === null ? name : `${name}, of the other`;
    const of = { styleId, trainerId: null };
    const one = await home.training({ ...of, roomId, startsAt: day, name });
    const startsAt = addMinutes(day, minutes ?? 0);
    const two =
      minutes === null ? one : await home.training({ ...of, roomId: otherRoomId, startsAt, name: otherName });
    await put(home, one, kept, own);
    await put(home, two, gone, other);
    if (isClash) clashes.push({ kind: 'booking', name, otherName });
  };

  await beside('waiting', 'waiting', null, true);
  await beside('booked', 'releasing', null, true);
  await beside('booked', 'offered', null, true);
  await beside('releasing', 'booked', null, true);
  await beside('offered', 'waiting', null, true);
  await beside('booked', 'cancelledFree', null, false);
  await beside('cancelledFree', 'booked', null, false);
  await beside('booked', 'booked', 30, true);
  await beside('booked', 'booked', -30, true);
  await beside('booked', 'offered', 30, true);
  await beside('offered', 'booked', 30, true);
  await beside('booked', 'waiting', 30, false);
  await beside('waiting', 'booked', 30, false);
  await beside('booked', 'releasing', 30, false);
  await beside('releasing', 'booked', 30, false);
  await beside('booked', 'cancelledFree', 30, false);
  await beside('booked', 'booked', 60, false);
  await beside('booked', 'booked', -60, false);

  const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
  const { body } = await preview(admin, kept, gone);
  expect(body.clashes.toSorted(byName)).toEqual(clashes.toSorted(byName));
  // Whichever of the two stays.
  const turned = (await preview(admin, gone, kept)).body;
  const others = clashes.map((one) => ({ ...one, name: one.otherName, otherName: one.name }));
  expect(turned.clashes.toSorted(byName)).toEqual(others.toSorted(byName));
  for (const refusal of [body.refusal, turned.refusal, (await merging(admin, kept, gone)).error])
    expect(refusal).toBe('mergeBookings');
});

test('contracts of one kind that live on one day stand in the way; of another kind, taken back, or one after the other do not', async () => {
  const { home, admin, kept, gone } = await furnished();
  const { contract } = billingMeans(running);
  const [fitness, pilates] = ['webapp_fitness', 'webapp_pilates'] as const;
  const add = async ({ clientId }: TestAccount, parts: LiveContractParts, isTakenBack = false) => {
    const made = await contract(home, { ...parts, clientId });
    if (isTakenBack)
      await ask(
        "update contracts set state = 'withdrawn', withdrawn_at = now() where id = $1 returning 1",
        made.id,
      );
    return made;
  };
  const october = { startsOn: '2026-10-01', endsOn: '2026-10-31' };
  const own = await add(kept, { ...october, category: fitness });
  await add(kept, { startsOn: '2026-12-01', category: fitness }, true);
  await add(kept, { startsOn: '2026-12-01', endsOn: '2026-12-31', category: pilates });
  await add(gone, { ...october, category: fitness }, true);
  await add(gone, { startsOn: '2026-10-01', endsOn: '2026-11-30', category: pilates });
  const other = await add(gone, { startsOn: '2026-10-31', endsOn: '2026-11-15', category: fitness });
  await add(gone, { startsOn: '2026-11-16', category: fitness });
  const { body } = await preview(admin, kept, gone);
  expect(body.clashes).toMatchObject([{ kind: 'contract', contractId: own.id, otherContractId: other.id }]);
});
