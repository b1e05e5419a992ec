import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, inlineHashes, preloadModules, startAfterPaint } from './web-html.ts';

const page = [
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>',
  '<style>p{color:red}</style></head><body><p>Day</p>',
  '<script id="c" type="application/json">{"a":1}</script><script>run($)</script>',
  '<script type="module" async="" src="/assets/_-$1.js"></script></body></html>',
].join('');

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const parts = (more: string[] = []) => ({
  more,
  first: ['/assets/react.js', '/assets/router.js'],
  stylesOf: (scripts: readonly string[]) =>
    scripts.includes('/assets/a.js') ? ['/assets/a.css'] : ['/assets/none.css'],
});

test('scripts wait for the first paint, and hydration still finds the entry', () => {
  const html = startAfterPaint(page, parts(['/assets/et.js']));
  expect(html).not.toContain('rel="modulepreload" href');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<script type="text/plain" async="" src="/assets/_-$1.js"></script>');
  expect(html).toContain('["/assets/a.js","/assets/et.js"]');
  expect(html).toContain('import("/assets/_-$1.js")');
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
});

test('what the entry builds on runs part by part before it, and its style sheets count as present', () => {
  const html = startAfterPaint(page, parts());
  expect(html.indexOf('["/assets/react.js","/assets/router.js"]')).toBeGreaterThan(0);
  expect(html.indexOf('import("/assets/_-$1.js")')).toBeGreaterThan(html.indexOf('"/assets/router.js"'));
  expect(html).toContain(`for(const h of ["/assets/a.css"])a('stylesheet',h,1)`);
});

test('a page without an entry stays as it is', () => {
  expect(startAfterPaint('<html><body></body></html>', parts())).toBe('<html><body></body></html>');
});

test('what runs or paints inside the page has its hash, data has none', () => {
  const { scripts, styles } = inlineHashes(page);
  expect(scripts).toEqual([hashOf('run($)')]);
  expect(styles).toEqual([hashOf('p{color:red}')]);
});

test('the starter is covered by its hash', () => {
  const html = startAfterPaint(page, parts());
  const starter = /<script>(\(\(\)=>.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(inlineHashes(html).scripts).toContain(hashOf(starter));
});

test('the policy names every source and nothing unsafe', () => {
  const policy = contentSecurityPolicy(["'sha256-x'"], ["'sha256-y'"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'sha256-x'");
  expect(policy).toContain("style-src 'self' 'sha256-y'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('further parts are fetched with the head', () => {
  expect(preloadModules('<head></head>', ['/assets/et.js'])).toBe(
    '<head><link rel="modulepreload" href="/assets/et.js"></head>',
  );
});
