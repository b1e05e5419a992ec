import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listClients } from '#shared/clients/contract.ts';
import { listStyles, removeStyle, updateStyle } from '#shared/rooms/places/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import { centreOf } from './support/centres.ts';
import { groundOf } from './support/editing.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { callAsMember } from './support/member.ts';
import { makeProduct } from './support/paid.ts';
import { makeTrainer } from './support/trainings.ts';

const { backOffice, common, menu, validation } = et;

/** Past everything the form does: as another administrator would. */
const callAsAdmin = (page: Page) => callAsMember(page, 'admin');

test.describe('the back office', () => {
  // Somebody else was quicker.
  test.use({ expectedErrors: [/status of 409/] });

  test('a style is made, a second administrator is quicker, and nothing typed is lost', async ({
    page,
  }, info) => {
    await standAt(page, centreOf(info).host);
    const name = `Vaikne tund ${crypto.randomUUID().slice(0, 8)}`;
    await logInAs(page, 'admin', '/admin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(backOffice.title);
    await expectAccessible(page);
    await page.getByLabel(backOffice.find).fill('stiil');
    await page.getByRole('link', { name: backOffice.areas.styles }).click();
    await page.getByRole('link', { name: backOffice.makeNew.styles }).click();
    const add = page.getByRole('button', { name: backOffice.form.create });
    await add.click();
    // The first wrong field has the focus and says what is wanted.
    await expect(page.getByLabel(backOffice.fields.names.et)).toBeFocused();
    await expect(page.getByText(backOffice.problems.required).first()).toBeVisible();
    await page.getByLabel(backOffice.fields.names.et).fill(name);
    await page.getByLabel(backOffice.fields.names.en).fill('Quiet hour');
    await page.getByLabel(backOffice.fields.names.lv).fill('Klusā stunda');
    await page.getByLabel(backOffice.fields.colour, { exact: true }).fill('#E6A23C');
    await add.click();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await expectAccessible(page);

    const call = await callAsAdmin(page);
    const style = (await call(listStyles, { query: {} })).items.find(
      ({ values }) => values.names.et === name,
    );
    if (!style) throw new Error('no such style');
    await page.getByLabel(backOffice.fields.names.en).fill('Calm hour');
    await call(updateStyle, {
      params: { id: style.id },
      body: {
        version: style.version,
        values: { ...style.values, names: { ...style.values.names, en: 'Slow hour', lv: 'Lēnā stunda' } },
      },
    });
    await page.getByRole('button', { name: backOffice.form.save }).click();
    await expect(page.getByText(backOffice.form.conflict)).toBeVisible();
    await expect(page.getByText(backOffice.form.stored.replace('{{value}}', 'Slow hour'))).toBeVisible();
    await expect(page.getByLabel(backOffice.fields.names.en)).toHaveValue('Calm hour');
    // What only the other changed is taken over.
    await expect(page.getByLabel(backOffice.fields.names.lv)).toHaveValue('Lēnā stunda');

    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: backOffice.title }).first().click();
    await expect(page.getByLabel(backOffice.fields.names.en)).toHaveValue('Calm hour');
    await page.getByRole('button', { name: backOffice.form.save }).click();
    await expect(page.getByText(backOffice.form.saved, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: backOffice.form.save })).toBeHidden();

    await page.getByRole('button', { name: backOffice.form.remove }).click();
    await page.getByRole('dialog').getByRole('button', { name: backOffice.form.remove }).click();
    await expect(page.getByText(backOffice.form.removed)).toBeVisible();
    const left = (await call(listStyles, { query: {} })).items.filter(({ id }) => id === style.id);
    for (const { id } of left) await call(removeStyle, { params: { id } });
    expect(left).toEqual([]);
  });

  test('a number of a rule is changed, and the trail says from what to what', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/admin/limits');
    const field = page.getByLabel(backOffice.settings.limits.stayMinutes);
    // The usual number is a number, although 3 is a Wednesday elsewhere.
    const usual = backOffice.form.standard.replace('{{value}}', '3');
    await expect(page.getByText(usual, { exact: true }).first()).toBeVisible();
    const before = await field.inputValue();
    const after = before === '200' ? '210' : '200';
    await expectAccessible(page);
    await field.fill(after);
    await page.getByRole('button', { name: backOffice.form.save }).click();
    await expect(page.getByText(backOffice.form.saved, { exact: true })).toBeVisible();
    await page.goto(page.url().replace('/admin/limits', '/admin/audit'));
    const entry = page.getByRole('group').filter({ hasText: backOffice.trail.nouns.settings.limits }).first();
    await entry.click();
    const row = entry.getByRole('row', { name: backOffice.settings.limits.stayMinutes });
    await expect(row).toContainText(before);
    await expect(row).toContainText(after);
    await expectAccessible(page);
    const call = await callAsAdmin(page);
    const { sections } = await call(listSettings, {});
    const limits = sections.find(({ name }) => name === 'limits');
    if (!limits) throw new Error('no limits');
    await call(saveSettings, {
      body: {
        section: 'limits',
        version: limits.version,
        values: { ...limits.values, stayMinutes: Number(before) },
      },
    });
  });

  test('the look is previewed with its contrast while it is typed, and undone', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/admin/theme');
    const light = page.getByLabel(backOffice.settings.theme.light, { exact: true });
    await light.fill('#E6A23C');
    await expect(page.getByText(backOffice.theme.darkened)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: backOffice.form.undo }).click();
    await expect(light).not.toHaveValue('#E6A23C');
  });

  test('a client is found and looked at, and a price is changed and changed back', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/admin/clients');
    await page.getByLabel(backOffice.list.searchClients).fill('member@demo.test');
    const found = page.getByRole('link', { name: /member@demo\.test/ });
    await expect(found).toHaveCount(1);
    await found.click();
    await expect(page.getByLabel(backOffice.fields.email, { exact: true })).toHaveValue('member@demo.test');
    await page.getByRole('group').filter({ hasText: backOffice.history.registration }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: backOffice.merge.open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(backOffice.merge.find).fill('trainer@demo.test');
    await dialog.getByRole('button', { name: /trainer@demo\.test/ }).click();
    // Whoever works here is made one with nobody: that is said, and nothing else can be pressed.
    await expect(dialog.getByText(et.errors.mergeStaff)).toBeVisible();
    await expect(dialog.getByRole('button', { name: backOffice.merge.merge })).toBeHidden();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: backOffice.merge.keepBoth }).click();
    await expect(dialog).toBeHidden();

    const call = await callAsAdmin(page);
    const product = await makeProduct(call, 'ticket', { visits: 5 });
    await page.goto(new URL(`/admin/products?id=${product.id}`, page.url()).href);
    const price = page.getByLabel(backOffice.fields.pricesColumns.price, { exact: true }).first();
    const before = await price.inputValue();
    await price.fill('free');
    await page.getByRole('button', { name: backOffice.form.save }).click();
    await expect(page.getByText(backOffice.problems.amount)).toBeVisible();
    await expect(price).toBeFocused();
    for (const wanted of ['123,45', before]) {
      await price.fill(wanted);
      const save = page.getByRole('button', { name: backOffice.form.save });
      await save.click();
      // While it is being saved its button says so: what is typed meanwhile stays.
      await expect(save).toBeHidden();
    }
    await expect(page.getByRole('button', { name: backOffice.form.saving })).toBeHidden();
    await expect(price).toHaveValue(before);
    await expectAccessible(page);
  });

  // shows: number-pages
  test('how many rows a page has is chosen by keys, stays in the address, and begins with the first page', async ({
    page,
  }, info) => {
    await standAt(page, centreOf(info).host);
    const call = await callAsAdmin(page);
    const { total } = await call(listClients, { query: { limit: 1 } });
    if (total <= 20) throw new Error('too few clients for pages');
    // What nobody can choose is as if it were not there.
    await logInAs(page, 'admin', '/admin/clients?page=2&rows=7');
    const choice = page.getByLabel(common.rowsPerPage);
    const pages = page.getByRole('navigation', { name: common.pages });
    const rows = page.getByRole('main').getByRole('listitem');
    const says = (from: number, until: number) =>
      common.pageRange
        .replace('{{from}}', String(from))
        .replace('{{until}}', String(Math.min(until, total)))
        .replace('{{total}}', String(total));
    await expect(choice).toHaveValue('20');
    await expect(pages).toContainText(says(21, 40));
    await choice.focus();
    await page.keyboard.press('5');
    await expect(page).toHaveURL(/\/admin\/clients\?rows=50$/);
    await expect(choice).toBeFocused();
    await expect(pages).toContainText(says(1, 50));
    await expect(rows).toHaveCount(Math.min(50, total));
    await expectAccessible(page);
    // Who is opened does not undo it, nor does starting anew.
    await rows.first().getByRole('link').click();
    await expect(page).toHaveURL(/rows=50/);
    await expect(page.getByLabel(backOffice.fields.email, { exact: true })).toBeVisible();
    await page.goto(new URL('/admin/clients?rows=50', page.url()).href);
    await expect(rows).toHaveCount(Math.min(50, total));
    await choice.selectOption('20');
    await expect(page).toHaveURL(/\/admin\/clients$/);
    await expect(rows).toHaveCount(20);
  });

  // shows: field-package-and-product
  test('a voucher is given when it is said which', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    const call = await callAsAdmin(page);
    const { items } = await call(listClients, { query: { q: 'member@demo.test' } });
    await logInAs(page, 'admin', `/admin/clients?id=${items[0]?.id}`);
    await page.getByText(backOffice.giving.title, { exact: true }).click();
    const form = page.getByRole('form', { name: backOffice.giving.title });
    const product = form.getByLabel(backOffice.giving.productId, { exact: true });
    await form.getByLabel(backOffice.giving.reason, { exact: true }).fill('Proov');
    await form.getByRole('button', { name: backOffice.giving.give }).click();
    await expect(product).toBeFocused();
    await expect(product).toHaveAccessibleDescription(validation.productRequired);
    await expectAccessible(page);
    await product.selectOption({ index: 1 });
    await expect(form.getByText(validation.productRequired)).toBeHidden();
  });

  test('the style of personal trainings and a trainer’s hours are set', async ({ page }, info) => {
    test.setTimeout(120_000);
    const { personalTimes } = et;
    // Centres that sell packages of personal trainings.
    await standAt(page, info.project.name === 'phone' ? 'valgejoon-tennis.ee' : 'jouvara-jousaal.ee');
    await logInAs(page, 'admin', '/admin/styles');
    const save = page.getByRole('button', { name: backOffice.form.save });
    // Trainers have hours here: some style has to stand for them.
    const call = await callAsAdmin(page);
    const styles = (await call(listStyles, { query: {} })).items;
    const personal = styles.find(({ values }) => values.isPersonal);
    await page.getByRole('link', { name: personal?.values.names.et ?? '' }).click();
    const mark = page.getByRole('checkbox', { name: backOffice.fields.isPersonal });
    await expect(mark).toBeChecked();
    await mark.uncheck();
    await save.click();
    await expect(page.getByText(et.errors.personalStyleNeeded)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: backOffice.form.undo }).click();
    await expect(mark).toBeChecked();

    // A trainer without hours gets some, and loses them again.
    const { id } = await makeTrainer(await groundOf(page));
    await page.goto(page.url().replace(/styles.*/, `trainers?id=${id}`));
    const hours = page.getByRole('region', { name: personalTimes.title });
    await hours.getByRole('button', { name: personalTimes.addHours }).click();
    await hours.getByRole('button', { name: personalTimes.save }).click();
    await expect(page.getByText(personalTimes.saved, { exact: true })).toBeVisible();
    await expect(hours.getByText(personalTimes.unsaved)).toBeHidden();
    await expectAccessible(page);
    const trail = page.url().replace(/trainers.*/, 'audit');
    await hours
      .getByRole('button', { name: /^Eemalda/ })
      .last()
      .click();
    await hours.getByRole('button', { name: personalTimes.save }).click();
    await expect(hours.getByText(personalTimes.hoursNone)).toBeVisible();
    await page.goto(trail);
    const entries = page.getByRole('group').filter({ hasText: backOffice.trail.nouns.trainerHours });
    await expect(entries.first()).toBeVisible();
    await expectAccessible(page);
  });

  test('only administrators find it', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'trainer', '/admin');
    await expect(page.getByRole('heading', { level: 1, name: backOffice.title })).toBeHidden();
    await expect(page.getByRole('link', { name: menu.backOffice })).toBeHidden();
  });
});
