import { expect, test } from 'vitest';
import { contrastRatio } from '#shared/kernel/colours.ts';
import { writePage } from './layout.ts';

const tenant = {
  name: 'Jūras & "Vējš" <spa>',
  theme: { light: '#E6A23C', dark: '#E6A23C', defaultColorScheme: 'dark' },
};
const page = (text: string, subject = 'Subject') =>
  writePage({ tenant, origin: 'https://spa.lv' }, { subject, text });

test('what people bring is text, wherever it stands', () => {
  const bad = '<img src=x onerror=alert(1)> "quoted" & \'so\' <script>';
  const html = page(`Hello ${bad}\n\nSee it: https://spa.lv/a?b="><script>alert(1)</script>`, bad);
  expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>/);
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62; &#34;quoted&#34; &#38; &#39;so&#39;');
  expect(html).toContain('Jūras &#38; &#34;Vējš&#34; &#60;spa&#62;');
  // No address leads anywhere but over the web.
  expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => /^https?:\/\//.test(href ?? ''))).toBe(
    true,
  );
  expect(page('Press: javascript:alert(1)')).not.toContain('href="javascript');
});

test('words before an address are a button, an address within words is a link, and each line stays one', () => {
  const html = page(
    'Hello Mari,\n\n18:00\nHall A\n\nSee the training: https://spa.lv/t?id=1&x=2\n\nMore at https://spa.lv/more. Bye',
  );
  expect(html).toMatch(
    /<a class="button" href="https:\/\/spa\.lv\/t\?id=1&#38;x=2"[^>]*>See the training<\/a>/,
  );
  expect(html).toContain('18:00<br>Hall A');
  expect(html).toMatch(
    /More at <a class="link" href="https:\/\/spa\.lv\/more"[^>]*>https:\/\/spa\.lv\/more<\/a>\. Bye/,
  );
});

test('it is read in the light and in the dark, in the centre’s colours', () => {
  const html = page('Hello\n\nSee it: https://spa.lv/');
  const dark = html.slice(html.indexOf('prefers-color-scheme:dark'), html.indexOf('</style>'));
  const light = html.slice(html.indexOf('<body'));
  const pairs = (part: string) =>
    [...part.matchAll(/background-color:(#\w{6})(?:!important)?;color:(#\w{6})/g)].map(
      ([, ground = '', ink = '']) => contrastRatio(ground, ink),
    );
  for (const ratios of [pairs(light), pairs(dark)]) {
    expect(ratios.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(5);
  }
});

test('the subject is the heading, without whose it is', () => {
  expect(page('Hello', `${tenant.name}: Changed: Yoga`)).toMatch(/<h1 [^>]*>Changed: Yoga<\/h1>/);
});

test('with pictures off the centre’s name stands there', () => {
  expect(page('Hello')).toMatch(/<img [^>]*alt=""[^>]*>Jūras/);
});
