import { et } from '#i18n/et.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, test } from './support/journey.ts';

const { notices } = et;
const choiceOf = (kind: string, channel: string) =>
  notices.choice.replace('{{kind}}', kind).replace('{{channel}}', channel);

test('what a member wants to hear is kept as pressed, by mouse and by keyboard', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host);
  await logInAs(page, 'member', '/profile');
  const matrix = page.getByRole('region', { name: notices.title });
  const offered = matrix.getByRole('checkbox', { name: choiceOf(notices.offeredLabel, notices.channelMail) });
  const joined = matrix.getByRole('checkbox', { name: choiceOf(notices.joinedLabel, notices.channelPush) });
  await expect(offered).toBeVisible();
  const before = [await offered.isChecked(), await joined.isChecked()];
  await expectAccessible(page);

  await offered.click();
  const isKept = page.waitForResponse(
    (answer) => answer.url().endsWith('/user/account/notices') && answer.request().method() === 'PUT',
  );
  await joined.focus();
  await page.keyboard.press('Space');
  await isKept;
  await expect(offered).toBeChecked({ checked: !before[0] });
  await expect(joined).toBeChecked({ checked: !before[1] });
  // Both are with the server, whichever came last.
  await expect(async () => {
    await page.reload();
    await expect(offered).toBeChecked({ checked: !before[0], timeout: 3000 });
    await expect(joined).toBeChecked({ checked: !before[1], timeout: 3000 });
  }).toPass();
});

test('this device is switched on after a press and not before, and off again', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['notifications']);
  // A browser without its maker's network: the subscription is made up, everything else is real.
  await context.addInitScript(() => {
    if (!('PushManager' in window)) return;
    const key = 'made-up-subscription';
    const subscription = () =>
      sessionStorage.getItem(key) === null
        ? null
        : {
            endpoint: `https://fcm.googleapis.com/fcm/send/journey-${sessionStorage.getItem(key)}`,
            options: {},
            toJSON() {
              return { endpoint: this.endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
            },
            unsubscribe: async () => {
              sessionStorage.removeItem(key);
              return true;
            },
          };
    PushManager.prototype.getSubscription = async () => subscription() as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(key, crypto.randomUUID());
      return subscription() as unknown as PushSubscription;
    };
  });
  await openTenant(page, centreOf(info).host);
  await logInAs(page, 'member', '/profile');
  const on = page.getByRole('button', { name: notices.deviceOn });
  await expect(on).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('made-up-subscription'))).toBeNull();
  await on.click();
  await expect(page.getByText(notices.deviceIsOn)).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(page.getByText(notices.deviceIsOn)).toBeVisible();
  await page.getByRole('button', { name: notices.deviceOff }).click();
  await expect(on).toBeVisible();
  await page.reload();
  await expect(on).toBeVisible();
});

test('an administrator finds SMS beside mails', async ({ page }, info) => {
  await openTenant(page, centreOf(info).host);
  await logInAs(page, 'admin', '/messages');
  await page.getByRole('link', { name: notices.smsHeading, exact: true }).click();
  await expect(page).toHaveURL(/kind=sms/);
  await expect(page.getByRole('heading', { level: 1, name: notices.smsList })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: notices.mailHeading, exact: true }).click();
  await expect(page).not.toHaveURL(/kind=sms/);
});
