import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { changeNoticeChoices } from '#shared/messages/notices/contract.ts';
import { defaultChoices } from '#shared/messages/notices/domain.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { buyTicket } from '#shared/tickets/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const logOf = async (actor: TestAccount) =>
  (await call(privacy.getConsents, {}, { actor })).body.log.map(({ purpose, isGiven }) => [purpose, isGiven]);

test('what was never agreed to is not withdrawn, whoever else agreed to it; notices by SMS come by default, and are', async () => {
  const home = await centre();
  const [one, other] = [await home.account(), await home.account()];
  const choose = (actor: TestAccount, purpose: 'marketingMail' | 'marketingSms', isGiven: boolean) =>
    call(privacy.changeConsent, { body: { purpose, isGiven } }, { actor });
  await choose(one, 'marketingSms', true);
  await choose(other, 'marketingMail', true);
  await choose(one, 'marketingMail', false);
  expect(await logOf(one)).toEqual([['marketingSms', true]]);
  const choices = Object.fromEntries(
    Object.entries(defaultChoices).map(([kind, by]) => [kind, { ...by, sms: false }]),
  ) as typeof defaultChoices;
  for (const _ of [1, 2]) await call(changeNoticeChoices, { body: { choices } }, { actor: one });
  expect(await logOf(one)).toEqual([
    ['smsNotices', false],
    ['marketingSms', true],
  ]);
  await choose(one, 'marketingMail', true);
  await choose(other, 'marketingMail', false);
  expect([(await logOf(one))[0], await logOf(other)]).toEqual([
    ['marketingMail', true],
    [
      ['marketingMail', false],
      ['marketingMail', true],
    ],
  ]);
});

test('terms are written down as they were read: in the language of whoever buys, else in the centre’s, and none where there are none', async () => {
  const home = await centre({ ...paying, languages: ['et', 'en', 'lv'] });
  const actor = await home.account();
  const productId = await addProduct(running, home, {});
  const buy = async (language: 'et' | 'en' | 'lv') => {
    await call(buyTicket, { body: { productId, unitId: home.clubId, startsOn: null } }, { actor, language });
    const [written] = await ask(
      `select k.language, t.language as read, t.body ->> 'title' as title
        from consents k left join consent_texts t on t.tenant_id = k.tenant_id and t.version = k.version
        where k.tenant_id = $1 and k.purpose = 'buyingTerms' order by k.id desc limit 1`,
      home.id,
    );
    return written;
  };
  await ask(
    `update tenants set texts = jsonb_set(texts #- '{buyingTerms,lv}', '{buyingTerms,et,title}', '"Tingimused"')
      where tenant_id = $1`,
    home.id,
  );
  expect(await buy('en')).toEqual({ language: 'en', read: 'en', title: 'Terms' });
  expect(await buy('lv')).toEqual({ language: 'lv', read: 'et', title: 'Tingimused' });
  await ask(`update tenants set texts = texts - 'buyingTerms' where tenant_id = $1`, home.id);
  expect(await buy('en')).toEqual({ language: 'en', read: null, title: null });
});
