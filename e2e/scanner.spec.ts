import type { Page } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listTickets } from '#shared/tickets/contract.ts';
import { test, turnCameraBack } from './support/camera.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, openTenant, standAt } from './support/journey.ts';
import { callAsMember } from './support/member.ts';

const { entry, errors, scanner } = et;

/** The code of any ticket of the demo member, and whose it is called: the desk only looks at it. */
async function anyTicket(page: Page): Promise<{ token: string; name: string }> {
  const call = await callAsMember(page);
  const { items } = await call(listTickets, { query: { limit: 100 } });
  const [ticket] = items;
  if (!ticket) throw new Error('the demo member has no ticket');
  return { token: ticket.token, name: ticket.name };
}

const picture = (page: Page) => page.getByLabel(scanner.picture);

/** Whether the browser's camera is in use by the page. */
const isCameraTaken = (page: Page) =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks?: MediaStreamTrack[] };
    return (tracks ?? []).some(({ readyState }) => readyState === 'live');
  });

/** Lets a journey see every camera the page ever took, and play that the page is hidden. */
async function watchCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { tracks: MediaStreamTrack[]; hide: (isHidden: boolean) => void };
    seen.tracks = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      seen.tracks.push(...stream.getTracks());
      return stream;
    };
    let isPageHidden = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (isPageHidden ? 'hidden' : 'visible') });
    seen.hide = (isHidden) => {
      isPageHidden = isHidden;
      document.dispatchEvent(new Event('visibilitychange'));
    };
  });
}

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    (window as unknown as { hide: (isHidden: boolean) => void }).hide(hidden);
  }, isHidden);

test.describe('where the camera is allowed', () => {
  test.use({ permissions: ['camera'] });

  // shows: camera, message-card-not-read
  test('a code is read after the reason was read and start pressed; the camera goes off with the screen', async ({
    page,
    showToCamera,
  }, info) => {
    await watchCamera(page);
    await turnCameraBack(page);
    await openTenant(page, centreOf(info).host);
    const { token, name } = await anyTicket(page);
    await logInAs(page, 'admin', '/desk');
    await expect(page.getByText(entry.scanReason)).toBeVisible();
    await expect(page.getByLabel(entry.cardLabel)).toBeFocused();
    expect(await isCameraTaken(page)).toBe(false);
    await expectAccessible(page);

    // What is no card is said, and the camera goes on.
    showToCamera('hello');
    const start = page.getByRole('button', { name: scanner.start });
    await start.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(errors.cardScanFailed)).toBeVisible();
    await expect(picture(page)).toBeVisible();
    await expectAccessible(page);
    // The focus has stayed where it was, on what stops it.
    await expect(page.getByRole('button', { name: scanner.stop })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(picture(page)).toHaveCount(0);
    expect(await isCameraTaken(page)).toBe(false);

    showToCamera(token);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    expect(await isCameraTaken(page)).toBe(false);
  });

  test('it is given back while the page is hidden, and reads on when it is shown', async ({
    page,
    showToCamera,
  }, info) => {
    await watchCamera(page);
    await turnCameraBack(page);
    await openTenant(page, centreOf(info).host);
    const { token, name } = await anyTicket(page);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(scanner.aim)).toBeVisible();
    expect(await isCameraTaken(page)).toBe(true);

    await hide(page, true);
    await expect.poll(() => isCameraTaken(page)).toBe(false);
    showToCamera(token);
    await hide(page, false);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });

  // shows: message-no-back-camera
  test('without a camera at the back it says so and offers the other one', async ({
    page,
    showToCamera,
  }, info) => {
    await openTenant(page, centreOf(info).host);
    const { token, name } = await anyTicket(page);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(scanner.noBackCamera)).toBeVisible();
    await expectAccessible(page);
    showToCamera(token);
    await page.getByRole('button', { name: scanner.useFront }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();

    // Who has chosen once is not asked again.
    showToCamera(null);
    await page.getByRole('button', { name: entry.next }).click();
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(scanner.aim)).toBeVisible();
  });

  test('its light is turned on and off, and the screen stays awake meanwhile', async ({ page }, info) => {
    await turnCameraBack(page);
    await page.addInitScript(() => {
      const seen = window as unknown as { asked: unknown[] };
      seen.asked = [];
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      MediaStreamTrack.prototype.applyConstraints = async (wanted) => {
        seen.asked.push(JSON.stringify(wanted?.advanced));
      };
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          request: async () => {
            seen.asked.push('awake');
            return { release: async () => seen.asked.push('asleep') };
          },
        },
      });
    });
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    const light = page.getByRole('button', { name: scanner.light });
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await light.click();
    await expect(light).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('button', { name: scanner.stop }).click();
    const asked = () => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked);
    await expect.poll(asked).toEqual(['awake', '[{"torch":true}]', '[{"torch":false}]', 'asleep']);
  });

  test('a camera that is taken away says so and can be started again', async ({ page }, info) => {
    await watchCamera(page);
    await turnCameraBack(page);
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(scanner.aim)).toBeVisible();
    await page.evaluate(() => {
      const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
      for (const track of tracks) track.dispatchEvent(new Event('ended'));
    });
    await expect(page.getByText(scanner.busy)).toBeVisible();
    expect(await isCameraTaken(page)).toBe(false);
    await page.getByRole('button', { name: et.common.tryAgain }).click();
    await expect(page.getByText(scanner.aim)).toBeVisible();
  });
});

test('a camera that is refused says how to allow it; the code can be typed', async ({ page }, info) => {
  await turnCameraBack(page);
  await openTenant(page, centreOf(info).host);
  const { token, name } = await anyTicket(page);
  await logInAs(page, 'admin', '/desk');
  await page.getByRole('button', { name: scanner.start }).click();
  await expect(page.getByText(scanner.denied)).toBeVisible();
  await expect(page.getByText(scanner.deniedHow)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(entry.cardLabel).fill(token);
  await page.getByLabel(entry.cardLabel).press('Enter');
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test.describe('with a reader that does not work', () => {
  test.use({ permissions: ['camera'] });

  // shows: message-qr-not-processed
  test('where codes cannot be processed it says so, and the code is typed', async ({ page }, info) => {
    await turnCameraBack(page);
    await page.addInitScript(() => {
      class Broken {
        static getSupportedFormats = async () => ['qr_code'];
        constructor() {
          throw new Error('no reader');
        }
      }
      Object.assign(window, { BarcodeDetector: Broken });
    });
    await standAt(page, centreOf(info).host);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(errors.qrProcessingError)).toBeVisible();
    await page.getByLabel(entry.cardLabel).fill('hello');
    await page.getByRole('button', { name: entry.open }).click();
    await expect(page.getByText(errors.cardScanFailed)).toBeVisible();
  });
});

test.describe('without a network', () => {
  test.use({
    permissions: ['camera'],
    expectedErrors: [/occurred when fetching the script|ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  });

  // shows: message-qr-not-sent
  test('a code that was read says that it could not be sent', async ({
    page,
    context,
    showToCamera,
  }, info) => {
    await turnCameraBack(page);
    await openTenant(page, centreOf(info).host);
    const { token } = await anyTicket(page);
    await logInAs(page, 'admin', '/desk');
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(scanner.aim)).toBeVisible();
    await page.getByRole('button', { name: scanner.stop }).click();
    await context.setOffline(true);
    showToCamera(token);
    await page.getByRole('button', { name: scanner.start }).click();
    await expect(page.getByText(errors.qrNoConnection)).toBeVisible();
  });
});

test('a browser without cameras says so, and the code is typed', async ({ page }, info) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'admin', '/desk');
  await page.getByRole('button', { name: scanner.start }).click();
  await expect(page.getByText(scanner.unsupported)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(entry.cardLabel).fill('hello');
  await page.getByRole('button', { name: entry.open }).click();
  await expect(page.getByText(errors.cardScanFailed)).toBeVisible();
});
