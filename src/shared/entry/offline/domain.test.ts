import { describe, expect, test } from 'vitest';
import { stepAt } from '../codes/domain.ts';
import {
  type DoorList,
  decideKeycardOffline,
  decideOffline,
  deviceOf,
  keycardOf,
  type ListedDevice,
  type ListedKeycard,
  type Remembered,
  stillRemembered,
} from './domain.ts';

const now = '2026-09-14T09:00:00.000Z';
const device: ListedDevice = {
  id: 12,
  key: 'k',
  holder: 4,
  firstName: 'Kai',
  spans: [{ from: '2026-09-14T04:00:00Z', until: '2026-09-14T13:00:00Z' }],
};
const list: DoorList = {
  tenantId: 3,
  doorId: 1,
  direction: 'in',
  passbackMinutes: 10,
  madeAt: '2026-09-13T13:00:00Z',
  goodUntil: '2026-09-14T15:00:00Z',
  devices: [device],
};
const day = [{ from: '2026-09-14T04:00:00Z', until: '2026-09-14T14:00:00Z' }];
const code = (at = now) => ({
  tenantId: 3,
  deviceId: 12,
  step: stepAt(Date.parse(at)),
  signature: 'a'.repeat(86),
});
const seen = (minutes: number, step = 1) => ({
  holder: 4,
  deviceId: 12,
  step,
  at: Temporal.Instant.from(now).subtract({ minutes }).toString(),
});

describe('a door without a network', () => {
  const decide = (
    at: string,
    made = at,
    of: Partial<DoorList> = {},
    remembered = [] as ReturnType<typeof seen>[],
  ) => {
    const answer = decideOffline({ ...list, ...of }, device, code(made), remembered, at);
    return answer.result === 'accepted' ? answer.firstName : answer.reason;
  };

  test('lets in who may come in, twenty hours after it last heard', () => {
    expect(decide(now)).toBe('Kai');
  });

  test.each([
    ['a picture of a code a minute later', now, '2026-09-14T08:59:00.000Z', {}, [], 'codeOld'],
    ['a phone whose clock is 25 s off', now, '2026-09-14T09:00:25.000Z', {}, [], 'Kai'],
    ['before its hours', '2026-09-14T03:59:59.000Z', undefined, {}, [], 'lookAtPhone'],
    ['after its hours', '2026-09-14T13:00:00.000Z', undefined, {}, [], 'lookAtPhone'],
    [
      'after its hours, the club still open',
      '2026-09-14T13:00:00.000Z',
      undefined,
      { open: day },
      [],
      'lookAtPhone',
    ],
    ['once the club has closed', '2026-09-14T14:00:00.000Z', undefined, { open: day }, [], 'closed'],
    ['with a place in a training while the club is shut', now, undefined, { open: [] }, [], 'Kai'],
    ['shut, and not of its hours', '2026-09-14T03:00:00.000Z', undefined, { open: [] }, [], 'closed'],
    [
      'with a list that is too old',
      '2026-09-14T12:59:00.000Z',
      undefined,
      { goodUntil: '2026-09-14T12:00:00Z' },
      [],
      'doorStale',
    ],
    [
      'with a list in the moment in which it is too old',
      '2026-09-14T12:00:00.000Z',
      undefined,
      { goodUntil: '2026-09-14T12:00:00Z' },
      [],
      'doorStale',
    ],
    ['in the moment in which its hours begin', '2026-09-14T04:00:00.000Z', undefined, {}, [], 'Kai'],
    [
      'out, whatever the list says',
      '2026-09-15T20:00:00.000Z',
      undefined,
      { direction: 'out' as const },
      [seen(1)],
      'Kai',
    ],
    ['who came in a moment ago', now, undefined, {}, [seen(9)], 'alreadyInside'],
    ['who came in a while ago', now, undefined, {}, [seen(10)], 'Kai'],
    ['a code that was taken', now, undefined, {}, [seen(15, stepAt(Date.parse(now)))], 'alreadyInside'],
  ] as const)('%s', (_, at, made, of, remembered, expected) => {
    expect(decide(at, made ?? at, of, [...remembered])).toBe(expected);
  });

  test('knows only the phones of its own centre that are on the list', () => {
    expect(deviceOf(list, code())).toBe(device);
    expect(deviceOf(list, { ...code(), tenantId: 4 })).toBeUndefined();
    expect(deviceOf({ ...list, devices: [] }, code())).toBeUndefined();
  });

  test('remembers no longer than it needs', () => {
    expect(stillRemembered([seen(11), seen(9)], list, now)).toEqual([seen(9)]);
    // Where somebody may come in again at once, as long as a code may be shown again.
    const open = { ...list, passbackMinutes: 0 };
    expect(stillRemembered([seen(2), seen(1)], open, now)).toEqual([seen(1)]);
  });
});

describe('a card in a phone’s wallet', () => {
  const card: ListedKeycard = { ...device, id: 7, secretHash: 'h' };
  const withCards: DoorList = { ...list, stayMinutes: 180, keycards: [card] };
  const moment = (at = now) => ({ step: stepAt(Date.parse(at)), digits: '12345678' });
  const came = (minutes: number, of: Partial<Remembered> = {}): Remembered => ({
    ...seen(minutes),
    deviceId: null,
    ...of,
  });
  const decide = (
    shown: ReturnType<typeof moment> | null,
    remembered: readonly Remembered[] = [],
    of: Partial<DoorList> = {},
  ) => {
    const answer = decideKeycardOffline({ ...withCards, ...of }, card, { moment: shown }, remembered, now);
    return answer.result === 'accepted' ? answer.firstName : answer.reason;
  };

  test('is known by its number, of this centre', () => {
    const shown = { tenantId: 3, keycardId: 7, secret: 's', moment: null };
    expect(keycardOf(withCards, shown)).toBe(card);
    expect(keycardOf(withCards, { ...shown, tenantId: 4 })).toBeUndefined();
    expect(keycardOf(withCards, { ...shown, keycardId: 8 })).toBeUndefined();
    expect(keycardOf(list, shown)).toBeUndefined();
  });

  test.each([
    ['stands still', null],
    ['moves', moment()],
  ])('that %s lets in once for a stay, whichever code came before', (_, shown) => {
    expect(decide(shown)).toBe('Kai');
    expect(decide(shown, [came(179, { step: null, keycardId: 7 })])).toBe('alreadyInside');
    expect(decide(shown, [seen(179)])).toBe('alreadyInside');
    expect(decide(shown, [came(180, { step: null, keycardId: 7 })])).toBe('Kai');
  });

  test('that moves lets in of this half minute, each moment once', () => {
    const used = came(1, { keycardId: 7, step: moment().step });
    const open = { passbackMinutes: 0, stayMinutes: 0 };
    expect(decide(moment(), [used], open)).toBe('alreadyInside');
    expect(decide(moment(), [{ ...used, keycardId: 9 }], open)).toBe('Kai');
    expect(decide(moment('2026-09-14T08:59:00Z'))).toBe('codeOld');
  });

  test('is remembered for the length of a stay', () => {
    const all = [came(179), came(181)];
    expect(stillRemembered(all, withCards, now)).toEqual([all[0]]);
  });
});
