import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areDistinguishable, contrastRatio, hexToOklch } from '#shared/kernel/colours.ts';
import { colourModes } from '#shared/kernel/page-rules.ts';
import {
  colourRoles,
  computeThemeVariables,
  styleMarkColour,
  Theme,
  themeReport,
  toCssDeclarations,
} from './domain.ts';

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0').toUpperCase()}`);
const anyTheme = fc.record({ light: anyColour, dark: anyColour });

const distance = (one: string, other: string) => {
  const [a, b] = [hexToOklch(one), hexToOklch(other)];
  const turn = ((a.hue - b.hue) * Math.PI) / 180;
  const hueChord = 2 * Math.sqrt(a.chroma * b.chroma) * Math.sin(turn / 2);
  return Math.hypot(a.lightness - b.lightness, a.chroma - b.chroma, hueChord);
};

describe('any theme keeps every promise', () => {
  test('text, accent and button text reach their contrasts in both modes', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        const report = themeReport(theme);
        const broken = colourModes.flatMap((mode) => report[mode].ratios.filter((pair) => !pair.isEnough));
        expect(broken).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('what is read can be told apart by the rule of the colour helpers', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        const variables = computeThemeVariables(theme);
        for (const mode of colourModes) {
          const of = variables[mode];
          expect(areDistinguishable(of['--on-fill'], of['--fill'])).toBe(true);
          for (const ground of ['--bg', '--surface', '--sunken', '--soft'] as const) {
            expect(areDistinguishable(of['--accent'], of[ground])).toBe(true);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a light fill stays as given wherever white or near-black can be read on it', () => {
    fc.assert(
      fc.property(anyColour, (given) => {
        const { light } = computeThemeVariables({ light: given, dark: given });
        if (contrastRatio(given, '#FFFFFF') > 5) {
          expect([light['--fill'], light['--on-fill']]).toEqual([given, '#FFFFFF']);
        }
        expect(contrastRatio(light['--on-fill'], light['--fill'])).toBeGreaterThan(5);
      }),
    );
  });

  test('corrections move lightness only as far as needed, and keep the hue', () => {
    fc.assert(
      fc.property(anyTheme, (theme) => {
        const { light, dark } = computeThemeVariables(theme);
        const lightness = (hex: string) => hexToOklch(hex).lightness;
        expect(lightness(light['--accent'])).toBeLessThanOrEqual(lightness(theme.light));
        expect(lightness(dark['--accent'])).toBeGreaterThanOrEqual(lightness(theme.dark));
        expect(lightness(dark['--fill'])).toBeGreaterThanOrEqual(lightness(theme.dark));
        const [given, used] = [hexToOklch(theme.light), hexToOklch(light['--accent'])];
        const turn = Math.abs(given.hue - used.hue);
        expect(Math.min(turn, 360 - turn) * Math.min(given.chroma, used.chroma)).toBeLessThan(0.6);
      }),
    );
  });

  test('a style mark is seen on bg, surface and soft', () => {
    fc.assert(
      fc.property(anyTheme, anyColour, (theme, mark) => {
        const variables = computeThemeVariables(theme);
        for (const mode of colourModes) {
          const shown = styleMarkColour(mark, variables[mode]);
          for (const ground of ['--bg', '--surface', '--soft'] as const) {
            expect(contrastRatio(shown, variables[mode][ground])).toBeGreaterThanOrEqual(3);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('what is computed from a computed colour is not moved again', () => {
    fc.assert(
      fc.property(anyColour, (given) => {
        const first = computeThemeVariables({ light: given, dark: given });
        const dark = first.dark['--fill'];
        const second = computeThemeVariables({ light: first.light['--fill'], dark });
        expect(distance(second.light['--fill'], first.light['--fill'])).toBeLessThan(0.012);
        expect(distance(second.dark['--fill'], dark)).toBeLessThan(0.012);
      }),
    );
  });
});

describe('the examples of the visual language', () => {
  const of = (hex: string) => computeThemeVariables({ light: hex, dark: hex });

  test('cobalt', () => {
    const { light, dark } = of('#2A3BDB');
    expect(light).toMatchObject({
      '--bg': '#F6F7FA',
      '--surface': '#FFFFFF',
      '--sunken': '#ECEEF3',
      '--line': '#DDDFE5',
      '--edge': '#83868E',
      '--text': '#16181F',
      '--text-2': '#4F525B',
      '--text-3': '#61646D',
      '--fill': '#2A3BDB',
      '--on-fill': '#FFFFFF',
      '--accent': '#2A3BDB',
    });
    expect(distance(dark['--bg'], '#0D0E13')).toBeLessThan(0.006);
    expect(distance(dark['--surface'], '#17181D')).toBeLessThan(0.006);
    expect(dark).toMatchObject({ '--sunken': '#23252B', '--line': '#2F3138', '--text': '#F2F3F6' });
    expect(dark).toMatchObject({ '--text-2': '#B8BAC1', '--text-3': '#A0A3AB' });
    expect(distance(dark['--fill'], '#7C91FE')).toBeLessThan(0.02);
  });

  const drawn = [
    ...['--bg', '--surface', '--sunken', '--soft', '--line', '--edge'],
    ...['--text', '--text-2', '--text-3', '--fill', '--on-fill', '--accent'],
  ] as const;
  test.each([
    [
      '#2A3BDB',
      'light',
      '#F6F7FA #FFFFFF #ECEEF3 #E8EEFF #DDDFE5 #83868E #16181F #4F525B #61646D #2A3BDB #FFFFFF #2A3BDB',
    ],
    [
      '#2A3BDB',
      'dark',
      '#0C0E13 #16181D #23252B #1F2949 #2F3138 #71747D #F2F3F6 #B8BAC1 #A0A3AB #7294FF #0E111B #7294FF',
    ],
    [
      '#E6A23C',
      'light',
      '#F8F6F4 #FFFFFF #F1EDE9 #FDECD5 #E3DFDA #8B857E #1C1711 #57514A #6A645C #E6A23C #171008 #8B5B00',
    ],
    [
      '#E6A23C',
      'dark',
      '#110E0A #1B1813 #29241F #3D2602 #35312B #7A736C #F5F3F0 #BEBAB4 #A8A29B #E6A23C #171008 #E6A23C',
    ],
    [
      '#777777',
      'light',
      '#F7F7F7 #FFFFFF #EEEEEE #EEEEEE #DFDFDF #868686 #181818 #525252 #656565 #6E6E6E #FFFFFF #646464',
    ],
    [
      '#777777',
      'dark',
      '#0E0E0E #181818 #252525 #2B2B2B #313131 #747474 #F3F3F3 #BABABA #A3A3A3 #999999 #121212 #9B9B9B',
    ],
  ] as const)('%s in %s has these colours, each by its role', (hex, mode, colours) => {
    const made = of(hex)[mode];
    expect(drawn.map((role) => made[role]).join(' ')).toBe(colours);
  });

  test('deep green', () => {
    const { light, dark } = of('#1F6044');
    expect(light).toMatchObject({ '--fill': '#1F6044', '--on-fill': '#FFFFFF', '--accent': '#1F6044' });
    expect(distance(dark['--fill'], '#50AA7D')).toBeLessThan(0.02);
  });

  test('amber keeps its button; its links are darkened in light, and as given in dark', () => {
    const { light, dark } = of('#E6A23C');
    expect(light).toMatchObject({ '--fill': '#E6A23C', '--on-fill': '#171008', '--bg': '#F8F6F4' });
    expect(distance(light['--accent'], '#8B5B04')).toBeLessThan(0.006);
    expect(distance(light['--soft'], '#FDECD6')).toBeLessThan(0.006);
    expect(dark).toMatchObject({ '--fill': '#E6A23C', '--accent': '#E6A23C', '--soft': '#3D2602' });
    expect(dark).toMatchObject({ '--bg': '#110E0A', '--surface': '#1B1813' });
  });

  test.each([
    ['#CE5247', '#FA897B'],
    ['#C65085', '#F286B2'],
    ['#0B976D', '#3CC998'],
    ['#9763CC', '#C396F5'],
    ['#B07008', '#E69C3A'],
    ['#487CDE', '#81ADFF'],
  ])('the default mark %s is as given in light and %s in dark', (given, inDark) => {
    for (const accent of ['#2A3BDB', '#1F6044', '#E6A23C']) {
      const { light, dark } = of(accent);
      expect(styleMarkColour(given, light)).toBe(given);
      expect(distance(styleMarkColour(given, dark), inDark)).toBeLessThan(0.006);
    }
  });

  test('a grey accent makes grey neutrals', () => {
    const { light } = of('#777777');
    expect(light['--bg']).toMatch(/^#(..)\1\1$/);
    expect(light['--text']).toMatch(/^#(..)\1\1$/);
  });
});

describe('the report', () => {
  test('says what of amber was changed, and what it would have reached', () => {
    const { light, dark } = themeReport({ light: '#e6a23c', dark: '#E6A23C' });
    expect(light.changes).toHaveLength(1);
    expect(light.changes[0]).toMatchObject({ role: 'accent', given: '#E6A23C', direction: 'darkened' });
    expect(light.changes[0]?.ratioAsGiven).toBeLessThan(2.2);
    expect(dark.changes).toEqual([]);
    const onFill = light.ratios.find((pair) => pair.foreground === 'on-fill');
    expect(onFill?.ratio).toBeCloseTo(8.6, 1);
    const link = light.ratios.find((pair) => pair.foreground === 'accent' && pair.background === 'surface');
    expect(link?.ratio).toBeCloseTo(5.8, 1);
  });

  test('warns of a button that only its text gives away', () => {
    expect(themeReport({ light: '#FFFFFF', dark: '#FFFFFF' }).light.isFillDistinct).toBe(false);
    expect(themeReport({ light: '#2A3BDB', dark: '#7C91FE' }).light.isFillDistinct).toBe(true);
  });
});

test('declarations name every role once', () => {
  const css = toCssDeclarations(computeThemeVariables({ light: '#2A3BDB', dark: '#7C91FE' }).light);
  expect(css.split(';')).toHaveLength(colourRoles.length);
  expect(css).toContain('--bg:#F6F7FA;');
});

// shows: themes
test('a theme is two hex colours and a mode', () => {
  expect(Theme.safeParse({ light: '#2A3BDB', dark: '#7C91FE', defaultColorScheme: 'dark' }).success).toBe(
    true,
  );
  expect(Theme.safeParse({ light: 'blue', dark: '#7C91FE', defaultColorScheme: 'dark' }).success).toBe(false);
  expect(() => computeThemeVariables({ light: 'blue', dark: '#7C91FE' })).toThrow(RangeError);
});
