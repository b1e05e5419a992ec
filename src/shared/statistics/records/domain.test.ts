import { expect, test } from 'vitest';
import { eventsOf, type RecordedTraining, type RecordedWish } from './domain.ts';

const training: RecordedTraining = {
  ...{ id: 1, name: 'Yoga', styleId: 1, maxPlaces: 1, isWaitingListAllowed: true },
  ...{ startsAt: '2026-09-14T10:00:00Z', endsAt: '2026-09-14T11:00:00Z', localDate: '2026-09-14' },
};
const wish = (registrationId: number, parts: Partial<RecordedWish> = {}): RecordedWish => ({
  ...{ registrationId, clientId: registrationId, trainingId: 1, state: 'booked', endedAt: null },
  ...{ createdAt: '2026-09-14T08:00:00Z', presence: null, isWaived: false, noticeMinutes: 0 },
  ...parts,
});
const told = (wishes: readonly RecordedWish[], now: string) =>
  eventsOf(wishes, new Map([[1, training]]), now).map(({ kind, wish: of }) => `${kind} ${of.registrationId}`);

test.each([
  ['2026-09-14T07:59:59Z', []],
  ['2026-09-14T08:00:00Z', ['wish 1']],
  ['2026-09-14T09:59:59Z', ['wish 1']],
  ['2026-09-14T10:00:00Z', ['wish 1', 'start 1']],
  ['2026-09-14T11:00:00Z', ['wish 1', 'start 1', 'absent 1']],
])('at %s that has happened of a booking nobody came by: %j', (now, events) => {
  expect(told([wish(1, { presence: false })], now)).toEqual(events);
});

test('whoever is excused, came, or was not looked for is not absent', () => {
  const wishes = [wish(1, { presence: false, isWaived: true }), wish(2, { presence: true }), wish(3)];
  expect(told(wishes, '2026-09-15T00:00:00Z').filter((event) => event.startsWith('absent'))).toEqual([]);
});

test('at one instant whoever leaves goes first, and then the lower number', () => {
  const at = '2026-09-14T09:00:00Z';
  const wishes = [
    wish(4, { createdAt: at }),
    wish(3, { createdAt: at }),
    wish(5, { state: 'cancelledFree', endedAt: at }),
  ];
  expect(told(wishes, at)).toEqual(['wish 5', 'leave 5', 'wish 3', 'wish 4']);
});

test('what is of no training that is known is left out, and who still stands has not left', () => {
  const wishes = [wish(1, { trainingId: 2 }), wish(2, { endedAt: '2026-09-14T09:00:00Z' })];
  expect(told(wishes, '2026-09-14T09:30:00Z')).toEqual(['wish 2']);
});
