import { describe, expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { login } from '#shared/account/contract.ts';
import { getLogos, saveLogo } from '#shared/tenants/logos/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#06c"/></svg>';

test('a logo is put in place, everybody is shown it, and the app’s icon follows', async () => {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  await ask(`update tenants set logos = logos || '{"appIcon": "<svg/>"}' where tenant_id = $1`, home.id);
  expect((await call(saveLogo, { query: { kind: 'light' }, body: drawn }, { actor: admin })).status).toBe(
    200,
  );
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
  const body = '<svg><script/></svg>';
  const refused = await call(saveLogo, { query: { kind: 'invoice' }, body }, { actor: admin });
  expect([refused.status, refused.error]).toEqual([400, 'logoNotValid']);
  expect(await ask('select logos from tenants where tenant_id = $1', home.id)).toEqual(before);
});

test.each([
  [300_000, [400, 'logoNotValid']],
  [300_001, [413, 'bodyTooLarge']],
])('a file of %i bytes that is no picture is refused by %j', async (bytes, expected) => {
  const admin = await (await centre()).account({ role: 'admin' });
  const body = 'x'.repeat(bytes);
  const refused = await call(saveLogo, { query: { kind: 'invoice' }, body }, { actor: admin });
  expect([refused.status, refused.error]).toEqual(expected);
});

describe('a picture that takes too much', () => {
  const square = '<rect width="8" height="8" fill="#fff"';
  const whole = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;
  /** Each level is drawn twice by the one above: two to the power of forty. */
  const masks = Array.from(
    { length: 40 },
    (_, level) => `<mask id="m${level}">${`${square} mask="url(#m${level + 1})"/>`.repeat(2)}</mask>`,
  );
  const nested = whole(`${masks.join('')}${square} mask="url(#m0)"/>`);
  /** Without a reference inside another, but nine hundred shapes for each of four hundred. */
  const heavy = whole(
    `<mask id="a">${`${square} opacity="0.5"/>`.repeat(900)}</mask>${`<g mask="url(#a)">${square}/></g>`.repeat(400)}`,
  );

  test.each([
    ['masks in masks', nested, 'logoNotValid'],
    ['too many at once', heavy, 'fileTooDemanding'],
  ])('%s: refused, and others log in meanwhile', { timeout: 60_000 }, async (_, file, code) => {
    const [home, other] = [await centre(), await centre()];
    const admin = await home.account({ role: 'admin' });
    const { email: username } = await other.account();
    const logIn = async () => {
      const begun = performance.now();
      const userCredentials = { username, password: testPassword, keep: false };
      const body = { userCredentials, deviceParameters: sampleDevice };
      expect((await call(login, { body }, { host: other.host })).status).toBe(200);
      return performance.now() - begun;
    };
    const quiet = await logIn();
    const begun = performance.now();
    const uploads = Promise.all(
      Array.from({ length: 2 }, async () => {
        const { error } = await call(saveLogo, { query: { kind: 'light' }, body: file }, { actor: admin });
        return [error, performance.now() - begun] as const;
      }),
    );
    expect(await logIn()).toBeLessThan(1000 + 5 * quiet);
    for (const [error, taken] of await uploads) {
      expect(error).toBe(code);
      if (file === nested) expect(taken).toBeLessThan(2000 + 5 * quiet);
    }
  });
});
