import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { entryText } from '#shared/entry/codes/domain.ts';
import { makeKey, signText } from '#web/kernel/signing.ts';
import { type DoorState, useDoor } from './queries.ts';

/** What the tablet keeps; undefined: nothing can be written down. */
let disk: Map<string, unknown> | undefined;
vi.mock('#web/kernel/kept.ts', () => ({
  keptThings: () => ({
    get: async (key: string) => disk?.get(key),
    set: async (key: string, value: unknown) => {
      if (!disk) throw new DOMException('full', 'QuotaExceededError');
      disk.set(key, value);
    },
    remove: async (key: string) => void disk?.delete(key),
  }),
}));

/** A phone of the centre, and a code of it. */
const phone = { id: 7, key: '', holder: 1, firstName: 'Õie', spans: [] };
const code = entryText({ tenantId: 1, deviceId: phone.id, step: 1, signature: 'x'.repeat(86) });
const doors = { north: 1, south: 2 } as const;
type Name = keyof typeof doors;
let key: Awaited<ReturnType<typeof makeKey>>;
let isOnline = true;
/** What the centre answers instead, and what it takes from nobody. */
let refusing: number | undefined;
const untold = 'what no centre takes';
/** Codes that were told to the centre, each with the door whose tablet told it. */
let told: string[] = [];
beforeAll(async () => {
  key = await makeKey();
});

beforeEach(() => {
  [disk, isOnline, told, refusing] = [new Map(), true, [], undefined];
  vi.stubGlobal('fetch', answerOfCentre);
});

async function answerOfCentre(address: string, { body }: RequestInit): Promise<Response> {
  if (!isOnline) throw new TypeError('Failed to fetch');
  const { token, scans } = JSON.parse(String(body)) as {
    token: Name;
    scans?: { scanId: string; code: string }[];
  };
  if (address.endsWith('/scan')) {
    if (refusing)
      return Response.json({ errors: ['dataValidationFailed'], code: refusing }, { status: refusing });
    return Response.json({ result: 'accepted', firstName: 'Õie', reason: null, lock: 'opened' });
  }
  if (scans?.some((scan) => scan.code === untold)) {
    return Response.json({ errors: ['dataValidationFailed'], code: 400 }, { status: 400 });
  }
  if (scans) {
    told.push(...scans.map((scan) => `${token}: ${scan.code}, ${Object.keys(scan).length} parts`));
    return Response.json({ kept: scans.map(({ scanId }) => scanId) });
  }
  const list = JSON.stringify({ tenantId: 1, doorId: doors[token], devices: [phone], passbackMinutes: 0 });
  const signature = await signText(key.privateKey, list);
  return Response.json({ now: '2026-09-14T06:00:00Z', list, signature, publicKey: key.publicKey });
}

function Screen({ isReady }: { readonly isReady: (door: DoorState) => void }) {
  isReady(useDoor());
  return null;
}

/** A tablet that is a door. */
async function pairedWith(name: Name): Promise<DoorState> {
  const drawn: DoorState[] = [];
  renderToStaticMarkup(createElement(Screen, { isReady: (door) => drawn.push(door) }));
  const [door] = drawn;
  if (!door) throw new Error('nothing was drawn');
  await door.begin(name);
  return door;
}

async function withoutNetwork<T>(work: () => Promise<T>): Promise<T> {
  isOnline = false;
  return work().finally(() => {
    isOnline = true;
  });
}

test('what a tablet decided as one door is told as no other: it waits until the tablet is that door again', async () => {
  const north = await pairedWith('north');
  await withoutNetwork(() => north.judge('one at the north door'));
  await pairedWith('south');
  expect(told).toEqual([]);
  const south = await pairedWith('south');
  await withoutNetwork(() => south.judge('one at the south door'));
  await pairedWith('south');
  expect(told).toEqual(['south: one at the south door, 5 parts']);
  await pairedWith('north');
  expect(told).toEqual(['south: one at the south door, 5 parts', 'north: one at the north door, 5 parts']);
  expect(disk?.get('late')).toEqual([]);
});

test('a tablet says neither that it is in touch nor that it is not before the centre was asked', () => {
  const drawn: DoorState[] = [];
  renderToStaticMarkup(createElement(Screen, { isReady: (door) => drawn.push(door) }));
  expect(drawn[0]?.isOnline).toBeUndefined();
});

test('what was kept before doors were told apart is told as what the tablet is', async () => {
  const scan = {
    scanId: 'one',
    code: 'of before',
    at: '2026-09-14T05:00:00Z',
    result: 'refused',
    reason: null,
  };
  disk?.set('late', [scan]);
  await pairedWith('south');
  expect(told).toEqual(['south: of before, 5 parts']);
});

test('a tablet that can write nothing down goes on: who was let in is, and who comes next is answered', async () => {
  const door = await pairedWith('north');
  disk = undefined;
  expect(await door.judge(code)).toMatchObject({ result: 'accepted', firstName: 'Õie', isOffline: false });
  const alone = await withoutNetwork(() => door.judge('of something else'));
  expect(alone).toMatchObject({ result: 'refused', reason: 'notOffline', isOffline: true });
  await door.judge(code);
  await vi.waitFor(() => expect(told).toEqual(['north: of something else, 5 parts']));
});

test('what goes wrong in the middle is a refusal, after which the gate reads on', async () => {
  const door = await pairedWith('north');
  vi.spyOn(crypto, 'randomUUID').mockImplementationOnce(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  expect(await door.judge(code)).toMatchObject({ result: 'refused', reason: 'lookAtPhone' });
  expect(await door.judge(code)).toMatchObject({ result: 'accepted' });
});

test.each([
  ['the centre refuses', 400, false],
  ['too many ask the centre', 429, true],
  ['the centre has a fault', 500, true],
])('where %s (%i), the tablet decides alone: %s', async (_, status, isAlone) => {
  const door = await pairedWith('north');
  refusing = status;
  const answer = await door.judge('of something else');
  const reason = isAlone ? 'notOffline' : 'lookAtPhone';
  expect(answer).toMatchObject({ result: 'refused', reason, isOffline: isAlone });
  expect((disk?.get('late') as unknown[] | undefined)?.length ?? 0).toBe(isAlone ? 1 : 0);
});

test.each([
  ['too long to be one', `${code}${'x'.repeat(300)}`],
  ['of signs that no text has', 'a\u0000b'],
  ['of half a sign', 'a\ud800'],
  ['of nothing', '   '],
])(
  'what is shown and is %s is no code, with the centre and without it, and nothing is told of it',
  async (_, shown) => {
    const door = await pairedWith('north');
    const no = { result: 'refused', reason: 'codeNotValid' };
    expect(await door.judge(shown)).toMatchObject(no);
    expect(await withoutNetwork(() => door.judge(shown))).toMatchObject(no);
    expect(disk?.get('late') ?? []).toEqual([]);
  },
);

test('spaces around a code are none of it, wherever it is decided', async () => {
  const door = await pairedWith('north');
  await withoutNetwork(() => door.judge(`${' '.repeat(400)}of something else \n`));
  await door.judge(code);
  await vi.waitFor(() => expect(told).toEqual(['north: of something else, 5 parts']));
});

test('what the centre takes from nobody leaves the tablet, and keeps nothing else from being told', async () => {
  const scan = (scanId: string, shown: string) => ({
    ...{ doorId: doors.north, scanId, code: shown, at: '2026-09-14T05:00:00Z' },
    ...{ result: 'refused', reason: null },
  });
  disk?.set('late', [scan('1', 'first'), scan('2', untold), scan('3', 'third'), scan('4', 'fourth')]);
  await pairedWith('north');
  expect(told).toEqual(['first', 'third', 'fourth'].map((one) => `north: ${one}, 5 parts`));
  expect(disk?.get('late')).toEqual([]);
});
