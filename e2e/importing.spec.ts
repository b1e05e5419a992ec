import { et } from '#i18n/et.ts';
import { lv } from '#i18n/lv.ts';
import { estonianCheckDigit } from '#shared/joining/identity/domain.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';

const { backOffice, importing, uploads } = et;

/** Another person for each run. */
function personOf(mark: string) {
  const ten = `4${String(Math.floor(Math.random() * 90) + 10)}0101${String(Math.floor(Math.random() * 900) + 100)}`;
  return { idCode: ten + estonianCheckDigit(ten), lastName: `Proov${mark}${ten.slice(1, 3)}${ten.slice(7)}` };
}

test.use({ actionTimeout: 20_000 });

test('a file with a fault is mended, taken over, and doubles nothing', async ({ page }, info) => {
  test.setTimeout(120_000);
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/admin/import');
  const { idCode, lastName } = personOf(info.project.name);
  const choose = (content: string, name = 'kliendid.csv') =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(backOffice.areas.import);
  await page.getByText(importing.columns).click();
  await expectAccessible(page);

  const titles = 'Eesnimi;Perekonnanimi;Isikukood;E-post;Märkus';
  await choose(`${titles}\nMari;${lastName};${idCode.slice(0, 10)}${(Number(idCode[10]) + 1) % 10};;x\n`);
  await expect(page.getByText(importing.line.replace('{{line}}', '2'))).toBeVisible();
  await expect(page.getByText(importing.notRead.replace('{{titles}}', 'Märkus'))).toBeVisible();
  await expect(page.getByRole('button', { name: importing.run_one.replace('{{count}}', '1') })).toBeHidden();
  await expectAccessible(page);

  const sound = `${titles}\nMari;${lastName};${idCode};;x\n`;
  await choose(sound);
  const run = page.getByRole('button', { name: importing.run_one.replace('{{count}}', '1') });
  await expect(run).toBeVisible();
  await expectAccessible(page);
  await run.click();
  await expect(page.getByText(importing.doneText).first()).toBeVisible();
  await choose(sound);
  await expect(page.getByText(importing.nothingNew)).toBeVisible();

  await page.goto(new URL('/admin/clients', page.url()).href);
  await page.getByLabel(backOffice.list.searchClients).fill(lastName);
  await expect(page.getByRole('link', { name: new RegExp(lastName) })).toHaveCount(1);
});

test('whoever brings a file sees how far it is, that it is read, and may stop it', async ({ page }, info) => {
  test.setTimeout(120_000);
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/admin/import');
  const { lastName } = personOf(info.project.name);
  const file = {
    name: 'kliendid.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Eesnimi;Perekonnanimi;E-post\nMari;${lastName};mari@demo.test\n`),
  };
  const progress = page.getByRole('progressbar', { name: uploads.label });
  // The answer is held back until somebody has looked.
  const held: (() => void)[] = [];
  const address = /\/admin\/back-office\/(import\/check|logo)|\/admin\/bank-import/;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.clock.install();
  const choose = () => page.locator('input[type=file]').first().setInputFiles(file);

  await choose();
  await expect(progress).toBeVisible();
  await expectAccessible(page);
  await page.clock.fastForward(9000);
  await expect(page.getByText(uploads.still)).toBeVisible();
  await page.getByRole('button', { name: uploads.stop }).click();
  await expect(progress).toBeHidden();
  await expect(page.getByText(et.errors.unknown)).toBeHidden();

  await choose();
  await expect(progress).toBeVisible();
  // Beside the one that was stopped this one has come as far as being held, too.
  await expect.poll(() => held.length).toBe(2);
  for (const goOn of held.splice(0)) goOn();
  await expect(page.getByRole('button', { name: importing.run_one.replace('{{count}}', '1') })).toBeVisible();
  await expect(progress).toBeHidden();

  for (const path of ['/bank-import', '/admin/theme']) {
    await page.goto(new URL(path, page.url()).href);
    await choose();
    await expect(progress).toBeVisible();
    await page.getByRole('button', { name: uploads.stop }).click();
    await expect(progress).toBeHidden();
  }
});

for (const [language, texts] of [
  ['et', et],
  ['lv', lv],
] as const) {
  for (const mode of ['light', 'dark'] as const) {
    test(`in ${language}, ${mode}, 320 wide: every new screen fits and is accessible`, async ({
      page,
    }, info) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width: 320, height: 720 });
      await standAt(page, centreOf(info).host);
      const domain = `${centreOf(info).host}.localhost`;
      await page.context().addCookies([
        { name: 'language', value: language, domain, path: '/' },
        { name: 'colormode', value: mode, domain, path: '/' },
      ]);
      await logInAs(page, 'admin', '/admin/import');
      for (const [path, heading] of [
        ['/admin/import', texts.backOffice.areas.import],
        ['/admin/setup?step=styles', texts.setup.title],
        ['/admin/setup?step=training', texts.setup.title],
        ['/admin/setup?step=ready', texts.setup.title],
        ['/admin/theme', texts.backOffice.areas.theme],
        ['/admin/training-groups?make=1', texts.backOffice.areas.trainingGroups],
      ] as const) {
        await page.goto(new URL(path, page.url()).href);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expectAccessible(page);
        const isFitting = await page.evaluate(
          () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        );
        expect([path, isFitting]).toEqual([path, true]);
      }
    });
  }
}
