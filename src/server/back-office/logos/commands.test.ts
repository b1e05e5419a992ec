import { expect, test } from 'vitest';
import { withServer } from '#server/testing/server.ts';
import { getLogos, saveLogo } from '#shared/back-office/logos/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#06c"/></svg>';
const asFile = (text: string) => Buffer.from(text).toString('base64');

test('a logo is put in place, everybody is shown it, and the app’s icon follows', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  await ask(`update tenants set logos = logos || '{"appIcon": "<svg/>"}' where tenant_id = $1`, home.id);
  const body = { kind: 'light', file: asFile(drawn) } as const;
  expect((await call(saveLogo, { body }, { actor: admin })).status).toBe(200);
  const { logos } = (await call(getLogos, {}, { actor: admin })).body;
  expect(logos.map(({ kind }) => kind)).toEqual(['light', 'dark', 'favicon', 'invoice']);
  const kept = Buffer.from(logos[0]?.picture.split(',')[1] ?? '', 'base64').toString();
  await expect
    .poll(
      async () =>
        (await running.send({ method: 'GET', path: '/brand/logo-light.svg', host: home.host })).text,
    )
    .toBe(kept);
  const [row] = await ask<{ icon: unknown }>(
    `select logos -> 'appIcon' as icon from tenants where tenant_id = $1`,
    home.id,
  );
  expect(row?.icon).toBeNull();
  const icon = await running.send({ method: 'GET', path: '/brand/icon-192.png', host: home.host });
  expect(icon.status).toBe(200);
});

test('what is no picture changes nothing', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const before = await ask('select logos from tenants where tenant_id = $1', home.id);
  const body = { kind: 'invoice', file: asFile('<svg><script/></svg>') } as const;
  const refused = await call(saveLogo, { body }, { actor: admin });
  expect([refused.status, refused.error]).toEqual([400, 'logoNotValid']);
  expect(await ask('select logos from tenants where tenant_id = $1', home.id)).toEqual(before);
});
