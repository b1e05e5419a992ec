import { expect, test } from 'vitest';
import { root } from '../lib/run.ts';
import { toLine } from './report.ts';
import { findStyleArithmeticFaults } from './style-arithmetic.ts';
import { readTree } from './tree.ts';

const path = 'src/web/app/shell/frame.module.css';
const faults = (text: string, where = path) => findStyleArithmeticFaults([{ path: where, text }]).map(toLine);

test('no style sheet reckons with what the engines compute otherwise', () => {
  const files = readTree(root);
  expect(files.filter(({ path: file }) => file.endsWith('.css')).length).toBeGreaterThan(50);
  expect(findStyleArithmeticFaults(files).map(toLine)).toEqual([]);
});

test.each([
  ['.a { --fit: tan(atan2(100vw, 4rem)); }', ['tan', 'atan2']],
  ['.a { width: round(up, 3.2px, 1px); }', ['round']],
  ['@supports (width: calc(1px * sign(-1rem))) { .a { top: 0 } }', ['sign']],
  ['.a { width: mod(18px, 5px); height: rem(18px, 5px); }', ['mod', 'rem']],
])('%s is refused', (text, names) => {
  expect(faults(text)).toEqual(
    names.map((name) => expect.stringContaining(`${name}() is not computed alike`)),
  );
});

test.each([
  '.a { width: max(4rem, min(33%, (20rem - 100%) * 999)); }',
  '.a { padding: calc(2 * var(--gap)) clamp(1px, 2vw, 3px); margin: 4rem; }',
  '/* tan(atan2(100vw, 4rem)) */ .a { transform: rotate(20deg) translate(1px); color: oklch(from red l c h); }',
])('%s is let be', (text) => {
  expect(faults(text)).toEqual([]);
});

test('other files may say what they like', () => {
  expect(faults('Math.round(1)', 'src/web/ui/places.tsx')).toEqual([]);
});
