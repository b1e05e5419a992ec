import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, hashOwn, startAfterPaint, startFrame } from './web-html.ts';

const nonce = 'AbCd-1234_efgh';
const page = [
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/assets/a.css"/>',
  `<style nonce="${nonce}">p{color:red}.a{top:0}@font-face{font-family:F;src:url("/f.woff2")}</style><link rel="manifest" href="/m"/></head><body><p>Day</p>`,
  `<script id="c" type="application/json" nonce="${nonce}">{"a":1,"nonce":"${nonce}"}</script>`,
  `<script nonce="${nonce}">run($)</script>`,
  '<script type="module" async="" src="/assets/_-$1.js"></script></body></html>',
].join('');

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const parts = (more: string[] = []) => ({
  more,
  member: [],
  first: ['/assets/react.js', '/assets/router.js'],
  stylesOf: (scripts: readonly string[]) =>
    scripts.includes('/assets/a.js') ? ['/assets/a.css'] : ['/assets/none.css'],
});

test('scripts wait for the first paint, and hydration still finds the entry', () => {
  const html = startAfterPaint(page, parts(['/assets/et.js']), nonce);
  expect(html).not.toContain('rel="modulepreload" href');
  expect(html).not.toContain('type="module"');
  expect(html).toContain('<script type="text/plain" async="" src="/assets/_-$1.js"></script>');
  expect(html).toContain('["/assets/a.js","/assets/et.js"]');
  expect(html).toContain('import("/assets/_-$1.js")');
  expect(html).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
});

test('what the entry builds on runs part by part before it', () => {
  const html = startAfterPaint(page, parts(), nonce);
  expect(html.indexOf('["/assets/react.js","/assets/router.js"]')).toBeGreaterThan(0);
  expect(html.indexOf('import("/assets/_-$1.js")')).toBeGreaterThan(html.indexOf('"/assets/router.js"'));
});

test('the page holds the styles that it shows; sheets, fonts and manifest come after the paint', () => {
  const html = startAfterPaint(page, parts(), nonce);
  expect(html).toContain(`<style nonce="${nonce}">p{color:red}</style>`);
  expect(html).toContain(`["/assets/a.css"].map(h=>a(h,{rel:'stylesheet',media:'print'}))`);
  expect(html).toContain(`["/f.woff2"].map(h=>a(h,{rel:'preload',as:'font'`);
  expect(html).toContain('<link data-rel="manifest" href="/m"/>');
});

test('a page without an entry stays as it is', () => {
  expect(startAfterPaint('<html><body></body></html>', parts(), nonce)).toBe('<html><body></body></html>');
});

test('what runs or paints inside the page has its hash, data has none, and the nonce is gone', () => {
  const { html, scripts, styles } = hashOwn(page, nonce);
  expect(scripts).toEqual([hashOf('run($)')]);
  expect(styles).toEqual([hashOf('p{color:red}.a{top:0}@font-face{font-family:F;src:url("/f.woff2")}')]);
  expect(html).toContain('<script id="c" type="application/json">{"a":1}</script><script>run($)</script>');
  expect(html).not.toContain('nonce');
});

test.each([
  '<script>alert(1)</script>',
  '<script nonce="">alert(1)</script>',
  '<script nonce="AbCd-1234_efgh2">alert(1)</script>',
  `<script id=" nonce=">alert(1)</script>`,
  '<style>body{display:none}</style>',
])('what came into the page by a fault is not certified: %s', (injected) => {
  const own = hashOwn(page, nonce);
  const { html, scripts, styles } = hashOwn(page.replace('Day', injected), nonce);
  expect([scripts, styles]).toEqual([own.scripts, own.styles]);
  expect(html).toContain(injected.replace(nonce, ''));
});

test('the starter is covered by its hash', () => {
  const { html, scripts } = hashOwn(startAfterPaint(page, parts(), nonce), nonce);
  const starter = /<script>(\(\(\)=>.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(scripts).toContain(hashOf(starter));
});

test('the policy names every source and nothing unsafe', () => {
  const policy = contentSecurityPolicy(["'sha256-x'"], ["'sha256-y'"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'sha256-x'");
  expect(policy).toContain("style-src 'self' 'sha256-y'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
});

test('a frame fetches its further parts at once and notes what is pressed meanwhile', () => {
  const html = startFrame('<head></head>', ['/assets/et.js'], nonce);
  expect(html).toContain('<link rel="modulepreload" href="/assets/et.js">');
  expect(html).toMatch(new RegExp(`<script nonce="${nonce}">.*window\\.takePress=.*</script></head>$`));
});

test('for whoever comes back the scripts wait for no paint', () => {
  const html = startAfterPaint(page, { ...parts(), member: ['/assets/menu.js'] }, nonce);
  expect(html).toContain('if(c)g();');
  const head = html.slice(0, html.indexOf('</head>'));
  expect(head).toContain(`<script nonce="${nonce}">document.currentScript.remove();if('member'in`);
  expect(head).toContain('["/assets/a.js","/assets/menu.js"]');
});

test('a page may need a little of elsewhere, and only by the directives it names', () => {
  const plain = contentSecurityPolicy(["'sha256-x'"], []);
  const more = contentSecurityPolicy(["'sha256-x'"], [], false, {
    'script-src': ['https://js.example'],
    'frame-src': ['https://js.example', 'https://pay.example'],
  });
  expect(more).toContain("script-src 'self' 'sha256-x' https://js.example;");
  expect(more).toContain("frame-src 'self' https://js.example https://pay.example");
  expect(more).toContain("connect-src 'self';");
  expect(plain).toContain("frame-src 'self';");
});
