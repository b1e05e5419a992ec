import { expect, test } from 'vitest';
import { campaignOf } from '#server/testing/campaigns.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

test('a code that each may use once and both used stays used by both places; there is no third', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const [kept, gone] = [await home.account(), await home.account()];
  const campaignId = await campaignOf(running, home, { code: 'ONCE', isOncePerClient: true });
  const use = async ({ clientId }: TestAccount) =>
    ask(
      `with i as (insert into invoices (tenant_id, kind, state, salt, token_hash, client_id, payer, language, total_cents, created_at)
         values ($1, 'invoice', 'draft', '\\x00', decode(md5(random()::text), 'hex'), $2, '{}', 'et', 0, now()) returning tenant_id, id)
       insert into campaign_redemptions (tenant_id, invoice_id, campaign_id, client_id, email, discount_cents, held_until,
         redeemed_at, created_at)
       select tenant_id, id, $3, $2, '', 0, now(), now(), now() from i`,
      ...[home.id, clientId, campaignId],
    );
  await use(kept);
  await use(gone);
  const params = { id: kept.clientId };
  const body = { otherId: gone.clientId };
  expect((await call(mergeClients, { params, body }, { actor: admin })).status).toBe(200);
  const places = await ask('select client_id from campaign_redemptions where tenant_id = $1', home.id);
  expect(places).toEqual([{ client_id: kept.clientId }, { client_id: kept.clientId }]);
  await expect(use(kept)).rejects.toThrow('a campaign once for each');
});
