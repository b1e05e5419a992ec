import { expect, test } from 'vitest';
import { eventsOf, type RecordedRequest, type RecordedTraining } from './domain.ts';

const training: RecordedTraining = {
  ...{ id: 1, name: 'Yoga', styleId: 1, maxPlaces: 1, isWaitingListAllowed: true },
  ...{ startsAt: '2026-09-14T10:00:00Z', endsAt: '2026-09-14T11:00:00Z', localDate: '2026-09-14' },
};
const request = (registrationId: number, parts: Partial<RecordedRequest> = {}): RecordedRequest => ({
  ...{ registrationId, clientId: registrationId, trainingId: 1, state: 'booked', endedAt: null },
  ...{ createdAt: '2026-09-14T08:00:00Z', presence: null, isWaived: false, noticeMinutes: 0 },
  ...parts,
});
const told = (requests: readonly RecordedRequest[], now: string) =>
  eventsOf(requests, new Map([[1, training]]), now).map(
    ({ kind, request: of }) => `${kind} ${of.registrationId}`,
  );

test.each([
  ['2026-09-14T07:59:59Z', []],
  ['2026-09-14T08:00:00Z', ['wish 1']],
  ['2026-09-14T09:59:59Z', ['wish 1']],
  ['2026-09-14T10:00:00Z', ['wish 1', 'start 1']],
  ['2026-09-14T11:00:00Z', ['wish 1', 'start 1', 'absent 1']],
])('at %s that has happened of a booking nobody came by: %j', (now, events) => {
  expect(told([request(1, { presence: false })], now)).toEqual(events);
});

test('whoever is excused, came, or was not looked for is not absent', () => {
  const requests = [
    request(1, { presence: false, isWaived: true }),
    request(2, { presence: true }),
    request(3),
  ];
  expect(told(requests, '2026-09-15T00:00:00Z').filter((event) => event.startsWith('absent'))).toEqual([]);
});

test('at one instant whoever leaves goes first, and then the lower number', () => {
  const at = '2026-09-14T09:00:00Z';
  const requests = [
    request(4, { createdAt: at }),
    request(3, { createdAt: at }),
    request(5, { state: 'cancelledFree', endedAt: at }),
  ];
  expect(told(requests, at)).toEqual(['wish 5', 'leave 5', 'wish 3', 'wish 4']);
});

test('what is of no training that is known is left out, and who still stands has not left', () => {
  const requests = [request(1, { trainingId: 2 }), request(2, { endedAt: '2026-09-14T09:00:00Z' })];
  expect(told(requests, '2026-09-14T09:30:00Z')).toEqual(['wish 2']);
});
