import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { testNow, withServer } from '#server/testing/server.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test('a code that each may use once and both used stays used by both places; there is no third', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [kept, gone, third] = [await home.account(), await home.account(), await home.account()];
  const use = async (campaignId: number, { clientId }: TestAccount, releasedAt: string | null = null) =>
    ask(
      `with i as (insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
         values ($1, 'invoice', 'draft', '\\x00', decode(md5(random()::text), 'hex'), $2, '{}', 'et', 0, now()) returning tenant_id, id)
       insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents, held_until,
         redeemed_at, released_at, created_at)
       select tenant_id, id, $3, $2, '', 0, now(), case when $4::timestamptz is null then now() end, $4, now() from i`,
      ...[home.id, clientId, campaignId, releasedAt],
    );
  const code = (name: string) => campaignOf(running, home, { code: name, isOncePerClient: true });
  const both = await code('BOTH');
  for (const client of [kept, gone]) await use(both, client);
  const others = await code('OTHERS');
  for (const client of [third, gone]) await use(others, client);
  // What was let go of is used by nobody.
  const released = await code('RELEASED');
  await use(released, kept, testNow);
  await use(released, gone);
  const other = await code('OTHER');
  await use(other, kept);
  await use(other, gone, testNow);
  const params = { id: kept.clientId };
  const body = { otherId: gone.clientId };
  expect((await call(mergeClients, { params, body }, { actor: admin })).status).toBe(200);
  const places = await ask(
    `select campaign_id as code, client_id as client, is_beside as "isBeside", released_at as "releasedAt"
      from campaign_redemptions where tenant_id = $1 order by invoice_id`,
    home.id,
  );
  const place = { client: kept.clientId, isBeside: false, releasedAt: null };
  const releasedAt = expect.any(String);
  expect(places).toEqual([
    { ...place, code: both },
    { ...place, code: both, isBeside: true },
    { ...place, code: others, client: third.clientId },
    { ...place, code: others },
    { ...place, code: released, releasedAt },
    { ...place, code: released },
    { ...place, code: other },
    { ...place, code: other, releasedAt },
  ]);
  await expect(use(both, kept)).rejects.toThrow('a campaign once for each');
});
