import { expect, test } from 'vitest';
import { firstStyles } from './web-styles.ts';

const html = '<main class="page wide"><p class="note">Text</p></main>';

test.each([
  ['a class of the page', '.note{top:0}', '.note{top:0}'],
  ['a class that is not there', '.dialog{top:0}', ''],
  ['all classes of one selector', '.page .dialog{top:0}', ''],
  ['one selector of several', '.dialog,.note:hover{top:0}', '.dialog,.note:hover{top:0}'],
  ['a class that must be missing', '.note:not(.dialog){top:0}', '.note:not(.dialog){top:0}'],
  [
    'a class in brackets in brackets',
    '.page:has(:is(.dialog, .x)){top:0}',
    '.page:has(:is(.dialog, .x)){top:0}',
  ],
  ['elements and attributes', 'html[data-mode=dark]{top:0}', 'html[data-mode=dark]{top:0}'],
  ['a condition with nothing in it', '@media print{.dialog{top:0}}', ''],
  [
    'a condition inside a condition',
    '@media print{@supports (x:y){.note{top:0}}}',
    '@media print{@supports (x:y){.note{top:0}}}',
  ],
  [
    'a motion in use',
    '.note{animation:2s in}@keyframes in{to{top:0}}',
    '.note{animation:2s in}@keyframes in{to{top:0}}',
  ],
  ['a motion of what is not there', '.dialog{animation:in 2s}@keyframes in{to{top:0}}', ''],
  [
    'a face of the device',
    '@font-face{font-family:F;src:local("A")}',
    '@font-face{font-family:F;src:local("A")}',
  ],
])('%s', (_, css, kept) => {
  expect(firstStyles(css, html).css).toBe(kept);
});

test('a face that is fetched is left out and named', () => {
  const css = '@font-face{font-family:F;src:url("/assets/f.woff2") format("woff2")}p{top:0}';
  expect(firstStyles(css, html)).toEqual({ css: 'p{top:0}', fonts: ['/assets/f.woff2'] });
});

test('what was left out of one page is there for another', () => {
  const css = '.dialog{top:0}';
  expect(firstStyles(css, html).css).toBe('');
  expect(firstStyles(css, '<div class="dialog">').css).toBe(css);
});
