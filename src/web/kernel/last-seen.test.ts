import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionClaims } from '#shared/kernel/session.ts';
import { getHome } from '#shared/registrations/home/contract.ts';
import { listPublicTrainings } from '#shared/schedule/contract.ts';
import type { Call } from './call.ts';
import { forgetLastSeen, keepLastSeen, lastSeen, rememberedMember, rememberMember } from './last-seen.ts';
import { createQueryClient, queryFor } from './queries.ts';
import type { Texts } from './texts.tsx';

/** A storage whose things are its own properties, as a browser's is. */
function newStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? (this[key] ?? null) : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

let ofTab = newStorage();
let ofDevice = newStorage();

function open(tab = newStorage()): void {
  ofTab = tab;
  vi.stubGlobal('window', { sessionStorage: ofTab, localStorage: ofDevice });
}

beforeEach(() => {
  ofDevice = newStorage();
  open();
});
afterEach(() => vi.unstubAllGlobals());

const claims = (accountId: number, keep: boolean) =>
  ({ accountId, keep, firstName: 'Õie', email: 'õie@test.test', phone: '555' }) as SessionClaims;
const seen = () => lastSeen(getHome, undefined)?.answer;

test('an answer is seen again by the same account, with when it was given', () => {
  rememberMember(claims(1, true));
  keepLastSeen(getHome, undefined, { upcomingCount: 2 }, 1);
  expect(seen()).toEqual({ upcomingCount: 2 });
  expect(lastSeen(getHome, undefined)?.at).toMatch(/^\d{4}-.*Z$/);
  expect(rememberedMember()).toMatchObject({ firstName: 'Õie', email: '', phone: '' });
});

test('of a session that is to be kept it outlives the tab, of any other it goes with it', () => {
  rememberMember(claims(1, true));
  keepLastSeen(getHome, undefined, 'kept', 1);
  open();
  expect(seen()).toBe('kept');
  rememberMember(claims(2, false));
  keepLastSeen(getHome, undefined, 'of this tab', 2);
  expect(seen()).toBe('of this tab');
  expect(Object.values(ofDevice).join()).not.toContain('tab');
  open();
  expect(seen()).toBeUndefined();
  expect(rememberedMember()).toBeUndefined();
});

test('another account sees nothing of it, in whichever tab it logged in', () => {
  rememberMember(claims(1, false));
  keepLastSeen(getHome, undefined, 'of the first', 1);
  const first = ofTab;
  open();
  rememberMember(claims(2, true));
  expect(seen()).toBeUndefined();
  open(first);
  expect(seen()).toBeUndefined();
});

test('an answer that was on its way when somebody else logged in is not kept for them', () => {
  rememberMember(claims(1, true));
  rememberMember(claims(2, true));
  keepLastSeen(getHome, undefined, 'late', 1);
  expect(seen()).toBeUndefined();
});

test('logging out leaves nothing', () => {
  rememberMember(claims(1, true));
  keepLastSeen(getHome, undefined, 'kept', 1);
  forgetLastSeen();
  expect([...Object.keys(ofDevice), ...Object.keys(ofTab)]).toEqual([]);
});

test('what is not on the list is not seen again, and the oldest of many goes', () => {
  rememberMember(claims(1, true));
  keepLastSeen(listPublicTrainings, { query: {} }, 'everybody’s', 1);
  expect(lastSeen(listPublicTrainings, { query: {} })).toBeUndefined();
  for (let day = 1; day <= 40; day += 1) keepLastSeen(getHome, { query: { day } }, day, 1);
  const answers = Object.keys(ofDevice).filter((key) => key.startsWith('last_seen:'));
  expect(answers.length).toBeLessThanOrEqual(24);
  expect(lastSeen(getHome, { query: { day: 40 } })?.answer).toBe(40);
});

test('an answer of another shape than screens draw now is as if it had never been seen', () => {
  rememberMember(claims(1, true));
  keepLastSeen({ ...getHome, seenShape: 1 }, undefined, 'of before', 1);
  expect(seen()).toBeUndefined();
  keepLastSeen(getHome, undefined, 'of now', 1);
  expect(seen()).toBe('of now');
  forgetLastSeen();
  expect(Object.keys(ofDevice)).toEqual([]);
});

test.each([
  ['takes the place of what was seen last', 1, 'fresh'],
  ['is nothing to whoever came meanwhile', 2, 'nothing'],
])('an answer that comes late %s', async (_, whoIsHere, expected) => {
  vi.useFakeTimers();
  try {
    rememberMember(claims(1, true));
    keepLastSeen(getHome, undefined, 'seen', 1);
    const late = Promise.withResolvers<never>();
    const client = createQueryClient({} as Texts, (() => late.promise) as Call);
    const home = queryFor(getHome);
    const shown = client.fetchQuery(home);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await shown).toBe('seen');
    client.removeQueries();
    rememberMember(claims(whoIsHere, true));
    late.resolve('fresh' as never);
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryData(home.queryKey) ?? 'nothing').toBe(expected);
  } finally {
    vi.useRealTimers();
  }
});

/** Home, whose every asking is answered by hand: the old answer stands in for the first, which takes too long. */
async function whileOldShows(work: (home: HandHome) => Promise<void>) {
  vi.useFakeTimers();
  try {
    rememberMember(claims(1, true));
    keepLastSeen(getHome, undefined, 'seen', 1);
    const asked: ((answer: unknown) => void)[] = [];
    const call: Call = () =>
      new Promise((resolve) => {
        asked.push(resolve as (answer: unknown) => void);
      });
    const client = createQueryClient({} as Texts, call);
    const shown = () => client.getQueryData<unknown>(queryFor(getHome).queryKey);
    const open = () => void client.fetchQuery({ ...queryFor(getHome), staleTime: 0 });
    open();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(shown()).toBe('seen');
    const answer = async (which: number, text: string) => {
      asked[which]?.(text);
      await vi.advanceTimersByTimeAsync(0);
    };
    await work({ client, shown, open, answer });
  } finally {
    vi.useRealTimers();
  }
}

interface HandHome {
  readonly client: ReturnType<typeof createQueryClient>;
  readonly shown: () => unknown;
  readonly open: () => void;
  readonly answer: (which: number, text: string) => Promise<void>;
}

test('what was asked later and answered sooner stays, on the screen and on the device', async () => {
  await whileOldShows(async ({ client, shown, open, answer }) => {
    await client.invalidateQueries();
    open();
    await answer(1, 'after the press');
    await answer(0, 'before the press');
    expect(shown()).toBe('after the press');
    expect(seen()).toBe('after the press');
  });
});

test('an answer asked before a press is nothing after it, also where the newer one is on its way or waits to be asked', async () => {
  await whileOldShows(async ({ client, shown, open, answer }) => {
    await client.invalidateQueries();
    await answer(0, 'before the press');
    expect([shown(), seen()]).toEqual(['seen', 'seen']);
    open();
    await answer(1, 'after the press');
    expect([shown(), seen()]).toEqual(['after the press', 'after the press']);
  });
});

test('where the old one stands in twice, the later asking has the word', async () => {
  await whileOldShows(async ({ client, shown, open, answer }) => {
    await client.invalidateQueries();
    open();
    await vi.advanceTimersByTimeAsync(3_000);
    await answer(0, 'before the press');
    expect(shown()).toBe('seen');
    await answer(1, 'after the press');
    expect([shown(), seen()]).toEqual(['after the press', 'after the press']);
  });
});
