import { et } from '#i18n/et.ts';
import { listVideos } from '#shared/videos/contract.ts';
import { centreOf } from './support/centres.ts';
import { expect, expectAccessible, logInAs, standAt, test } from './support/journey.ts';
import { lookAt, speak } from './support/looks.ts';
import { callAsMember } from './support/member.ts';

const { common, menu, videos: texts } = et;

// shows: watch-videos, address-videos, address-videos-of-kind, video-kind-name, video-cards, video-player
// shows: video-kind-from-type
test('a member finds a video, plays it with the keyboard, and browser back closes it', async ({
  page,
}, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/training-videos');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(menu.trainingVideos);
  const section = page.getByRole('heading', { level: 2 }).filter({ hasText: 'Jõud' });
  await expect(section).toBeVisible();
  await expectAccessible(page);

  const cards = page.getByRole('button', { name: texts.play.replace('{{title}}', '') });
  await page.getByLabel(texts.search).fill('plank');
  await expect(cards).toHaveCount(1);
  await page.getByLabel(texts.search).fill('midagi muud');
  await expect(page.getByText(texts.notFound)).toBeVisible();
  await page.getByLabel(texts.search).fill('');

  await page.getByRole('link', { name: texts.showAll.replace('{{name}}', 'Jõud') }).click();
  await expect(page).toHaveURL(/training-videos-filtered\?typeId=\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('JÕUD', { useInnerText: true });
  await expectAccessible(page);
  const description = page.getByText('tasakaal ja jõud korraga');
  if (info.project.name === 'phone') await expect(description).toBeHidden();
  else await expect(description).toBeVisible();

  const picture = page.getByRole('listitem').filter({ hasText: 'Väljaaste' }).locator('img');
  await expect
    .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);

  const address = page.url();
  await cards.filter({ hasText: 'Väljaaste' }).click();
  const dialog = page.getByRole('dialog', { name: 'Väljaaste' });
  const film = dialog.locator('video');
  const state = () =>
    film.evaluate((element: HTMLVideoElement) => ({
      isPaused: element.paused,
      seconds: element.currentTime,
      focus: document.activeElement === element,
      ratio: element.clientWidth / element.clientHeight,
      width: element.clientWidth,
      captions: [...element.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .map(({ language }) => language),
    }));
  await expect.poll(async () => (await state()).seconds, { timeout: 20_000 }).toBeGreaterThan(0);
  const first = await state();
  expect(first).toMatchObject({ focus: true, captions: ['et'] });
  expect(first.ratio).toBeCloseTo(16 / 9, 1);
  expect(first.width).toBeLessThanOrEqual(800);
  await expectAccessible(page);
  // Begun anew, lest a slow machine reaches the end.
  await film.evaluate((element: HTMLVideoElement) => {
    element.loop = true;
    return element.play();
  });
  await page.keyboard.press('Space');
  await expect.poll(async () => (await state()).isPaused).toBe(true);
  // Where it stands is settled first: a key that comes before the beginning is shown goes on from where it was.
  await film.evaluate(
    (element: HTMLVideoElement) =>
      new Promise((resolve) => {
        element.addEventListener('seeked', resolve, { once: true });
        element.currentTime = 0;
      }),
  );
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await state()).seconds).toBeCloseTo(5, 0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await state()).seconds).toBeCloseTo(0, 0);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await state()).isPaused).toBe(false);
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(address);

  await cards.filter({ hasText: 'Väljaaste' }).click();
  await expect(film).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(film).toHaveCount(0);
  await page.getByRole('link', { name: texts.title, exact: true }).last().click();
  await expect(page).toHaveURL(/\/training-videos$/);
});

// shows: video-kind-from-type
test('a type that is not there says so, and without one all videos are shown', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  await logInAs(page, 'member', '/training-videos-filtered?typeId=2000000000');
  await expect(page.getByText(texts.noType)).toBeVisible();
  await page.getByRole('link', { name: texts.toVideos }).click();
  await expect(page).toHaveURL(/\/training-videos$/);
  const all = await (await callAsMember(page))(listVideos, {});
  await page.goto(page.url().replace('/training-videos', '/training-videos-filtered?typeId=x'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.heading.toUpperCase(), {
    useInnerText: true,
  });
  await expect(page.getByRole('button', { name: texts.play.replace('{{title}}', '') })).toHaveCount(
    all.length,
  );
});

test.describe('what cannot be played', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('is said in words', async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await page.route('**/media/videos/*.webm', (route) => route.fulfill({ status: 404, body: '' }));
    await logInAs(page, 'member', '/training-videos');
    await page
      .getByRole('button', { name: texts.play.replace('{{title}}', '') })
      .first()
      .click();
    await expect(page.getByRole('alert').getByText(texts.broken)).toBeVisible();
    await page.getByRole('button', { name: common.close }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test('a video of a service is asked of it after the press alone, in a sandbox', async ({ page }, info) => {
  await standAt(page, centreOf(info).host);
  const [first, ...others] = await (await callAsMember(page))(listVideos, {});
  await page.route('**/user/video', (route) =>
    route.fulfill({
      json: [{ ...first, url: 'https://www.youtube.com/watch?v=abcdEFGH_-1' }, ...others],
    }),
  );
  const asked: string[] = [];
  await page.route(/youtube[^/]*\.com/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  await logInAs(page, 'member', '/training-videos');
  const card = page
    .getByRole('button', { name: texts.play.replace('{{title}}', first?.title ?? '') })
    .first();
  await expect(card).toBeVisible();
  expect(asked).toEqual([]);
  await card.click();
  const frame = page.frameLocator('dialog iframe');
  await expect(frame.frameLocator('iframe').getByText('player')).toBeVisible();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/abcdEFGH_-1?autoplay=1&rel=0']);
  await expect(page.locator('dialog iframe')).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-presentation',
  );
  await expect(page.getByRole('link', { name: /YouTube/ })).toBeVisible();
});

for (const language of ['et', 'en', 'lv'] as const) {
  // Looked at once.
  test(`the videos in ${language}`, { tag: ['@desk', '@tour'] }, async ({ page }, info) => {
    await standAt(page, centreOf(info).host);
    await speak(page, centreOf(info).host, language);
    await logInAs(page, 'member', '/training-videos');
    await lookAt(page, language);
  });
}
