import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { listStyles } from '#shared/rooms/places/contract.ts';
import { getPageConfiguration } from '#shared/tenants/contract.ts';
import { chooseSetupStyles, finishSetup, getSetup, passSetupStep } from '#shared/tenants/setup/contract.ts';

const { centre, call, ask } = withServer();

async function beginning() {
  const home = await centre();
  await ask('update tenants set is_setting_up = true where tenant_id = $1', home.id);
  return { home, admin: await home.account({ role: 'admin' }) };
}

test('the way is read off what there is; a step gone past is come back to', async () => {
  const { home, admin } = await beginning();
  const states = async () =>
    Object.fromEntries(
      (await call(getSetup, {}, { actor: admin })).body.steps.map(({ name, state }) => [name, state]),
    );
  expect(await states()).toMatchObject({ clubs: 'done', rooms: 'open', trainers: 'open', limits: 'open' });
  for (const step of ['trainers', 'limits', 'limits'] as const)
    expect((await call(passSetupStep, { body: { step } }, { actor: admin })).status).toBe(200);
  await home.room();
  expect(await states()).toMatchObject({ rooms: 'done', trainers: 'left', limits: 'done', training: 'open' });
  const [row] = await ask<{ steps: string[] }>(
    'select setup_steps as steps from tenants where tenant_id = $1',
    home.id,
  );
  expect(row?.steps).toEqual(['trainers', 'limits']);
});

test('proposed styles are taken over once, by two at once too, and the trail says so', async () => {
  const { home, admin } = await beginning();
  const { proposals } = (await call(getSetup, {}, { actor: admin })).body;
  expect(proposals.length).toBeGreaterThan(3);
  const keys = proposals.slice(0, 2).map(({ key }) => key);
  const choose = () => call(chooseSetupStyles, { body: { keys } }, { actor: admin });
  const answers = await Promise.all([choose(), choose()]);
  expect(answers.map(({ body }) => body.count).sort()).toEqual([0, 2]);
  const { body } = await call(listStyles, { query: {} }, { actor: admin });
  expect(body.items).toHaveLength(2);
  const left = (await call(getSetup, {}, { actor: admin })).body.proposals.map(({ key }) => key);
  expect(left).not.toContain(keys[0]);
  const trail = await ask<{ noun: string }>(
    `select noun from audit_trail where tenant_id = $1 and noun = 'styles'`,
    home.id,
  );
  expect(trail).toHaveLength(2);
});

test('it ends once something can be booked, and every page knows', async () => {
  const { home, admin } = await beginning();
  const early = await call(finishSetup, undefined, { actor: admin });
  expect([early.status, early.error]).toEqual([409, 'setupIncomplete']);
  await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  expect((await call(finishSetup, undefined, { actor: admin })).status).toBe(200);
  await expect
    .poll(async () => (await call(getPageConfiguration, undefined, { host: home.host })).body.isSettingUp)
    .toBe(false);
});
