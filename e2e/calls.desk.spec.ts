import type { Request } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import type { EndpointResponse } from '#shared/kernel/endpoint.ts';
import type { PageRules } from '#shared/kernel/page-rules.ts';
import type { getBuyingTerms, PageConfiguration } from '#shared/tenants/contract.ts';
import { expect, logInAs, openLogIn, openTenant, tenantUrl, test } from './support/journey.ts';
import { speak } from './support/looks.ts';
import { ownPlace } from './support/place.ts';

// About what travels, whatever the width.

const base = '/api/v0.1';

// shows: host-with-every-call, calls-json, calls-bearer, calls-version, calls-language
test('every call says which centre it is for, which client asks, in which language, and who', async ({
  page,
}) => {
  const host = 'pohjala-sport.ee';
  // Another language than the centre begins with and the browser asks for.
  await speak(page, host, 'lv');
  const calls: Request[] = [];
  const isOwn = (request: Request) =>
    request.resourceType() === 'fetch' && new URL(request.url()).pathname.startsWith(base);
  page.on('request', (request) => isOwn(request) && calls.push(request));
  const read = () =>
    Promise.all(
      calls.splice(0).map(async (request) => ({
        path: new URL(request.url()).pathname.slice(base.length),
        method: request.method(),
        headers: await request.allHeaders(),
      })),
    );
  const said = {
    accept: 'application/json',
    'content-type': 'application/json',
    'accept-language': 'lv',
    'x-api-version': '0.1',
    'x-client-version': '0.5.7',
    'x-tenant-host': host,
  };

  await openTenant(page, host, '/public/calendar/day');
  const asked = page.waitForResponse(/\/public\/schedule\?/);
  await page.getByRole('link', { name: lv.schedule.nextDay }).click();
  await asked;
  const asVisitor = await read();
  expect(asVisitor.map(({ path }) => path)).toContain('/public/schedule');
  for (const { path, headers } of asVisitor) {
    expect(headers, path).toMatchObject(said);
    expect(headers, path).not.toHaveProperty('authorization');
  }

  await logInAs(page, 'member', '/workouts');
  await page.reload();
  calls.splice(0);
  await page.getByRole('link', { name: lv.menu.profile, exact: true }).click();
  await expect(page.getByText('member@demo.test', { exact: true })).toBeVisible();
  // The signed part alone: who somebody is stays in their browser.
  const bearer = expect.stringMatching(/^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  const asMember = (await read()).filter(({ path }) => path.startsWith('/user/'));
  expect(asMember.map(({ path }) => path)).toContain('/user/account/profile');
  for (const { path, headers } of asMember) {
    expect(headers, path).toMatchObject({ ...said, authorization: bearer });
  }

  await page.getByRole('button', { name: lv.menu.logout, exact: true }).click();
  await openLogIn(page);
  const writes = (await read()).filter(({ method }) => method !== 'GET');
  expect(writes.map(({ path }) => path)).toContain('/account/logout');
  for (const { path, headers } of writes) {
    expect(headers, path).toMatchObject(said);
  }
});

// shows: rules-with-start
test('the first page brings the rules and the colours of its centre', async ({ request }) => {
  const server = `http://127.0.0.1:${ownPlace().port}`;
  const looks = new Set<string>();
  for (const host of ['pohjala-sport.ee', 'valgejoon-tennis.ee', 'dzintara-spa.lv']) {
    const headers = { Host: new URL(tenantUrl(host)).host };
    const get = async (path: string) => request.get(server + path, { headers });
    const html = await (await get('/public/calendar/day')).text();
    const rules: PageRules = await (await get(`${base}/page/`)).json();
    const { theme }: PageConfiguration = await (await get(`${base}/page/configuration`)).json();
    for (const mode of ['light', 'dark'] as const) {
      const [, css = ''] = new RegExp(`:root\\[data-mode=${mode}\\]\\{([^}]+)\\}`).exec(html) ?? [];
      const colours = Object.entries(theme[mode]).map(([name, value]) => `${name}:${value}`);
      expect(colours.length).toBeGreaterThan(5);
      expect(css.split(';'), `${host}, ${mode}`).toEqual(expect.arrayContaining(colours));
      looks.add(css);
    }
    expect(html).toContain(`data-mode="${rules.main.defaultColorScheme}"`);
    const [, start = ''] = /<script[^>]* id="start-context"[^>]*>([^<]+)</.exec(html) ?? [];
    expect(JSON.parse(start).pageRules, host).toEqual(rules);
  }
  expect(looks.size).toBe(6);
});

test('a page is drawn for its centre, whatever port its caller names', async ({ request }) => {
  const { hostname } = new URL(tenantUrl('pohjala-sport.ee'));
  const headers = { Host: `${hostname}:99999`, Accept: 'text/html' };
  const page = await request.get(`http://127.0.0.1:${ownPlace().port}/public/training?id=1`, { headers });
  expect(page.status()).toBeLessThan(500);
  expect(await page.text()).toContain('</html>');
});

// shows: address-buying-terms
test('the buying terms are those of the centre', async ({ page }) => {
  const shown = new Set<string>();
  for (const host of ['pohjala-sport.ee', 'valgejoon-tennis.ee']) {
    await openTenant(page, host, '/page/buying-terms');
    const { title, sections }: EndpointResponse<typeof getBuyingTerms> = await page.evaluate(
      async (address) => (await fetch(address, { headers: { 'accept-language': 'et' } })).json(),
      `${base}/page/buying-terms`,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const terms = page.getByRole('main');
    await expect(terms.getByRole('heading', { level: 2 })).toHaveText(sections.map(({ heading }) => heading));
    await expect(terms.getByRole('paragraph')).toHaveText(sections.flatMap(({ paragraphs }) => paragraphs));
    expect(title).toBe(et.pages.buyingTerms);
    shown.add((await terms.textContent()) ?? '');
  }
  expect(shown.size).toBe(2);
});
