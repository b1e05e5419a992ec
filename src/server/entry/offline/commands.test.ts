import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import { getEntryCodes, scanDoor } from '#shared/entry/codes/contract.ts';
import { doorText, stepAt } from '#shared/entry/codes/domain.ts';
import {
  DoorListContract,
  endPairing,
  getDoorList,
  offerPairing,
  pairDoor,
  uploadScans,
} from '#shared/entry/doors/contract.ts';
import { type DoorList, decideOffline, deviceOf } from '#shared/entry/offline/domain.ts';
import { doorMac } from '../codes/keys.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { register, doorOf, furnished, gymTicket, visitsOf, entriesOf } = withDoors(running);
/** A minute on the clock of a phone, in milliseconds. */
const minute = 60_000;
const pass = (minutes: number) => clock.advance({ minutes });

describe('a door', () => {
  test('is a tablet that was given its number, once, within a quarter of an hour', async () => {
    const { home, admin, door } = await furnished();
    const host = home.host;
    const wrong = await call(pairDoor, { body: { pairingCode: door.pairingCode } }, { host });
    expect(wrong.error).toBe('doorPairingWrong');
    const { body: late } = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
    pass(15);
    expect((await call(pairDoor, { body: { pairingCode: late.pairingCode } }, { host })).error).toBe(
      'doorPairingWrong',
    );
    expect((await call(getDoorList, { body: { token: door.token } }, { host })).status).toBe(200);
    await call(endPairing, { params: { id: door.id } }, { actor: admin });
    expect((await call(getDoorList, { body: { token: door.token } }, { host })).error).toBe('doorUnknown');
  });

  test('out of use hears nothing, opens nothing, is nowhere seen and becomes no tablet’s', async () => {
    const { home, admin, member, door } = await furnished();
    const host = home.host;
    await doorOf(home, admin, { name: 'Tagauks' });
    await gymTicket(home, member);
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host });
    const parts = { tenantId: home.id, doorId: door.id, step: stepAt(clock.epochMilliseconds()) };
    const code = doorText({ ...parts, mac: doorMac(body.codeSecret, parts) });
    const { body: offered } = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
    await ask('update doors set is_active = false where id = $1 returning 1', door.id);
    expect((await call(getDoorList, { body: { token: door.token } }, { host })).error).toBe('doorUnknown');
    const scanned = await call(scanDoor, { body: { code, scanId: randomUUID() } }, { actor: member });
    expect(scanned.error).toBe('qrNotValid');
    const seen = await call(getEntryCodes, {}, { actor: member });
    expect(seen.body.doors.map(({ name }) => name)).toEqual(['Tagauks']);
    const again = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
    expect(again.error).toBe('itemNotFound');
    const paired = await call(pairDoor, { body: { pairingCode: offered.pairingCode } }, { host });
    expect(paired.error).toBe('doorPairingWrong');
  });

  test('numbers cannot be tried one after another', async () => {
    const { home } = await furnished();
    const answers: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const { error } = await call(pairDoor, { body: { pairingCode: String(attempt) } }, { host: home.host });
      answers.push(error);
    }
    expect(answers.at(-1)).toBe('tooManyAttempts');
  });

  test('numbers cannot be tried at once either: the right one after ten others is not looked at', async () => {
    const { home, admin, door } = await furnished();
    const { body: offered } = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
    const pair = (pairingCode: string) => call(pairDoor, { body: { pairingCode } }, { host: home.host });
    const wrong = Array.from({ length: 40 }, (_, index) => String(index).padStart(8, '0'));
    const answers = await Promise.all([...wrong, offered.pairingCode].map(pair));
    expect(answers.at(-1)?.error).toBe('tooManyAttempts');
    expect(answers.filter(({ error }) => error === 'doorPairingWrong')).toHaveLength(10);
  });

  test('numbers that are right are not counted', async () => {
    const { home, admin, door } = await furnished();
    for (let count = 0; count < 12; count += 1) {
      const { body: offered } = await call(offerPairing, { params: { id: door.id } }, { actor: admin });
      const paired = await call(
        pairDoor,
        { body: { pairingCode: offered.pairingCode } },
        { host: home.host },
      );
      expect(paired.status).toBe(200);
    }
  });

  test('opens its lock; one that jams is told', async () => {
    for (const [relayUrl, lock] of [
      ['https://lock.test/1', 'opened'],
      ['https://lock.test/jammed', 'failed'],
    ] as const) {
      const { home, member, scan } = await furnished({ relayUrl });
      await gymTicket(home, member);
      expect((await scan((await register(member)).show())).body).toMatchObject({ result: 'accepted', lock });
    }
  });

  // shows: message-qr-not-valid
  test('shows a code that a member scans', async () => {
    const { home, admin, member, door } = await furnished();
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host: home.host });
    const code = (at = clock.epochMilliseconds()) => {
      const parts = { tenantId: home.id, doorId: door.id, step: stepAt(at) };
      return doorText({ ...parts, mac: doorMac(body.codeSecret, parts) });
    };
    const scanned = (text: string, scanId: string = randomUUID()) =>
      call(scanDoor, { body: { code: text, scanId } }, { actor: member });
    expect((await scanned(code())).error).toBe('entryNothingValid');
    await gymTicket(home, member);
    expect((await scanned(code())).body).toEqual({ doorName: 'Peauks', lock: 'none' });
    expect((await scanned(code())).error).toBe('entryAlreadyInside');
    expect((await scanned(code(clock.epochMilliseconds() - minute))).error).toBe('qrExpired');
    const forged = doorText({
      tenantId: home.id,
      doorId: door.id,
      step: stepAt(clock.epochMilliseconds()),
      mac: 'a'.repeat(22),
    });
    expect((await scanned(forged)).error).toBe('qrNotValid');
    expect((await scanned('https://elsewhere.test')).error).toBe('qrNotValid');
    // A tablet that is the door no more shows what nobody comes in by, though it made it with the door's secret.
    const last = code();
    const other = await home.account();
    await gymTicket(home, other);
    await call(endPairing, { params: { id: door.id } }, { actor: admin });
    const late = { body: { code: last, scanId: randomUUID() } };
    expect((await call(scanDoor, late, { actor: other })).error).toBe('qrNotValid');
  });

  test('opens to nobody by an answer that was given before: not to another member, and not later', async () => {
    const { home, member, door } = await furnished();
    await gymTicket(home, member);
    const stranger = await home.account();
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host: home.host });
    const scanId = randomUUID();
    const scanned = (actor: TestAccount) => {
      const parts = { tenantId: home.id, doorId: door.id, step: stepAt(clock.epochMilliseconds()) };
      const code = doorText({ ...parts, mac: doorMac(body.codeSecret, parts) });
      return call(scanDoor, { body: { code, scanId } }, { actor });
    };
    expect((await scanned(member)).status).toBe(200);
    expect((await scanned(member)).status).toBe(200);
    expect((await scanned(stranger)).error).toBe('qrExpired');
    clock.advance({ seconds: 61 });
    expect((await scanned(member)).error).toBe('qrExpired');
    expect(await entriesOf(home)).toHaveLength(1);
  });

  // shows: rule-entry-by-scanning
  test('members scan none where the centre has no such doors', async () => {
    const home = await centre();
    const member = await home.account();
    const answer = await call(scanDoor, { body: { code: 'D1', scanId: randomUUID() } }, { actor: member });
    expect(answer.status).toBe(404);
  });
});

describe('twenty hours without a network', () => {
  test('the list lets in who may, knows no phone that was given up before it, and uploads count once', async () => {
    const { home, member, door } = await furnished();
    const { id } = await gymTicket(home, member);
    const gone = await register(member);
    const held = await register(member);
    const host = home.host;
    const { body } = await call(getDoorList, { body: { token: door.token } }, { host });
    const list = JSON.parse(body.list) as DoorList;
    expect(list.devices.map((one) => one.id)).toEqual([held.id]);
    expect(gone.id).not.toBe(held.id);
    expect(DoorListContract.parse(list)).toEqual(list);

    pass(20 * 60);
    const now = new Date(clock.epochMilliseconds()).toISOString();
    const code = held.show();
    const parsed = {
      tenantId: home.id,
      deviceId: held.id,
      step: stepAt(clock.epochMilliseconds()),
      signature: '',
    };
    const device = deviceOf(list, parsed);
    if (!device) throw new Error('not listed');
    expect(decideOffline(list, device, parsed, [], now)).toMatchObject({
      result: 'accepted',
      firstName: 'Kai',
    });

    pass(60);
    const scans = [
      { scanId: randomUUID(), code, at: now, result: 'accepted' as const, reason: null },
      {
        scanId: randomUUID(),
        code: 'hello',
        at: now,
        result: 'refused' as const,
        reason: 'codeNotValid' as const,
      },
    ];
    const upload = () => call(uploadScans, { body: { token: door.token, scans } }, { host });
    const [first, second] = await Promise.all([upload(), upload()]);
    expect(first.body.kept.toSorted()).toEqual(scans.map(({ scanId }) => scanId).toSorted());
    expect(second.body.kept).toHaveLength(2);
    expect(await visitsOf(id)).toHaveLength(1);
    expect(await entriesOf(home)).toEqual(
      expect.arrayContaining([
        { result: 'accepted', reason: null, by: 'ticket', offline: true },
        { result: 'refused', reason: 'codeNotValid', by: null, offline: true },
      ]),
    );
    expect(await entriesOf(home)).toHaveLength(2);
  });

  test('what a door let in is written down as it was, even where the visit is gone meanwhile', async () => {
    const { home, member, door, scan } = await furnished();
    const { id } = await gymTicket(home, member, 1);
    const { show } = await register(member);
    const early = {
      scanId: randomUUID(),
      code: show(),
      at: new Date(clock.epochMilliseconds()).toISOString(),
    };
    pass(300);
    expect((await scan(show())).body.result).toBe('accepted');
    const scans = [{ ...early, result: 'accepted' as const, reason: null }];
    await call(uploadScans, { body: { token: door.token, scans } }, { host: home.host });
    expect(await visitsOf(id)).toHaveLength(1);
    expect((await entriesOf(home)).map(({ by }) => by)).toEqual(['ticket', 'list']);
  });
});
