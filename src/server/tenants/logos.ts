import { decoder } from '#server/kernel/decoding/decoder.ts';
import type { toPng } from '#server/kernel/decoding/drawing.ts';
import type { ColourMode } from '#shared/kernel/page-rules.ts';
import { computeThemeVariables, type Theme } from '#shared/tenants/domain.ts';

/** Draws an SVG as PNG, beside the process that answers. */
export const drawing = decoder<typeof toPng>(
  new URL('../kernel/decoding/drawing.ts', import.meta.url),
  'toPng',
  {
    lane: 'papers',
    seconds: 2,
    refusal: 'takesTooLong',
    mostWaiting: 8,
  },
);

/** The part of a drawing in one colour: the ground is the tenant's fill, the figure what stands on it. */
interface Part {
  readonly d: string;
  /** Stroke width with round ends and joins; without it the path is filled. */
  readonly width?: number;
}

/** Grounds fill a square of 48. A width rounds their corners. */
const containers = {
  square: [{ d: 'M13 0H35A13 13 0 0 1 48 13V35A13 13 0 0 1 35 48H13A13 13 0 0 1 0 35V13A13 13 0 0 1 13 0Z' }],
  circle: [{ d: 'M24 0A24 24 0 0 1 24 48A24 24 0 0 1 24 0Z' }],
  hexagon: roundedCorners('M24 4.5L41 14.2V33.8L24 43.5L7 33.8V14.2Z', 9),
  diamond: roundedCorners('M24 6.5L41.5 24L24 41.5L6.5 24Z', 12),
  shield: [
    { d: 'M24 0.5C31 4.5 38 6 45 6V24C45 36 36 43.5 24 47.5C12 43.5 3 36 3 24V6C10 6 17 4.5 24 0.5Z' },
  ],
  drop: [{ d: 'M24 0C27.5 5.5 46 11 46 26.5A21.5 21.5 0 0 1 2 26.5C2 11 20.5 5.5 24 0Z' }],
  arch: [
    {
      d: 'M24 0.5A21.5 21.5 0 0 1 45.5 22V39.5A8 8 0 0 1 37.5 47.5H10.5A8 8 0 0 1 2.5 39.5V22A21.5 21.5 0 0 1 24 0.5Z',
    },
  ],
  leaf: [{ d: 'M1 24A23 23 0 0 1 24 1H41A6 6 0 0 1 47 7V24A23 23 0 0 1 24 47H7A6 6 0 0 1 1 41Z' }],
} as const satisfies Record<string, readonly Part[]>;

/** Figures stand in the middle 26 of the 48. */
const glyphs = {
  letterP: [{ d: 'M18 35.5V13H26A6.75 6.75 0 0 1 26 26.5H18', width: 4.4 }],
  letterV: [{ d: 'M15 14.5L24 34L33 14.5', width: 4.4 }],
  letterT: [{ d: 'M14 15.5H34M24 15.5V36', width: 4.4 }],
  wave: [{ d: 'M13 29.5C16.5 24 20.5 24 24 27.5S31.5 31 35 25.5', width: 4 }],
  lanes: [
    { d: 'M12 17C15 13.5 17 13.5 20 17S25 20.5 28 17S33 13.5 36 17', width: 3.4 },
    { d: 'M12 25.5C15 22 17 22 20 25.5S25 29 28 25.5S33 22 36 25.5', width: 3.4 },
    { d: 'M12 34C15 30.5 17 30.5 20 34S25 37.5 28 34S33 30.5 36 34', width: 3.4 },
  ],
  river: [
    { d: 'M20.5 9.5C13.5 17 24.5 20 19.5 27S15.5 34.5 19.5 38.5', width: 3.6 },
    { d: 'M30.5 9.5C23.5 17 34.5 20 29.5 27S25.5 34.5 29.5 38.5', width: 3.6 },
  ],
  flag: [
    { d: 'M20 36V11.5', width: 3.4 },
    { d: 'M20 11.5L35 17L20 22.5Z' },
    { d: 'M13.5 37H30', width: 3.4 },
  ],
  tee: [{ d: 'M24 10A7 7 0 0 1 24 24A7 7 0 0 1 24 10Z' }, { d: 'M17 28.5H31M24 28.5V38', width: 3.8 }],
  ball: [{ d: 'M10.5 7.5C18.5 17.5 18.5 30.5 10.5 40.5M37.5 7.5C29.5 17.5 29.5 30.5 37.5 40.5', width: 3.6 }],
  pine: [{ d: 'M24 9.5L33 20.5H28.5L35.5 30.5H12.5L19.5 20.5H15Z' }, { d: 'M24 30V38', width: 4 }],
  dumbbell: [{ d: 'M17 16.5V29.5M31 16.5V29.5M11.5 20V26M36.5 20V26M17 23H31', width: 3.8 }],
  bridge: [{ d: 'M10 32H38M12.5 32A11.5 13.5 0 0 1 35.5 32M24 18.5V32M18 21.5V32M30 21.5V32', width: 3.2 }],
  peaks: [{ d: 'M11.5 33L20.5 17.5L26.5 27.5L29.5 22.5L36.5 33Z', width: 3.6 }],
  holds: [
    { d: 'M16.5 31L25 27L20 18.5L30.5 15.5', width: 2.6 },
    { d: 'M16.5 31V31.01M25 27V27.01M20 18.5V18.51M30.5 15.5V15.51', width: 7.4 },
  ],
  lotus: [
    { d: 'M24 12C29 18.5 29 27.5 24 34C19 27.5 19 18.5 24 12Z', width: 3.2 },
    {
      d: 'M17 23C15.2 21.7 13.2 21 11 20.8C11.3 28.6 16 33.6 24 34.4C32 33.6 36.7 28.6 37 20.8C34.8 21 32.8 21.7 31 23',
      width: 3.2,
    },
  ],
  ring: [
    { d: 'M24 14.5A9.5 9.5 0 0 1 24 33.5A9.5 9.5 0 0 1 24 14.5Z', width: 3.6 },
    { d: 'M11 20V28M37 20V28', width: 4.2 },
  ],
  bars: [{ d: 'M15.5 21V27M21.2 16.5V31.5M26.8 20V28M32.5 17.5V30.5', width: 3.6 }],
  breath: [
    { d: 'M10.5 32.5A13.5 13.5 0 0 1 37.5 32.5', width: 3.4 },
    { d: 'M17 32.5A7 7 0 0 1 31 32.5', width: 3.4 },
    { d: 'M24 32.4V32.6', width: 4.6 },
  ],
  star: [
    {
      d: 'M24 9.5C25.6 19 29 22.4 38.5 24C29 25.6 25.6 29 24 38.5C22.4 29 19 25.6 9.5 24C19 22.4 22.4 19 24 9.5Z',
    },
  ],
  chevrons: [{ d: 'M15 23.5L24 14.5L33 23.5M15 33.5L24 24.5L33 33.5', width: 4.2 }],
} as const satisfies Record<string, readonly Part[]>;

/** How a tenant's mark is put together; both names are stored with the tenant. */
export interface LogoDesign {
  readonly container: keyof typeof containers;
  readonly glyph: keyof typeof glyphs;
}

export interface LogoOwner {
  readonly logo: LogoDesign;
  readonly theme: Pick<Theme, ColourMode>;
}

/** A path in a square of 48 with its paint, for whoever draws without SVG (the invoice). */
interface LogoShape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
}

function roundedCorners(d: string, width: number): readonly Part[] {
  return [{ d }, { d, width }];
}

function paint(parts: readonly Part[], colour: string): LogoShape[] {
  return parts.map(({ d, width }) => (width ? { d, stroke: colour, width } : { d, fill: colour }));
}

function inkOf(owner: LogoOwner, mode: ColourMode): { ground: string; figure: string } {
  const variables = computeThemeVariables(owner.theme)[mode];
  return { ground: variables['--fill'], figure: variables['--on-fill'] };
}

/** The tenant's mark as painted paths, back to front. Both colours come from the theme of the mode. */
function logoShapes(owner: LogoOwner, mode: ColourMode): readonly LogoShape[] {
  const { ground, figure } = inkOf(owner, mode);
  return [...paint(containers[owner.logo.container], ground), ...paint(glyphs[owner.logo.glyph], figure)];
}

function toSvg(shapes: readonly LogoShape[], size: string, viewBox = '0 0 48 48'): string {
  const paths = shapes.map(({ d, fill, stroke, width }) =>
    stroke === undefined
      ? `<path fill="${fill}" d="${d}"/>`
      : `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${viewBox}">${paths.join('')}</svg>`;
}

/** The mark beside the tenant's title. Shapes only, no text and no script; the title stands next to it in HTML. */
export function logoSvg(owner: LogoOwner, mode: ColourMode): string {
  return toSvg(logoShapes(owner, mode), '48');
}

/** The mark for a browser's tab: the figure a little larger, so that it is still read at 16 pixels. */
function faviconSvg(owner: LogoOwner): string {
  const { ground, figure } = inkOf(owner, 'light');
  const bolder = glyphs[owner.logo.glyph].map((part: Part) =>
    part.width === undefined ? part : { ...part, width: part.width * 1.2 },
  );
  return toSvg([...paint(containers[owner.logo.container], ground), ...paint(bolder, figure)], '32');
}

/** The mark for an invoice: always the light mode's colours, since paper is white, and a printed size. */
function invoiceLogoSvg(owner: LogoOwner): string {
  return toSvg(logoShapes(owner, 'light'), '16mm');
}

/** The icon of the installed app: the ground to the edges, the figure within the circle no platform cuts into. */
function appIconSvg(owner: LogoOwner): string {
  const { ground, figure } = inkOf(owner, 'light');
  const shapes = [{ d: 'M-6 -6H54V54H-6Z', fill: ground }, ...paint(glyphs[owner.logo.glyph], figure)];
  return toSvg(shapes, '512', '-6 -6 60 60');
}

/** Every drawing of one tenant, as they are stored with it. */
export function drawLogos(owner: LogoOwner) {
  return {
    light: logoSvg(owner, 'light'),
    dark: logoSvg(owner, 'dark'),
    favicon: faviconSvg(owner),
    invoice: invoiceLogoSvg(owner),
    appIcon: appIconSvg(owner),
  };
}

/** Pixels of the picture that a shared link shows: what the large services ask for. */
export const shareSize = { width: 1200, height: 630 } as const;

/** The mark of a centre, as it is kept, in the middle of its own ground. */
export function sharePicture(logo: string, ground: string): string {
  const { width, height } = shareSize;
  const edge = 300;
  const place = `x="${(width - edge) / 2}" y="${(height - edge) / 2}" width="${edge}" height="${edge}"`;
  const mark = logo.replace(/^<svg\b([^>]*?)>/, (_, attributes: string) => {
    const rest = attributes.replace(/\s(?:x|y|width|height)="[^"]*"/g, '');
    return `<svg ${place}${rest}>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${mark}</svg>`;
}
