import { expect, test } from 'vitest';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import { type SectionName, sectionNames } from '#shared/tenants/settings/domain.ts';

const running = withServer();
const { centre, call, ask } = running;

async function scene() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const sectionOf = async (name: SectionName) => {
    const { sections } = (await call(listSettings, undefined, { actor: admin })).body;
    const found = sections.find((section) => section.name === name);
    if (!found) throw new Error('no such section');
    return found;
  };
  return { home, admin, sectionOf };
}

test('every section is listed, in one order, each with fields and a version of its own', async () => {
  const { admin } = await scene();
  const { sections } = (await call(listSettings, undefined, { actor: admin })).body;
  expect(sections.map(({ name }) => name)).toEqual([...sectionNames]);
  expect(sections.filter(({ fields }) => fields.length === 0)).toEqual([]);
});

test.each<[string, SectionName, object, object, Refusal]>([
  ['seen before somebody else saved', 'company', {}, { version: 'x'.repeat(22) }, [409, 'changedMeanwhile']],
  [
    'without a name of the company',
    'company',
    { name: 7 },
    {},
    [400, 'dataValidationFailed', { field: 'name' }],
  ],
  ['without a name', 'centre', { name: '' }, {}, [400, 'dataValidationFailed', { field: 'name' }]],
])('a section %s is refused', async (_, section, change, more, refusal) => {
  const { home, admin, sectionOf } = await scene();
  const { version, values } = await sectionOf(section);
  const body = { section, version, values: { ...values, ...change }, ...more };
  await expectRefused(running, home, () => call(saveSettings, { body }, { actor: admin }), refusal);
});

test.each<[SectionName, object, boolean]>([
  ['company', { iban: 'EE382200221020145685' }, true],
  ['security', {}, true],
  ['company', { paymentDays: 30 }, false],
])('%s with %j asks who it is: %s', async (section, change, isAsked) => {
  const { home, admin, sectionOf } = await scene();
  const { version, values } = await sectionOf(section);
  const body = { section, version, values: { ...values, ...change } };
  const token = await running.server.app.ports.tokens.sign({ ...admin.claims, provedAt: 0 });
  const press = () => call(saveSettings, { body }, { host: home.host, token });
  if (isAsked) await expectRefused(running, home, press, [403, 'proofNeeded']);
  else expect((await press()).error).toBeUndefined();
  expect(await ask('select noun from audit_trail where tenant_id = $1', home.id)).toEqual(
    isAsked ? [] : [{ noun: `settings.${section}` }],
  );
});

test('what was saved is in the trail as it was and as it is, and its version is the next one’s', async () => {
  const { home, admin, sectionOf } = await scene();
  const { version, values } = await sectionOf('company');
  const save = (from: string, name: string) =>
    call(
      saveSettings,
      { body: { section: 'company', version: from, values: { ...values, name } } },
      { actor: admin },
    );
  const { body } = await save(version, 'Üks OÜ');
  expect(body.version).toBe((await sectionOf('company')).version);
  expect((await save(body.version, 'Kaks OÜ')).error).toBeUndefined();
  const trail = await ask(
    `select before->>'name' as before, after->>'name' as after from audit_trail where tenant_id = $1 order by id`,
    home.id,
  );
  expect(trail).toEqual([
    { before: values.name, after: 'Üks OÜ' },
    { before: 'Üks OÜ', after: 'Kaks OÜ' },
  ]);
});
