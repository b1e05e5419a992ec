import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { contrastRatio } from '#shared/kernel/colours.ts';
import { colourModes } from '#shared/kernel/page-rules.ts';
import { computeThemeVariables, tenantKinds } from '#shared/tenants/domain.ts';
import { builtInTenants } from '../built-in.ts';
import { scenePicture } from './built-in.ts';

const theme = { light: '#2456C7', dark: '#7FA2F8' } as const;

/** Whether anything is drawn at a point of a picture of its own size. */
function drawnAt(svg: string): (x: number, y: number) => boolean {
  const { width, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return (x, y) => (pixels[(y * width + x) * 4 + 3] ?? 0) > 0;
}

describe.each(tenantKinds)('the picture of a %s', (kind) => {
  const svg = scenePicture(kind, theme, 'light');
  const isDrawn = drawnAt(svg);
  const any = (xs: readonly [number, number], ys: readonly [number, number]) => {
    for (let x = xs[0]; x < xs[1]; x += 2) {
      for (let y = ys[0]; y < ys[1]; y += 2) if (isDrawn(x, y)) return true;
    }
    return false;
  };

  test('leaves bare where words stand, and reaches from edge to edge at its foot', () => {
    expect(any([0, 800], [0, 138])).toBe(false);
    expect(any([830, 1200], [20, 120])).toBe(true);
    for (let x = 0; x < 1200; x += 20) expect([x, isDrawn(x, 238)]).toEqual([x, true]);
  });

  test('is small, closed and harmless', () => {
    for (const mode of colourModes) {
      const drawn = scenePicture(kind, theme, mode);
      expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(.*)<\/svg>$/);
      expect(drawn).not.toMatch(/script|style=|href|<text|undefined|NaN/);
      expect(drawn.length).toBeLessThan(2500);
    }
  });
});

test('no two kinds are drawn alike, and each centre in its own colours', () => {
  expect(new Set(tenantKinds.map((kind) => scenePicture(kind, theme, 'light'))).size).toBe(
    tenantKinds.length,
  );
  for (const mode of colourModes) {
    const drawn = builtInTenants.map((tenant) => scenePicture(tenant.kind, tenant.theme, mode));
    expect(new Set(drawn).size).toBe(builtInTenants.length);
  }
});

test('whoever is drawn is seen against the sky of every centre', () => {
  for (const { host, kind, theme: own } of builtInTenants) {
    for (const mode of colourModes) {
      const { '--soft': sky } = computeThemeVariables(own)[mode];
      const colours = scenePicture(kind, own, mode).match(/#[0-9a-f]{6}/gi) ?? [];
      const most = Math.max(...colours.map((colour) => contrastRatio(colour, sky)));
      expect([host, mode, most > 7]).toEqual([host, mode, true]);
    }
  }
});
