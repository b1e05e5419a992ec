import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { listRegistrations } from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const { centre, call, ask, clock } = withServer();

/** What somebody has in a training, and the booking they would give up for it. */
interface Own {
  readonly startsAt: string;
  readonly state: 'booked' | 'offered' | 'releasing' | 'waiting' | 'left' | 'cancelledByCentre';
  readonly swapFor?: string;
  readonly isHere?: true;
}

const have: Record<string, Own> = {
  Begun: { startsAt: '2026-09-14T09:00:00Z', state: 'booked' },
  'Wait in what begins': { startsAt: '2026-09-14T09:00:00Z', state: 'waiting', swapFor: 'Kept' },
  Attended: { startsAt: '2026-09-14T10:30:00Z', state: 'booked', isHere: true },
  'Called off': { startsAt: '2026-09-14T12:00:00Z', state: 'cancelledByCentre' },
  'Just given back': { startsAt: '2026-09-14T14:00:00Z', state: 'releasing' },
  'Kept for an offer': { startsAt: '2026-09-15T06:00:00Z', state: 'booked' },
  Kept: { startsAt: '2026-09-16T15:00:00Z', state: 'booked' },
  'Came true': { startsAt: '2026-09-16T17:00:00Z', state: 'booked', swapFor: 'Kept' },
  Left: { startsAt: '2026-09-16T18:30:00Z', state: 'left', swapFor: 'Kept' },
  First: { startsAt: '2026-09-17T15:00:00Z', state: 'waiting', swapFor: 'Kept' },
  Later: { startsAt: '2026-09-18T15:00:00Z', state: 'offered', swapFor: 'Kept' },
  Offer: { startsAt: '2026-09-19T15:00:00Z', state: 'offered', swapFor: 'Kept for an offer' },
  'For begun': { startsAt: '2026-09-20T06:00:00Z', state: 'waiting', swapFor: 'Begun' },
  'For attended': { startsAt: '2026-09-20T08:00:00Z', state: 'waiting', swapFor: 'Attended' },
  'For called off': { startsAt: '2026-09-20T10:00:00Z', state: 'waiting', swapFor: 'Called off' },
  'For given back': { startsAt: '2026-09-20T12:00:00Z', state: 'waiting', swapFor: 'Just given back' },
};

/** A member with all of these, among others who wait beside them. */
async function scene() {
  const home = await centre();
  const actor = await home.account();
  const others = [await home.client(), await home.client(), await home.client()] as const;
  const trainings = new Map<string, number>();
  const ids = new Map<string, number>();
  for (const [name, { startsAt, state, isHere = false }] of Object.entries(have)) {
    const training = await home.training({ name, startsAt });
    trainings.set(name, training.id);
    const isFirst = name === 'First';
    if (isFirst) {
      await home.registration(training, others[0], { place: 1 });
      await home.registration(training, others[1]);
    }
    const isQueued = state === 'waiting' || state === 'left';
    const id = await home.registration(training, actor.clientId, {
      ...(isQueued ? {} : { place: 2 }),
      ...(state === 'offered' && { heldUntil: addMinutes(startsAt, -60) }),
    });
    if (isFirst) await home.registration(training, others[2]);
    ids.set(name, id);
    const isOver = ['left', 'cancelledByCentre', 'releasing'].includes(state);
    await ask(
      `update registrations set state = $2, place = case when $3 and $2 <> 'releasing' then null else place end,
         held_until = case when $2 = 'releasing' then $4::timestamptz + interval '1 minute' else held_until end,
         ended_at = case when $3 then $4::timestamptz end, presence = case when $5 then true end
       where id = $1 returning 1`,
      ...[id, state, isOver, clock.now(), isHere],
    );
  }
  for (const [name, { swapFor }] of Object.entries(have))
    if (swapFor)
      await ask(
        'update registrations set swap_for = $2 where id = $1 returning 1',
        ids.get(name),
        ids.get(swapFor),
      );
  return { actor, trainings };
}

interface Sides {
  readonly state: string;
  readonly placeInWaitingList: number;
  readonly swapFor: { readonly name: string } | null;
  readonly swapTo: { readonly name: string } | null;
}
const told = ({ state, placeInWaitingList, swapFor, swapTo }: Sides) => [
  state,
  placeInWaitingList,
  swapFor?.name ?? null,
  swapTo?.name ?? null,
];

test('a swap is told on both sides while it may come true, in the own list and on each training', async () => {
  const { actor, trainings } = await scene();
  const list = await call(listRegistrations, { query: { limit: 50 } }, { actor });
  const ahead = {
    Begun: ['booked', 0, null, null],
    'Wait in what begins': ['waiting', 1, 'Kept', null],
    Attended: ['booked', 0, null, null],
    'Called off': ['cancelledByCentre', 0, null, null],
    'Kept for an offer': ['booked', 0, null, 'Offer'],
    Kept: ['booked', 0, null, 'First'],
    'Came true': ['booked', 0, null, null],
    First: ['waiting', 2, 'Kept', null],
    Later: ['offered', 0, 'Kept', null],
    Offer: ['offered', 0, 'Kept for an offer', null],
    'For begun': ['waiting', 1, null, null],
    'For attended': ['waiting', 1, null, null],
    'For called off': ['waiting', 1, null, null],
    'For given back': ['waiting', 1, null, null],
  };
  expect(list.body.items.map((item) => [item.trainingName, told(item)])).toEqual(Object.entries(ahead));
  expect(list.body.total).toBe(13);
  const each: Record<string, unknown> = {};
  for (const [name, id] of trainings) {
    const { own } = (await call(getOwnTraining, { params: { id } }, { actor })).body;
    each[name] = own && told(own);
  }
  const { 'Called off': _, ...live } = ahead;
  expect(each).toEqual({
    ...live,
    'Called off': null,
    Left: null,
    'Just given back': ['releasing', 0, null, null],
  });
});
