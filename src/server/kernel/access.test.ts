import { beforeAll, describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { nameOf } from '#server/testing/furnished/asking.ts';
import { type Furnished, furnished } from '#server/testing/furnished.ts';
import { sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { endpoints } from '#shared/endpoints.ts';
import { type Role, roles } from '#shared/kernel/actor.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';

const running = withServer();
const { centre, call, logIn } = running;
const named = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);

/** Who may call follows from where it is (specification point 6), whatever the endpoint says of itself. */
const leastRoles: Readonly<Record<string, Role>> = {
  ...{ account: 'visitor', page: 'visitor', public: 'visitor' },
  ...{ user: 'client', trainer: 'trainer', admin: 'admin' },
};
const leastRoleOf = (path: string): Role => leastRoles[path.split('/')[1] ?? ''] ?? 'admin';

const whoTrains = 'only for who trains, whatever else they are';

/** Where more than the role is asked of who may call, and what. */
const finer: Readonly<Record<string, string>> = {
  'POST /trainer/substitute/apply as admin': whoTrains,
  'POST /trainer/substitute/apply/cancel as admin': whoTrains,
  'PUT /user/account/substitute-offers/status as client': whoTrains,
};

const places = new Map<string, Promise<Furnished>>();
const accounts = new Map<string, Promise<TestAccount | undefined>>();
let elsewhere: Promise<Centre> | undefined;

function kept<T>(all: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const made = all.get(name) ?? make();
  all.set(name, made);
  return made;
}

/** An input of the right parts that no endpoint takes. */
function nonsense(endpoint: (typeof endpoints)[number], things: Furnished['things']) {
  const spoilt = (part: object = {}) =>
    Object.fromEntries(Object.keys(part).map((name) => [name, 'nonsense']));
  const { params, query } = sampleInput(endpoint, things) as { params?: object; query?: object };
  return {
    ...(params && { params: spoilt(params) }),
    ...(query && { query: spoilt(query) }),
    ...(endpoint.body && { body: { nonsense: true } }),
  } as ReturnType<typeof sampleInput>;
}

/** Centres with one of everything: one for all whose calls change nothing, and one for the calls of each kind that do. */
const placeOf = (use: 'untouched' | 'elsewhere' | Role) =>
  kept(places, use, () => furnished(running, 'Kodu'));

/** Trainers with every right they may have: what is kept from those without is tested where it is kept. */
async function actorOf(home: Centre, role: Role): Promise<TestAccount | undefined> {
  const rights = role === 'trainer' ? { canManageRegistrations: true } : {};
  return role === 'visitor' ? undefined : home.account({ role, ...rights });
}

/** The same one for all whose calls change nothing. */
const lookerOf = async (role: Role) => {
  const { home } = await placeOf('untouched');
  return kept(accounts, role, () => actorOf(home, role));
};

// Where there is everything, whichever test comes first.
beforeAll(async () => {
  for (const use of ['untouched', 'elsewhere', ...roles] as const) await placeOf(use);
}, 600_000);

describe.each(named)('%s', (name, endpoint) => {
  // shows: server-refuses-roles
  test.each(roles)('as %s', async (role) => {
    // What is asked before the call is read: a command that asks for itself comes too late to hide what it takes.
    expect(endpoint.role).toBe(leastRoleOf(endpoint.path));
    const isAllowed = roles.indexOf(role) >= roles.indexOf(leastRoleOf(endpoint.path));
    const isChanging = isAllowed && endpoint.method !== 'GET';
    const { home, things } = await placeOf(isChanging ? role : 'untouched');
    const actor = await (isChanging ? actorOf(home, role) : lookerOf(role));
    // Without the look into the trail: another call may have done the same before.
    const token = actor && (await logIn(actor));
    const answer = await call(endpoint, sampleInput(endpoint, things), { token, host: home.host });
    const mayBeRefused = finer[`${name} as ${role}`] !== undefined;
    if (isAllowed && !mayBeRefused)
      expect([answer.status, answer.error]).not.toEqual([403, 'actionNotAllowed']);
    if (isAllowed) expect(answer.error).not.toBe('notLoggedIn');
    if (!isAllowed) expect([401, 403]).toContain(answer.status);
    expect(answer.status).not.toBe(500);
    // What is somebody's own is kept by nobody on its way.
    const kept = answer.headers['cache-control'] ?? '';
    if (answer.status === 200 && leastRoleOf(endpoint.path) !== 'visitor')
      expect(kept).toMatch(/private|no-store/);
    // Who may not call does not even hear what it takes.
    if (role === 'visitor' && !isAllowed) {
      const guess = await call(endpoint, nonsense(endpoint, things), { host: home.host });
      expect([guess.status, guess.error]).toEqual([401, 'notLoggedIn']);
    }
  });

  // shows: centres-apart
  test('with a token of another centre', async () => {
    const isForAll = leastRoleOf(endpoint.path) === 'visitor';
    const { things, home } = await placeOf(isForAll && endpoint.method !== 'GET' ? 'elsewhere' : 'untouched');
    elsewhere ??= centre();
    const away = await elsewhere;
    const stranger = await kept(accounts, 'stranger', () => away.account({ role: 'admin' }));
    const answer = await call(endpoint, sampleInput(endpoint, things), { actor: stranger, host: home.host });
    // A visitor's endpoint takes the stranger for a visitor; every other refuses.
    if (isForAll) expect(answer.error).not.toBe('serverError');
    else expect([401, 403, 404]).toContain(answer.status);
  });

  test('named for another centre in the header', async () => {
    const { things, admin } = await placeOf('untouched');
    const answer = await call(endpoint, sampleInput(endpoint, things), {
      actor: admin,
      headers: { 'x-tenant-host': 'other.ee' },
    });
    expect([answer.status, answer.error]).toEqual([403, 'tenantMismatch']);
  });
});

test('every endpoint is mounted', () => {
  const { handlers } = running.server.app;
  expect(named.filter(([name]) => !handlers.has(name))).toEqual([]);
});

// shows: rules-switch-parts
test('what a page rule switches off is not there, in that centre alone', { timeout: 60_000 }, async () => {
  const on = await centre({
    rules: {
      pages: { isJoinCompletePage: true, isBuyPersonalTrainingPage: true, isRentalPage: true },
      pageFunctions: {
        ...{ isSubstituteTrainerFunctionEnabled: true, isTrainingCommentsEnabled: true },
        hasQrScanningForEntry: true,
      },
      payment: { isPaymentActive: true, isPaymentInFrame: true },
    },
  });
  const ruled = endpoints.filter(({ requires }) => requires && !requires(PageRules.parse({})));
  const off = await centre();
  const { things } = await placeOf('untouched');
  const hidden = async (home: Centre, all: readonly (typeof endpoints)[number][]) => {
    const actors = new Map<Role, TestAccount | undefined>();
    for (const role of roles) actors.set(role, await actorOf(home, role));
    const answers = await Promise.all(
      all.map(async (endpoint) => {
        const parts = { actor: actors.get(endpoint.role), host: home.host };
        const { status, error } = await call(endpoint, sampleInput(endpoint, things), parts);
        return status === 404 && error === 'itemNotFound' ? [endpoint.path] : [];
      }),
    );
    return answers.flat();
  };
  expect(await hidden(off, ruled)).toEqual(ruled.map(({ path }) => path));
  // What is about one thing says of an unknown one that it is not there.
  const lists = ruled.filter(
    ({ method, params, errors = [] }) => method === 'GET' && !params && !errors.includes('itemNotFound'),
  );
  expect(lists.length).toBeGreaterThan(10);
  expect(await hidden(on, lists)).toEqual([]);
});
