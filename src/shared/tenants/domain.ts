import { z } from 'zod';
import {
  areDistinguishable,
  contrastRatio,
  hexToOklch,
  leastContrast,
  type Oklch,
  oklchToHex,
} from '#shared/kernel/colours.ts';
import { type ColourMode, colourModes } from '#shared/kernel/page-rules.ts';

/** What kind of centre a tenant is; decides wording and what it offers, never a right. */
export const tenantKinds = [
  'sportsCentre',
  'gymChain',
  'golfClub',
  'spa',
  'swimmingPool',
  'tennisClub',
  'climbingHall',
  'pilatesStudio',
  'yogaStudio',
  'danceStudio',
  'trainerPortal',
] as const;
export type TenantKind = (typeof tenantKinds)[number];

export function isTenantKind(text: string): text is TenantKind {
  return (tenantKinds as readonly string[]).includes(text);
}

const AccentColour = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** What a tenant chooses of its colours: one accent per mode, and the mode shown first (specification point 1). */
export const Theme = z.object({
  light: AccentColour,
  dark: AccentColour,
  defaultColorScheme: z.enum(colourModes),
});
export type Theme = z.infer<typeof Theme>;

/** The colour roles of the visual language. */
export const colourRoles = [
  'bg',
  'surface',
  'sunken',
  'line',
  'edge',
  'text',
  'text-2',
  'text-3',
  'ok',
  'ok-bg',
  'warn',
  'warn-bg',
  'bad',
  'bad-bg',
  'fill',
  'on-fill',
  'accent',
  'soft',
  'scrim',
] as const;
type ColourRole = (typeof colourRoles)[number];
type CssVariable = `--${ColourRole}`;
/** CSS values by variable; all are #RRGGBB except `--scrim`, which is half transparent. */
export type ThemeVariables = Readonly<Record<CssVariable, string>>;

type NeutralRole = 'bg' | 'surface' | 'sunken' | 'line' | 'edge' | 'text' | 'text-2' | 'text-3';
type FixedRole = 'ok' | 'ok-bg' | 'warn' | 'warn-bg' | 'bad' | 'bad-bg' | 'scrim';

/** Lightness and chroma; the hue is the accent's. */
const neutrals: Record<ColourMode, Record<NeutralRole, readonly [number, number]>> = {
  light: {
    bg: [0.975, 0.004],
    surface: [1, 0],
    sunken: [0.948, 0.007],
    line: [0.905, 0.008],
    edge: [0.62, 0.012],
    text: [0.21, 0.014],
    'text-2': [0.44, 0.014],
    'text-3': [0.505, 0.014],
  },
  dark: {
    bg: [0.165, 0.01],
    surface: [0.21, 0.011],
    sunken: [0.265, 0.012],
    line: [0.315, 0.012],
    edge: [0.56, 0.014],
    text: [0.965, 0.004],
    'text-2': [0.79, 0.01],
    'text-3': [0.715, 0.012],
  },
};

/** The same for all tenants: what they say must not depend on a brand. */
const fixed: Record<ColourMode, Record<FixedRole, string>> = {
  light: {
    ok: '#036639',
    'ok-bg': '#E1F7E7',
    warn: '#7D5408',
    'warn-bg': '#FEF0DD',
    bad: '#B31220',
    'bad-bg': '#FEEBE9',
    scrim: 'rgb(8 9 12 / 0.5)',
  },
  dark: {
    ok: '#6AD895',
    'ok-bg': '#152F1F',
    warn: '#FCBE62',
    'warn-bg': '#3A270B',
    bad: '#F98F87',
    'bad-bg': '#451E1C',
    scrim: 'rgb(8 9 12 / 0.5)',
  },
};

const white = '#FFFFFF';
const soft = { light: [0.95, 0.035], dark: [0.29, 0.06] } as const;
const nearBlack = [0.18, 0.02] as const;
const leastOnDarkFill = 6.5;
const leastMark = 3;
/** In dark, marks are lifted this far: at 3:1 they would be told from the page, but not from each other. */
const darkMark = { lightness: 0.75, chroma: 0.14 };
/** Deep colours gain chroma up to here when they are lightened; kept at their own they would turn to dust. */
const livelyChroma = 0.11;
const step = 0.005;

/** The colour at another lightness in the hue of `accent`, never more colourful than the accent itself. */
function tinted(accent: Oklch, [lightness, chroma]: readonly [number, number]): string {
  return oklchToHex({ lightness, chroma: Math.min(chroma, accent.chroma), hue: accent.hue });
}

function movedTo(colour: Oklch, lightness: number): string {
  if (lightness <= colour.lightness) return oklchToHex({ ...colour, lightness });
  const grown = colour.chroma * (lightness / Math.max(colour.lightness, step));
  return oklchToHex({
    ...colour,
    lightness,
    chroma: Math.min(grown, Math.max(colour.chroma, livelyChroma)),
  });
}

/** The first colour on the way to white (+1) or black (-1) that is enough; the given one when it is already. */
function moveUntil(given: string, direction: 1 | -1, isEnough: (hex: string) => boolean): string {
  if (isEnough(given)) return given;
  const colour = hexToOklch(given);
  for (let moved = step; moved < 1; moved += step) {
    const hex = movedTo(colour, colour.lightness + direction * moved);
    if (isEnough(hex)) return hex;
  }
  return direction === 1 ? white : '#000000';
}

function computeFill(given: string, mode: ColourMode, black: string): string {
  if (mode === 'dark') return moveUntil(given, 1, (hex) => contrastRatio(hex, black) >= leastOnDarkFill);
  const carriesWhite = (hex: string) => contrastRatio(hex, white) > leastContrast;
  const carriesBlack = (hex: string) => contrastRatio(hex, black) > leastContrast;
  if (carriesWhite(given) || carriesBlack(given)) return given;
  const darker = moveUntil(given, -1, carriesWhite);
  const lighter = moveUntil(given, 1, carriesBlack);
  const lightness = hexToOklch(given).lightness;
  const isDarkerNearer =
    lightness - hexToOklch(darker).lightness <= hexToOklch(lighter).lightness - lightness;
  return isDarkerNearer ? darker : lighter;
}

function computeMode(given: string, mode: ColourMode): ThemeVariables {
  const accent = hexToOklch(given);
  const neutral = (role: NeutralRole) => tinted(accent, neutrals[mode][role]);
  const black = tinted(accent, nearBlack);
  const grounds = {
    '--bg': neutral('bg'),
    '--surface': neutral('surface'),
    '--sunken': neutral('sunken'),
    '--soft': tinted(accent, soft[mode]),
  };
  const fill = computeFill(given.toUpperCase(), mode, black);
  const isReadable = (hex: string) =>
    Object.values(grounds).every((ground) => contrastRatio(hex, ground) > leastContrast);
  return {
    ...grounds,
    '--line': neutral('line'),
    '--edge': neutral('edge'),
    '--text': neutral('text'),
    '--text-2': neutral('text-2'),
    '--text-3': neutral('text-3'),
    '--ok': fixed[mode].ok,
    '--ok-bg': fixed[mode]['ok-bg'],
    '--warn': fixed[mode].warn,
    '--warn-bg': fixed[mode]['warn-bg'],
    '--bad': fixed[mode].bad,
    '--bad-bg': fixed[mode]['bad-bg'],
    '--fill': fill,
    '--on-fill': contrastRatio(white, fill) > leastContrast ? white : black,
    '--accent': moveUntil(given.toUpperCase(), mode === 'light' ? -1 : 1, isReadable),
    '--scrim': fixed[mode].scrim,
  };
}

/**
 * All colours of both modes from the tenant's two accents (style.md, section 2). Computed once per theme, on the
 * server. Throws RangeError when an accent is no hex colour.
 */
export function computeThemeVariables(theme: Pick<Theme, ColourMode>): Record<ColourMode, ThemeVariables> {
  return { light: computeMode(theme.light, 'light'), dark: computeMode(theme.dark, 'dark') };
}

/** CSS declarations of one mode, `--bg:#F6F7FA;--surface:…`, to stand inside a rule. */
export function toCssDeclarations(variables: ThemeVariables): string {
  return colourRoles.map((role) => `--${role}:${variables[`--${role}`]}`).join(';');
}

function isDarkMode(variables: ThemeVariables): boolean {
  return contrastRatio(variables['--bg'], white) > leastContrast;
}

/**
 * The colour of a training style as its mark is drawn in one mode: at least 3:1 on bg, surface and soft. In
 * light as given where that is enough, else darkened; in dark lifted besides to the lightness all marks share.
 */
export function styleMarkColour(hex: string, variables: ThemeVariables): string {
  const grounds = [variables['--bg'], variables['--surface'], variables['--soft']];
  const isEnough = (mark: string) => grounds.every((ground) => contrastRatio(mark, ground) >= leastMark);
  if (!isDarkMode(variables)) return moveUntil(hex.toUpperCase(), -1, isEnough);
  const given = hexToOklch(hex);
  if (given.lightness >= darkMark.lightness) return moveUntil(hex.toUpperCase(), 1, isEnough);
  // A grey stays grey; whatever has a hue shows it.
  const chroma = given.chroma < 0.03 ? given.chroma : darkMark.chroma;
  return moveUntil(oklchToHex({ lightness: darkMark.lightness, chroma, hue: given.hue }), 1, isEnough);
}

interface ThemeRatio {
  readonly foreground: ColourRole;
  readonly background: ColourRole;
  readonly ratio: number;
  /** The ratio promised by the visual language. */
  readonly least: number;
  readonly isEnough: boolean;
}

interface ThemeChange {
  readonly role: 'fill' | 'accent';
  readonly given: string;
  readonly used: string;
  readonly direction: 'darkened' | 'lightened';
  /** What the given colour would have reached: a fill with its text, an accent on its worst ground. */
  readonly ratioAsGiven: number;
}

export interface ModeReport {
  readonly given: string;
  readonly ratios: readonly ThemeRatio[];
  /** Empty when the tenant's colour is used everywhere as given. */
  readonly changes: readonly ThemeChange[];
  /** Whether a button can be told from the page by its colour; a pale accent leaves only its text. */
  readonly isFillDistinct: boolean;
}

const textGrounds = ['bg', 'surface', 'sunken', 'soft'] as const;

/** Every promised pair with its least ratio; `least` is inclusive. */
function promises(mode: ColourMode): readonly (readonly [ColourRole, readonly ColourRole[], number])[] {
  return [
    ['on-fill', ['fill'], mode === 'dark' ? leastOnDarkFill : leastContrast],
    ['accent', textGrounds, leastContrast],
    ['text', textGrounds, leastContrast],
    ['text-2', textGrounds, leastContrast],
    ['text-3', textGrounds, 4.5],
    ['ok', ['ok-bg', 'bg', 'surface'], 4.5],
    ['warn', ['warn-bg', 'bg', 'surface'], 4.5],
    ['bad', ['bad-bg', 'bg', 'surface'], 4.5],
    ['edge', ['bg', 'surface'], leastMark],
  ];
}

function reportMode(given: string, mode: ColourMode, variables: ThemeVariables): ModeReport {
  const hex = (role: ColourRole) => variables[`--${role}`];
  const ratios = promises(mode).flatMap(([foreground, backgrounds, least]) =>
    backgrounds.map((background) => {
      const ratio = contrastRatio(hex(foreground), hex(background));
      return { foreground, background, ratio, least, isEnough: ratio >= least };
    }),
  );
  const asFill = Math.max(
    ...(mode === 'dark' ? [hex('on-fill')] : [white, tinted(hexToOklch(given), nearBlack)]).map((text) =>
      contrastRatio(given, text),
    ),
  );
  const asText = Math.min(...textGrounds.map((ground) => contrastRatio(given, hex(ground))));
  const changes = ([['fill', asFill] as const, ['accent', asText] as const] as const)
    .filter(([role]) => hex(role) !== given)
    .map(([role, ratioAsGiven]): ThemeChange => {
      const isLighter = hexToOklch(hex(role)).lightness > hexToOklch(given).lightness;
      return { role, given, used: hex(role), direction: isLighter ? 'lightened' : 'darkened', ratioAsGiven };
    });
  return { given, ratios, changes, isFillDistinct: areDistinguishable(hex('fill'), hex('bg')) };
}

/** What the theme editor shows: each ratio, and what of the tenant's colours was changed and why. */
export function themeReport(theme: Pick<Theme, ColourMode>): Record<ColourMode, ModeReport> {
  const variables = computeThemeVariables(theme);
  return {
    light: reportMode(theme.light.toUpperCase(), 'light', variables.light),
    dark: reportMode(theme.dark.toUpperCase(), 'dark', variables.dark),
  };
}
