import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { makeTraining } from './support/trainings.ts';

const { menu, schedule } = et;

// shows: admin-mode
test('an administrator turns the mode on, and each training leads to changing it', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const { id, name, date } = await makeTraining(page);
  const address = `/training?id=${id}`;
  await logInAs(page, 'admin', address);
  const press = async (title: string) => {
    if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
    await page.getByRole('button', { name: title }).click();
  };
  const manage = page.getByRole('link', { name: schedule.manage });
  await expect(page.getByRole('link', { name: schedule.roll })).toBeVisible();
  await expect(manage).toHaveCount(0);
  await press(menu.adminModeOn);
  await expect(manage).toBeVisible();
  await expectAccessible(page);

  // The mode is this tab's: a reload keeps it.
  await page.reload();
  await manage.click();
  await expect(page).toHaveURL(new RegExp(`/admin-calendar\\?date=${date}&id=${id}$`));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(name);
  await expect(dialog.getByRole('button', { name: et.editing.edit, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await open(page, address);
  await press(menu.adminModeOff);
  await expect(page.getByRole('link', { name: schedule.roll })).toBeVisible();
  await expect(manage).toHaveCount(0);
});

test('a member is offered no such mode', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/profile');
  if (info.project.name === 'phone') await page.getByRole('button', { name: menu.menu }).click();
  await expect(page.getByRole('button', { name: menu.logout, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: menu.adminModeOn })).toHaveCount(0);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, page.url()).href);
}
