import type { Page } from '@playwright/test';
import type { Language } from '#shared/kernel/language.ts';
import type { ColourMode } from '#shared/kernel/page-rules.ts';
import { expect, expectAccessible } from './journey.ts';

interface View {
  readonly width: number;
  readonly mode: ColourMode;
}

const widths = [320, 800, 1536];
/**
 * What axe sees depends on mode and width (contrast, targets) and on the language (names), not on all three at once:
 * each screen is looked at in every mode at every width, in turn of the languages. Whether it fits is asked in each
 * language at each width.
 */
const views: Record<Language, readonly [View, View]> = {
  et: [
    { width: 320, mode: 'light' },
    { width: 1536, mode: 'dark' },
  ],
  en: [
    { width: 320, mode: 'dark' },
    { width: 800, mode: 'light' },
  ],
  lv: [
    { width: 1536, mode: 'light' },
    { width: 800, mode: 'dark' },
  ],
};

/** The languages in which each group of screens is opened and looked at. */
export const languages = ['et', 'en', 'lv'] as const;

/** From now on the centre's pages speak this language, in the mode of its first look. */
export async function speak(page: Page, host: string, language: Language): Promise<void> {
  const domain = `${host}.localhost`;
  await page.context().addCookies([
    { name: 'language', value: language, domain, path: '/' },
    { name: 'colormode', value: views[language][0].mode, domain, path: '/' },
  ]);
}

/** What fits stands on the screen: nothing is cut off at its side. */
export async function expectFits(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over, page.url()).toBeLessThanOrEqual(0);
}

/** The open page, as it is when it is there, fits every width, and axe finds nothing in the views of its language. */
export async function lookAt(page: Page, language: Language): Promise<void> {
  const [first] = views[language];
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', language);
  await expect(root).toHaveAttribute('data-mode', first.mode);
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
    for (const view of views[language]) {
      if (view.width !== width) continue;
      await turn(view.mode);
      await expectAccessible(page);
    }
  }
  // For another look at what a press makes of it.
  await turn(first.mode);

  // As the page's own switch does: its style sheet holds both.
  async function turn(mode: ColourMode): Promise<void> {
    await root.evaluate((element, chosen) => {
      element.dataset.mode = chosen;
    }, mode);
  }
}
