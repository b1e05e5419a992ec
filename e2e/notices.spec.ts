import { et } from '#i18n/et.ts';
import type { NoticeChoices } from '#shared/messages/notices/domain.ts';
import { centreOf } from './support/centres.ts';
import {
  expect,
  expectAccessible,
  logInAs,
  openTenant,
  standAt,
  tenantUrl,
  wholeTest as test,
} from './support/journey.ts';
import { comeNew, signIn } from './support/newcomer.ts';

const { notices } = et;
const choiceOf = (kind: string, channel: string) =>
  notices.choice.replace('{{kind}}', kind).replace('{{channel}}', channel);

test('what a member wants to hear is kept as pressed, by mouse and by keyboard', async ({ page }, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  await signIn(page, (await comeNew(page, 'teated')).email);
  await openTenant(page, host, '/profile/notices');
  const matrix = page.getByRole('region', { name: notices.title });
  const offered = matrix.getByRole('checkbox', { name: choiceOf(notices.offeredLabel, notices.channelMail) });
  const joined = matrix.getByRole('checkbox', { name: choiceOf(notices.joinedLabel, notices.channelPush) });
  await expect(offered).toBeVisible();
  const before = [await offered.isChecked(), await joined.isChecked()];
  await expectAccessible(page);

  // They are kept one after the other: whoever leaves after the first has lost the second.
  const isKept = page.waitForResponse((answer) => {
    if (!answer.url().endsWith('/user/account/notices') || answer.request().method() !== 'PUT') return false;
    const sent: { choices: NoticeChoices } = answer.request().postDataJSON();
    return sent.choices.joined.push === !before[1];
  });
  await offered.click();
  await joined.focus();
  await page.keyboard.press('Space');
  await isKept;
  await expect(offered).toBeChecked({ checked: !before[0] });
  await expect(joined).toBeChecked({ checked: !before[1] });
  // The second was sent after the first had its answer: both are with the server.
  await page.reload();
  await expect(offered).toBeChecked({ checked: !before[0] });
  await expect(joined).toBeChecked({ checked: !before[1] });
});

test('when somebody is reminded of a training is their choice: never, once, several times', async ({
  page,
}, info) => {
  const { host } = centreOf(info);
  await standAt(page, host);
  await signIn(page, (await comeNew(page, 'meeles')).email);
  await openTenant(page, host, '/profile/notices');
  const choice = page.getByRole('group', { name: notices.remindersLabel });
  const hours = (count: number) =>
    choice.getByRole('button', {
      name: notices.noticeHours.replace('{{hours}}', String(count)),
      exact: true,
    });
  const kept = () =>
    page.waitForResponse((answer) => {
      return answer.url().endsWith('/user/account/notices') && answer.request().method() === 'PUT';
    });
  await expect(hours(3)).toHaveAttribute('aria-pressed', 'true');
  await Promise.all([kept(), hours(1).click()]);
  await expect(hours(1)).toHaveAttribute('aria-pressed', 'true');
  await Promise.all([kept(), hours(1).click()]);
  await Promise.all([kept(), hours(3).click()]);
  await expect(choice.getByText(notices.remindersNone)).toBeVisible();
  await page.reload();
  await expect(hours(3)).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
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
    // A point of the curve, as a browser's key is.
    const point = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
    const subscription = () =>
      sessionStorage.getItem(key) === null
        ? null
        : {
            endpoint: `https://fcm.googleapis.com/fcm/send/journey-${sessionStorage.getItem(key)}`,
            options: {},
            toJSON() {
              return { endpoint: this.endpoint, keys: { p256dh: point, auth: 'A'.repeat(22) } };
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
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/profile/notices');
  const on = page.getByRole('button', { name: notices.deviceOn });
  await expect(on).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('made-up-subscription'))).toBeNull();
  await on.click();
  await expect(page.getByText(notices.deviceIsOn)).toBeVisible();
  await page.reload();
  await expect(page.getByText(notices.deviceIsOn)).toBeVisible();
  await page.getByRole('button', { name: notices.deviceOff }).click();
  await expect(on).toBeVisible();
  await page.reload();
  await expect(on).toBeVisible();
});

test('an administrator finds SMS beside mails', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/messages');
  await page.getByRole('link', { name: notices.smsHeading, exact: true }).click();
  await expect(page).toHaveURL(/kind=sms/);
  await expect(page.getByRole('heading', { level: 1, name: notices.smsList })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: notices.mailHeading, exact: true }).click();
  await expect(page).not.toHaveURL(/kind=sms/);
});

// The same on every width.
test(
  'a notice that is pushed is shown, a repeat of it once, and anything else too',
  { tag: '@desk' },
  async ({ page, context }, info) => {
    const { origin } = new URL(tenantUrl(centreOf(info).host));
    await context.grantPermissions(['notifications'], { origin });
    const devtools = await context.newCDPSession(page);
    const registrationId = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated');
        if (active) resolve(active.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await openTenant(page, centreOf(info).host);
    const id = await registrationId;
    // Asked for in the middle of being shown, Chromium forgets what is not on the screen yet: wait until it is handled.
    let handled = 0;
    devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      if (backgroundServiceEvent.eventName === 'Push event completed') handled += 1;
    });
    await devtools.send('BackgroundService.startObserving', { service: 'pushMessaging' });
    await devtools.send('BackgroundService.setRecording', { shouldRecord: true, service: 'pushMessaging' });
    const push = async (data: string) => {
      const before = handled;
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
      await expect.poll(() => handled).toBe(before + 1);
    };
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notifications = await registration.getNotifications();
        return notifications
          .map(({ title, body, tag, data }) => ({ title, body, tag, data }))
          .sort((a, b) => (a.tag < b.tag ? 1 : -1));
      });
    const notice = {
      title: 'Koht on sinu: HIIT',
      text: 'Homme 18:00',
      link: `${origin}/training?id=1`,
      name: 'notice.7',
    };
    await push(JSON.stringify(notice));
    await push(JSON.stringify(notice));
    const expected = { title: notice.title, body: notice.text, tag: notice.name, data: notice.link };
    expect(await shown()).toEqual([expected]);
    await push('not JSON');
    expect(await shown()).toMatchObject([expected, { tag: 'notice', data: '/' }]);
  },
);
