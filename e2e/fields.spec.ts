import type { Page } from '@playwright/test';
import { en } from '#i18n/en.ts';
import { et } from '#i18n/et.ts';
import { addDays, addMonths, dayOfWeek, formatDate, startOfWeek } from '#shared/kernel/dates.ts';
import { listAllProducts } from '#shared/products/admin/contract.ts';
import { centreOf } from './support/centres.ts';
import { dateIn } from './support/fields.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';
import { makeProduct } from './support/paid.ts';

// The browser says 11/23/2026 and 05:45 PM; the house says 23.11.2026 and 17:45 in every language.
test.use({ locale: 'en-US' });

const { backOffice, billingRuns, calendar, common, validation } = et;
const weekdays = ['Esmaspäev', 'Teisipäev', 'Kolmapäev', 'Neljapäev', 'Reede', 'Laupäev', 'Pühapäev'];
const months = Object.values(calendar.months);
function dayName(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${weekdays[dayOfWeek(date) - 1]}, ${day}. ${months[(month ?? 1) - 1]} ${year}`;
}

/** The day that has the focus, pressed towards by one key after another. */
async function walk(page: Page, from: string, steps: readonly (readonly [key: string, to: string])[]) {
  await expect(page.getByRole('button', { name: dayName(from) })).toBeFocused();
  for (const [key, to] of steps) {
    await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: dayName(to) }), key).toBeFocused();
  }
}

test('a date is typed or chosen in a calendar, by keys alone, whatever the browser speaks', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/admin/billing-runs');
  const field = page.getByRole('textbox', { name: billingRuns.date });
  await expect(field).toHaveValue(/^\d\d\.\d\d\.\d{4}$/);
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  const today = await dateIn(field);

  // Down from the field into the calendar; Escape leaves it and everything as it was.
  await field.focus();
  await page.keyboard.press('ArrowDown');
  const dialog = page.getByRole('dialog', { name: billingRuns.date });
  const grid = dialog.getByRole('grid');
  await expect(grid.getByRole('columnheader').first()).toHaveText('E');
  await expect(grid.getByRole('columnheader').last()).toHaveText('P');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveText(String(Number(today.slice(8))));
  await expectAccessible(page, 'dialog[open]');
  const tomorrow = addDays(today, 1);
  const monday = startOfWeek(addDays(tomorrow, 7));
  const sunday = addDays(monday, 6);
  await walk(page, today, [
    ['ArrowRight', tomorrow],
    ['ArrowDown', addDays(tomorrow, 7)],
    ['Home', monday],
    ['End', sunday],
    ['ArrowUp', addDays(sunday, -7)],
    ['ArrowLeft', addDays(sunday, -8)],
    // No day lies further ahead than a preview looks.
    ['Shift+PageDown', addMonths(addDays(sunday, -8), 12)],
    ['PageUp', addMonths(addMonths(addDays(sunday, -8), 12), -1)],
    ['PageDown', addMonths(addMonths(addMonths(addDays(sunday, -8), 12), -1), 1)],
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(formatDate(today));

  // From its button; what is chosen is the page's date at once, and the focus is back.
  const button = page.getByRole('button', { name: common.openCalendar });
  await button.focus();
  await page.keyboard.press('Enter');
  const chosen = addDays(addMonths(today, 1), 1);
  await walk(page, today, [
    ['PageDown', addMonths(today, 1)],
    ['ArrowRight', chosen],
  ]);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue(formatDate(chosen));
  await expect(page).toHaveURL(new RegExp(`date=${chosen}`));
  await expect(button).toBeFocused();

  // With a finger or a mouse: the month is turned, a day pressed; a press beside it closes it.
  await button.click();
  await dialog.getByRole('button', { name: calendar.nextMonth }).click();
  const next = `${addMonths(chosen, 1).slice(0, 8)}15`;
  await dialog.getByRole('button', { name: dayName(next) }).click();
  await expect(field).toHaveValue(formatDate(next));
  await button.click();
  // The one that was closed is still seen leaving.
  await expect(dialog).toHaveAttribute('open');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();

  // Typed with digits alone, as on a phone's keypad; then a day that does not exist.
  await field.fill('');
  const typed = addDays(today, 60);
  await field.pressSequentially(formatDate(typed).replaceAll('.', ''));
  await expect(field).toHaveValue(formatDate(typed));
  await expect(page).toHaveURL(new RegExp(`date=${typed}`));
  await field.fill(`31.2.${typed.slice(0, 4)}`);
  await field.blur();
  await expect(page.getByText(validation.dateInvalid)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  const short = `${addMonths(today, 3).slice(0, 8)}05`;
  await field.fill(`5/${Number(short.slice(5, 7))}/${short.slice(2, 4)}`);
  await field.blur();
  await expect(field).toHaveValue(formatDate(short));
  await expect(page.getByText(validation.dateInvalid)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`date=${short}`));
});

test('a time is of 24 hours, by typing and arrows; what is none is said at the field and goes nowhere', async ({
  page,
}, info) => {
  const { personalTimes, validation: rules } = en;
  // Centres whose demo trainer gives personal trainings; nothing is saved.
  const host = info.project.name === 'phone' ? 'northlight-pilates.com' : 'steadyhand-coaching.com';
  await standAt(page, host);
  await logInAs(page, 'trainer', '/personal-trainings?view=hours');
  await page.getByRole('button', { name: personalTimes.addException }).click();
  await page.getByLabel(personalTimes.wholeDay, { exact: true }).uncheck();
  const from = page.getByLabel(personalTimes.fromTime, { exact: true }).last();
  const until = page.getByLabel(personalTimes.untilTime, { exact: true }).last();
  await expect(until).toHaveValue('17:00');
  await from.fill('');
  await from.pressSequentially('1745');
  await expect(from).toHaveValue('17:45');
  await page.keyboard.press('ArrowUp');
  await expect(from).toHaveValue('17:50');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(from).toHaveValue('17:40');
  await until.fill('24');
  await until.blur();
  await expect(until).toHaveValue('24:00');

  await from.fill('05:45 PM');
  await page.getByRole('button', { name: personalTimes.addException }).click();
  await expect(page.getByText(rules.timeInvalid)).toBeVisible();
  await expect(from).toBeFocused();
  await expect(from).toHaveValue('05:45 PM');
  await expectAccessible(page);
});

test('an amount is typed with a comma or a point and kept to the cent', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  const call = await callAsMember(page, 'admin');
  const product = await makeProduct(call, 'ticket', { visits: 5, price: 12 });
  const priceOf = async () => {
    const { items } = await call(listAllProducts, { query: { q: product.name } });
    return items.find(({ id }) => id === product.id)?.values.prices[0]?.price;
  };
  await logInAs(page, 'admin', `/admin/products?id=${product.id}`);
  const price = page.getByLabel(backOffice.fields.pricesColumns.price, { exact: true }).first();
  await expect(price).toHaveValue('12,00');
  await expect(price).toHaveAttribute('inputmode', 'decimal');
  const save = page.getByRole('button', { name: backOffice.form.save });
  for (const [typed, shown, euros] of [
    ['12.5', '12,50', 12.5],
    ['1 234,50', '1\u00a0234,50', 1234.5],
    ['1,234.05', '1\u00a0234,05', 1234.05],
    ['4,35', '4,35', 4.35],
  ] as const) {
    await price.fill(typed);
    await save.click();
    // While it is being saved its button says so, and is no longer called that: what is stored is asked until it is.
    await expect(save).toBeHidden();
    await expect.poll(priceOf).toBe(euros);
    await expect(price).toHaveValue(shown);
  }
  // May mean two things.
  await price.fill('1.234');
  await save.click();
  await expect(price).toBeFocused();
  await expect(page.getByText(backOffice.problems.amount)).toBeVisible();
  await expectAccessible(page);
  await price.fill('4,35');

  await speak(page, host, 'en');
  await page.reload();
  const english = page.getByLabel(en.backOffice.fields.pricesColumns.price, { exact: true }).first();
  await expect(english).toHaveValue('4.35');
  await english.fill('12,00');
  await english.blur();
  await expect(english).toHaveValue('12.00');
  await english.fill('4.35');
});
