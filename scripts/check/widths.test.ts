import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/run.ts';
import { toLine } from './report.ts';
import { readTree } from './tree.ts';
import { findWidthFaults } from './widths.ts';

const details = 'src/web/training-groups/components/member-details.module.css';
const widths = (text: string, path = 'src/web/schedule/week-screen.module.css') =>
  findWidthFaults([{ path, text }]).map(toLine);

describe('widths', () => {
  // shows: number-widths
  test('the look changes at 600, 900, 1200 and 1536 px, at 800 px from narrow to wide, and nowhere else', () => {
    const files = readTree(root);
    const asking = files.filter(
      ({ path, text }) => path.endsWith('.css') && text.includes('min-width: 900px)'),
    );
    expect(asking.length).toBeGreaterThan(5);
    expect(findWidthFaults(files).map(toLine)).toEqual([]);
  });

  test.each([
    '@media (min-width: 600px) {}',
    '@media (min-width: 900px) and (max-width: 1199.98px) {}',
    '@media (max-width: 799px) {}',
    '@media (min-width: 800px) and ((min-height: 500px) or (pointer: fine)) {}',
    '@container led (min-width: 900px) {}',
    '@media (max-width: 359.98px) {}',
    '.page { max-width: 1280px; }',
    '@supports (width: calc(1px * 2)) {}',
    '/* @media (min-width: 960px) {} */',
  ])('%s passes', (text) => {
    expect(widths(text)).toEqual([]);
  });

  test.each([
    '@media (min-width: 960px) {}',
    '@media (min-width: 500px) {}',
    '@media (max-width: 900px) {}',
    '@media (min-width: 900px) and (max-width: 1279.98px) {}',
    '@container day (min-width: 1040px) {}',
    '@media (min-width: 60em) {}',
    '@media (width >= 1000px) {}',
  ])('%s is refused', (text) => {
    expect(widths(`.a {}\n${text}`)).toEqual([expect.stringContaining('week-screen.module.css:2: ')]);
  });

  test('rows of details alone change at 500 px', () => {
    expect(widths('@media (min-width: 500px) {}', details)).toEqual([]);
    expect(widths('@media (min-width: 520px) {}', details)).toHaveLength(1);
  });

  test.each([
    ["const wide = '(min-width: 1536px)';", 0],
    ["const wide = '(min-width: 1440px)';", 1],
    ["// '(min-width: 1440px)'", 0],
    ['const isWide = window.innerWidth > 900;', 1],
    ['const middle = window.innerWidth / 2;', 0],
  ])('of scripts: %s', (text, faults) => {
    expect(widths(text, 'src/web/app/shell/use-side-menu.ts')).toHaveLength(faults);
  });
});

describe('journeys', () => {
  test('that ask for a window ask for one that is opened: any other would be left out everywhere', () => {
    const config = readFileSync(join(root, 'e2e/playwright.config.ts'), 'utf8');
    const opened = [...config.matchAll(/viewport: \{ width: (\d+)/g)].map(([, width]) => width);
    expect(opened).toHaveLength(2);
    const asked = readTree(root)
      .filter(({ path }) => path.endsWith('.spec.ts'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/viewport\?\.width [!=]== (\d+)/g)].map(([, width]) => ({ path, width })),
      );
    expect(asked.filter(({ width }) => !opened.includes(width))).toEqual([]);
  });
});
