import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { asking, nameOf, rightfulActor } from '#server/testing/furnished/asking.ts';
import { type Furnished, furnished } from '#server/testing/furnished.ts';
import { sampleInput } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { endpoints } from '#shared/endpoints.ts';

const running = withServer();
const { call } = running;
const { freshInput } = asking(running);

/** What is asked about again for what is in it, and where that is tried. */
const byWhatIsGiven: Readonly<Record<string, string>> = {
  'PUT /admin/back-office/settings': 'proofs/routes.test.ts',
  'POST /admin/contract/price': 'proofs/routes.test.ts',
  'POST /admin/payment/:id/refund': 'proofs/routes-given.test.ts',
  'POST /admin/message': 'messages/broadcasts/routes-many.test.ts',
  'POST /admin/invoice/:id/credit': 'proofs/routes-given.test.ts',
  'POST /admin/invoice/:id/write-off': 'proofs/routes-given.test.ts',
  'PUT /admin/back-office/client/:id': 'proofs/routes-given.test.ts',
  'POST /admin/back-office/product': 'proofs/routes-given.test.ts',
  'PUT /admin/back-office/product/:id': 'proofs/routes-given.test.ts',
  'POST /admin/back-office/campaign': 'proofs/routes-given.test.ts',
  'PUT /admin/back-office/campaign/:id': 'proofs/routes-given.test.ts',
  'POST /admin/back-office/client/:id/voucher': 'proofs/routes-given.test.ts',
  'POST /admin/back-office/client/:id/ticket': 'proofs/routes-given.test.ts',
  'PUT /admin/back-office/trainer/:id': 'rooms/places/routes-trainers.test.ts',
  'POST /admin/voucher/:id/adjust': 'proofs/routes-given.test.ts',
  'POST /admin/ticket/:id/adjust': 'proofs/routes-given.test.ts',
};
const more: Readonly<Record<string, object>> = {
  // The people behind a report, not its sums.
  'GET /admin/report/csv': { query: { list: 1 } },
};

let place: Furnished;
beforeAll(async () => {
  place = await furnished(running, 'Kodu');
}, 120_000);

/** A session that showed who it is hours ago. */
const staleToken = ({ claims }: TestAccount) =>
  running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 });

const asked = endpoints
  .filter(({ errors }) => errors?.includes('proofNeeded'))
  .map((endpoint) => [nameOf(endpoint), endpoint] as const);

describe('who it is, is asked again before', () => {
  test.each(asked.filter(([name]) => byWhatIsGiven[name] === undefined))('%s', async (name, endpoint) => {
    const { host } = place.home;
    const actor = rightfulActor(place, endpoint);
    const input = await freshInput(endpoint, sampleInput(endpoint, place.things), { actor, host });
    const token = actor && (await staleToken(actor));
    const { status, error } = await call(endpoint, { ...input, ...more[name] }, { host, token: token ?? '' });
    expect([status, error]).toEqual([403, 'proofNeeded']);
  });

  test('nothing that this table names in vain', () => {
    const names = asked.map(([name]) => name);
    const named = [...Object.keys(byWhatIsGiven), ...Object.keys(more)];
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(14);
  });
});
