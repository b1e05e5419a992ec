import { expect, test } from 'vitest';
import type { Tenant } from '#server/kernel/tenant.ts';
import { type TextOwner, writeTexts } from '#server/tenants/texts.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';

const running = withServer();
const { call, ask, centre } = running;

async function saveCompany(actor: TestAccount, change: object) {
  const { sections } = (await call(listSettings, undefined, { actor })).body;
  const company = sections.find(({ name }) => name === 'company');
  const values = { ...company?.values, ...change };
  const body = { section: 'company' as const, version: company?.version ?? '', values };
  expect((await call(saveSettings, { body }, { actor })).error).toBeUndefined();
}

/** The pages as the product writes them about a centre. */
function written(tenant: Tenant, clubs: TextOwner['clubs']) {
  const company = tenant.company as unknown as TextOwner['company'] & Pick<TextOwner, 'contact'>;
  return writeTexts({
    ...{ title: tenant.name, kind: 'sportsCentre', country2Code: 'EE', vatPercent: 24, clubs, company },
    ...{ contact: company.contact, limits: tenant.limits, pageRules: tenant.pageRules },
  });
}

test.each([
  ['with its clubs', true],
  ['before there was any club', false],
])(
  'pages as the product wrote them %s follow what they tell of; what somebody wrote stays',
  async (_, hasClubs) => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const tenant = running.server.tenants.find(home.host) as Tenant;
    const { buyingTerms, about } = written(tenant, hasClubs ? tenant.clubs : []);
    const own = { title: 'Us', sections: [{ heading: 'We', paragraphs: ['Be kind.'] }] };
    await ask('update tenants set texts = $2 where tenant_id = $1 returning 1', home.id, {
      buyingTerms,
      about: { ...about, en: own },
    });
    const textsOf = async () => {
      const [row] = await ask<{ texts: Record<string, Record<string, unknown>> }>(
        'select texts from tenants where tenant_id = $1',
        home.id,
      );
      return row?.texts ?? {};
    };
    for (const name of ['Uus Klubi OÜ', 'Veel Uuem OÜ']) {
      await saveCompany(admin, { name });
      const texts = await textsOf();
      for (const language of ['et', 'en', 'lv'])
        expect([language, JSON.stringify(texts.buyingTerms?.[language])]).toEqual([
          language,
          expect.stringContaining(name),
        ]);
      // The clubs there are by now are told of.
      expect(JSON.stringify(texts.about?.et)).toContain('First club');
      expect(texts.about?.en).toEqual(own);
    }
  },
);

test('the longest pages there may be are saved, in all languages at once', async () => {
  const home = await centre();
  const actor = await home.account({ role: 'admin' });
  const { sections } = (await call(listSettings, undefined, { actor })).body;
  const texts = sections.find(({ name }) => name === 'texts');
  const page = `# Tingimused\n\n${'Õigused ja kohustused. '.repeat(1290)}`;
  expect(page.length).toBeGreaterThan(29_000);
  const pages = { et: page, en: page, lv: page };
  const values = { ...texts?.values, buyingTerms: pages, about: pages };
  const body = { section: 'texts' as const, version: texts?.version ?? '', values };
  expect((await call(saveSettings, { body }, { actor })).error).toBeUndefined();
  const saved = (await call(listSettings, undefined, { actor })).body.sections;
  const about = saved.find(({ name }) => name === 'texts')?.values.about as typeof pages;
  expect(about.lv.length).toBeGreaterThan(29_000);
});
