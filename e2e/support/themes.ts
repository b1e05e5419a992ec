import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { type ColourMode, colourModes } from '#shared/kernel/page-rules.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';
import { expect, tenantUrl, waitForRest } from './journey.ts';
import { ownPlace } from './place.ts';

interface Look {
  readonly name: string;
  readonly mode: ColourMode;
  readonly css: string;
}

let looks: Promise<readonly Look[]> | undefined;

/** Every centre's colours, in both modes: 42 looks. */
async function readLooks({ request }: Page): Promise<readonly Look[]> {
  const server = `http://127.0.0.1:${ownPlace().port}`;
  const list = await (await request.get(server)).text();
  const hosts = [...list.matchAll(/<span>([^<]+)<\/span>/g)].map(([, host = '']) => host);
  expect(hosts.length).toBeGreaterThan(20);
  const read: Look[] = [];
  for (const host of hosts) {
    const answer = await request.get(`${server}/api/v0.1/page/configuration`, {
      headers: { Host: new URL(tenantUrl(host)).host },
    });
    const { theme }: PageConfiguration = await answer.json();
    for (const mode of colourModes) {
      const colours = Object.entries(theme[mode]).map(([name, value]) => `${name}:${value}`);
      read.push({ name: `${host} ${mode}`, mode, css: `:root[data-mode=${mode}]{${colours.join(';')}}` });
    }
  }
  expect(new Set(read.map(({ css }) => css)).size).toBeGreaterThan(40);
  return read;
}

/**
 * The elements with words of their own, three of each kind at most, since one may be covered by something. Of two whose rules,
 * states and colours are the same from the root down, one is as pale as the other in any look: a day of two hundred trainings is
 * a dozen kinds.
 */
function findKinds(): Element[] {
  const chains = new Map<Element, string>();
  const chainOf = (element: Element): string => {
    const known = chains.get(element);
    if (known !== undefined) return known;
    const { parentElement } = element;
    const stated = [...element.attributes]
      .filter(({ name }) =>
        /^(class|disabled|open|data-(selected|online|folded)|aria-[a-z]+ed|aria-current)$/.test(name),
      )
      .map(({ name, value }) => `${name}=${value}`);
    const style = getComputedStyle(element);
    const seen = [
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.fontSize,
      style.fontWeight,
    ];
    const own = [element.localName, ...stated, ...seen];
    const chain = `${parentElement ? chainOf(parentElement) : ''}>${own.join('|')}`;
    chains.set(element, chain);
    return chain;
  };
  const worded = new Set<Element>(document.querySelectorAll('input, select, textarea'));
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { parentElement, textContent } = words.currentNode;
    if (parentElement && textContent?.trim()) worded.add(parentElement);
  }
  const visible = [...worded].filter((element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  return [...Map.groupBy(visible, chainOf).values()].flatMap((alike) =>
    [...new Set([alike[0], alike[Math.floor(alike.length / 2)], alike.at(-1)])].flatMap((one) => one ?? []),
  );
}

/**
 * Nothing on the page as it stands is too pale in any centre's colours. What else axe asks does not depend on colours,
 * and is asked where the screen's own journey looks at it.
 */
export async function expectReadableInAllLooks(page: Page): Promise<void> {
  looks ??= readLooks(page);
  await waitForRest(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const kinds = await page.evaluateHandle(findKinds);
  const found = await page.evaluate(
    async ({ all, include }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const root = document.documentElement;
      const own = root.dataset.mode;
      const sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
      const pale: string[] = [];
      for (const { name, mode, css } of all) {
        // What fades from one look into the next is neither.
        sheet.replaceSync(`${css} * { transition: none !important }`);
        root.dataset.mode = mode;
        const { violations } = await inPage.run(
          { include },
          { runOnly: { type: 'rule', values: ['color-contrast'] }, resultTypes: ['violations'] },
        );
        for (const { nodes } of violations) {
          for (const { target, any } of nodes)
            pale.push(`${name}: ${target.join(' ')} ${any[0]?.message ?? ''}`);
        }
      }
      document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);
      if (own) root.dataset.mode = own;
      return pale;
    },
    { all: await looks, include: kinds },
  );
  expect(found, `too pale on ${page.url()}`).toEqual([]);
}
