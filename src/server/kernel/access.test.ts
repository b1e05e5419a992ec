import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { type SampleIds, sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { endpoints } from '#shared/endpoints.ts';
import { type Role, roles } from '#shared/kernel/actor.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';

const { centre, call, ask } = withServer();
const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** A centre with one of everything an id may name. */
async function furnished(): Promise<{ home: Centre; ids: SampleIds; owner: TestAccount }> {
  const home = await centre();
  const owner = await home.account();
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const registrationId = await home.registration(training, owner.clientId, { place: 1 });
  return { home, owner, ids: { trainingId: training.id, registrationId } };
}

let kept: ReturnType<typeof furnished> | undefined;
let elsewhere: Promise<Centre> | undefined;

/** The same one for all whose calls change nothing: reading every tenant anew for each test would take the most of it. */
function untouched(): ReturnType<typeof furnished> {
  kept ??= furnished();
  return kept;
}

/** Trainers with every right they may have: what is kept from those without is tested where it is kept. */
async function actorOf(home: Centre, role: Role): Promise<TestAccount | undefined> {
  const rights = role === 'trainer' ? { canManageRegistrations: true } : {};
  return role === 'visitor' ? undefined : home.account({ role, ...rights });
}

describe.each(named)('%s', (_, endpoint) => {
  test.each(roles)('as %s', async (role) => {
    const isAllowed = roles.indexOf(role) >= roles.indexOf(endpoint.role);
    const { home, ids } = await (isAllowed && endpoint.method !== 'GET' ? furnished() : untouched());
    const actor = await actorOf(home, role);
    const answer = await call(endpoint, sampleInput(endpoint, ids), { actor, host: home.host });
    if (isAllowed) expect([answer.status, answer.error]).not.toContainEqual('actionNotAllowed');
    if (isAllowed) expect(answer.error).not.toBe('notLoggedIn');
    if (!isAllowed) expect([401, 403]).toContain(answer.status);
    expect(answer.status).not.toBe(500);
  });

  test('with a token of another centre', async () => {
    const isOpen = endpoint.role === 'visitor' && endpoint.method !== 'GET';
    const { ids, home } = await (isOpen ? furnished() : untouched());
    elsewhere ??= centre();
    const stranger = await (await elsewhere).account({ role: 'admin' });
    const answer = await call(endpoint, sampleInput(endpoint, ids), { actor: stranger, host: home.host });
    // A visitor's endpoint takes the stranger for a visitor; every other refuses.
    if (endpoint.role === 'visitor') expect(answer.error).not.toBe('serverError');
    else expect([401, 403, 404]).toContain(answer.status);
  });

  test('about things of another centre', async () => {
    if (!endpoint.params && endpoint.path !== '/user/registration') return;
    const foreign = await untouched();
    const own = await centre();
    const admin = await own.account({ role: 'admin' });
    const before = await ask('select * from registrations where tenant_id = $1', foreign.home.id);
    const answer = await call(endpoint, sampleInput(endpoint, foreign.ids), { actor: admin });
    if (endpoint.method === 'GET' && !endpoint.params)
      expect(JSON.stringify(answer.body)).not.toContain('trainingId":');
    else expect(answer.status).toBe(404);
    expect(await ask('select * from registrations where tenant_id = $1', foreign.home.id)).toEqual(before);
  });

  test('named for another centre in the header', async () => {
    const { home, ids } = await untouched();
    const actor = await home.account({ role: 'admin' });
    const answer = await call(endpoint, sampleInput(endpoint, ids), {
      actor,
      headers: { 'x-tenant-host': 'other.ee' },
    });
    expect([answer.status, answer.error]).toEqual([403, 'tenantMismatch']);
  });
});

test('every endpoint is mounted', async () => {
  const home = await centre({
    rules: { pages: { isJoinSimplePage: true }, payment: { isPaymentActive: true, isPaymentInFrame: true } },
  });
  for (const endpoint of endpoints) {
    const { status, error } = await call(
      endpoint,
      sampleInput(endpoint, { trainingId: 1, registrationId: 1 }),
      { host: home.host },
    );
    expect([endpoint.path, status, error]).not.toEqual([endpoint.path, 404, 'itemNotFound']);
  }
});

test('what a page rule switches off is not there, in that centre alone', async () => {
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
  const off = await untouched();
  const hidden = async (home: Centre, all: readonly (typeof endpoints)[number][]) => {
    const actors = new Map<Role, TestAccount | undefined>();
    for (const role of roles) actors.set(role, await actorOf(home, role));
    const answers = await Promise.all(
      all.map(async (endpoint) => {
        const parts = { actor: actors.get(endpoint.role), host: home.host };
        const { status, error } = await call(endpoint, sampleInput(endpoint, off.ids), parts);
        return status === 404 && error === 'itemNotFound' ? [endpoint.path] : [];
      }),
    );
    return answers.flat();
  };
  expect(await hidden(off.home, ruled)).toEqual(ruled.map(({ path }) => path));
  // What is about one thing says of an unknown one that it is not there.
  const lists = ruled.filter(
    ({ method, params, errors = [] }) => method === 'GET' && !params && !errors.includes('itemNotFound'),
  );
  expect(lists.length).toBeGreaterThan(10);
  expect(await hidden(on, lists)).toEqual([]);
});
