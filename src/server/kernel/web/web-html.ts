import { createHash } from 'node:crypto';
import { firstStyles } from './web-styles.ts';

/** What a page's scripts are made of, as addresses. */
export interface StartParts {
  /** Fetched together with the entry, beside what the page names itself. */
  readonly more: readonly string[];
  /** Fetched by whoever comes back, too. */
  readonly member: readonly string[];
  /** What the entry builds on, in the order in which it is to run. */
  readonly first: readonly string[];
  /** The style sheets of given scripts; together they are the styles inside the page. */
  stylesOf(scripts: readonly string[]): readonly string[];
}

/** Remembered by a device that has the style sheets: then they are taken at once, and no font changes in sight. */
const sheetsKey = 'sheets';

interface Started {
  readonly entry: string;
  readonly preload: readonly string[];
  readonly first: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
}

/** For whoever comes back the parts of the scripts are fetched while the page is still read. */
function fetcher(parts: readonly string[]): string {
  return [
    "document.currentScript.remove();if('member'in document.documentElement.dataset)",
    `for(const h of ${JSON.stringify(parts)}){const l=document.createElement('link');`,
    "l.rel='modulepreload';l.href=h;document.head.append(l)}",
  ].join('');
}

/** Notes the last button that was pressed before the page's scripts could hear it (`takePress`). */
const noting = [
  "(()=>{document.currentScript.remove();let q;const c=['click','keydown','pointerdown'],p=e=>{const t=e.target,o=t.closest('button'),",
  "b=e.type==='click'?o?.type==='button'&&o:e.key?e.key==='Enter'&&t.tagName==='INPUT'&&",
  "t.form?.querySelector('[type=submit]:disabled'):o?.type==='submit'&&o.disabled&&o;",
  'if(b){delete q?.dataset.pressed;(q=b).dataset.pressed=b.textContent}};for(const n of c)addEventListener(n,p,true);',
  'window.takePress=()=>{for(const n of c)removeEventListener(n,p,true);return q}})();',
].join('');

/**
 * Starts the page's scripts when its first paint is on the glass: the page stands in the HTML and its links work
 * without them. A hidden tab draws no frames, so it starts after a moment; a touch or a key starts at once. `preload`
 * names the parts, so that they are fetched together and not one after the other; each of `first` runs in a task of
 * its own, so that the page answers in between. The page holds what of `styles` it shows; they come whole before the
 * scripts and are put to use together with the `fonts`, so that the page is laid out once and not for each. A button
 * pressed before the scripts hear it is marked and kept for them (`takePress`): links work without, buttons cannot. So is a
 * form's, which is deaf till then, when it is pressed or Enter is pressed in a field. For whoever comes back the scripts start at
 * once: what is painted first is the frame and grey rows, and all else waits for them.
 */
function starter({ entry, preload, first, styles, fonts }: Started): string {
  return [
    noting,
    "(()=>{const c='member'in document.documentElement.dataset;let d=0,f;const w=()=>new Promise(r=>setTimeout(r)),",
    `k=${JSON.stringify(styles.join())},`,
    "a=(h,o)=>new Promise(y=>{const l=document.createElement('link');Object.assign(l,o);",
    'l.onload=l.onerror=()=>y(l);l.href=h;document.head.append(l)}),',
    `s=async()=>{const n=${JSON.stringify(fonts)}.map(h=>a(h,{rel:'preload',as:'font',crossOrigin:''}));await w();`,
    `const m=${JSON.stringify(styles)}.map(h=>a(h,{rel:'stylesheet',media:'print'}));await Promise.all(n);`,
    "for(const l of await Promise.all(m))l.media='all';",
    `try{localStorage.${sheetsKey}=k}catch{}},`,
    'g=async()=>{if(d)return;d=1;let n=0;f??=s();',
    "c||await w();for(const l of document.querySelectorAll('link[data-rel]')){l.rel=l.dataset.rel;delete l.dataset.rel}",
    `if(!c)for(const h of ${JSON.stringify(preload)}){if(n++%5===0)await w();a(h,{rel:'modulepreload'})}await f;`,
    `try{for(const h of ${JSON.stringify(first)}){await import(h);await w()}}catch{}`,
    `import(${JSON.stringify(entry)})};`,
    `try{if(localStorage.${sheetsKey}===k)f=s()}catch{}`,
    "for(const e of['pointerdown','keydown'])addEventListener(e,g,{once:true,capture:true,passive:true});",
    'if(c)g();',
    "else if(document.visibilityState==='hidden')setTimeout(g,50);",
    "else try{new PerformanceObserver(l=>{if(l.getEntriesByName('first-contentful-paint')[0])setTimeout(g)})",
    ".observe({type:'paint',buffered:true})}catch{requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(g)))}",
    'setTimeout(g,2500)})()',
  ].join('');
}

const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
/** No part of the first paint, yet browsers fetch it before. */
const laterLink = /<link\b([^>]*?)\brel=("manifest")/g;
const inlineStyle = /(<style\b[^>]*>)([\s\S]*?)<\/style>/g;
const entryScript = /<script type="module"([^>]*?) src="([^"]+)"([^>]*)><\/script>/;

/**
 * Takes what would start at once out of a drawn page and puts the starter at its end, marked as ours by a nonce. The entry's
 * element stays, as data, because hydration looks for it.
 */
export function startAfterPaint(html: string, parts: StartParts, nonce: string): string {
  const preload: string[] = [];
  const quiet = html.replace(modulePreload, (_, href: string) => {
    preload.push(href);
    return '';
  });
  const entry = entryScript.exec(quiet);
  if (!entry?.[2]) return html;
  const [whole, before = '', source, after = ''] = entry;
  const all = [...new Set([...preload, ...parts.more])];
  const fonts = new Set<string>();
  const styled = quiet.replace(inlineStyle, (_, open: string, css: string) => {
    const needed = firstStyles(css, quiet);
    for (const font of needed.fonts) fonts.add(font);
    return `${open}${needed.css}</style>`;
  });
  const styles = parts.stylesOf([source, ...all]);
  const start = starter({
    entry: source,
    preload: all,
    first: parts.first,
    styles,
    fonts: [...fonts],
  });
  return styled
    .replace(laterLink, (_, before: string, after: string) => `<link${before}data-rel=${after}`)
    .replace(
      '</head>',
      () => `<script nonce="${nonce}">${fetcher([...all, ...parts.member])}</script></head>`,
    )
    .replace(whole, () => `<script type="text/plain"${before} src="${source}"${after}></script>`)
    .replace('</body>', () => `<script nonce="${nonce}">${start}</script></body>`);
}

/** Fetches further parts of a page whose scripts start at once, and notes what is pressed before they hear it. */
export function startFrame(html: string, files: readonly string[], nonce: string): string {
  const links = files.map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  return html.replace('</head>', () => `${links}<script nonce="${nonce}">${noting}</script></head>`);
}

const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
const dataType = /\btype="(?!text\/javascript|module)[^"]+"/;

export interface Hashed {
  /** Without the nonce. */
  readonly html: string;
  /** CSP sources of its inline scripts and styles. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * A page with a hash for each script and style inside it that we wrote: those with the nonce it was drawn with, which no text
 * can have known. What came into the page by a fault has none, and does not run.
 */
export function hashOwn(html: string, nonce: string): Hashed {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  const plain = html.replace(inlineElement, (whole, tag: string, attributes: string, content: string) => {
    const isScript = tag === 'script';
    const isOurs = attributes.includes(attribute);
    if (!isOurs || (isScript && (/\bsrc="/.test(attributes) || dataType.test(attributes)))) return whole;
    const own = withoutNonce(content, nonce);
    const hash = createHash('sha256').update(own).digest('base64');
    (isScript ? scripts : styles).add(`'sha256-${hash}'`);
    return `<${tag}${attributes.replace(attribute, '')}>${own}</${tag}>`;
  });
  return { html: withoutNonce(plain, nonce), scripts: [...scripts], styles: [...styles] };
}

/** The nonce of drawing is nobody's business: neither as an attribute nor where the router and our own start tell it. */
function withoutNonce(text: string, nonce: string): string {
  return text
    .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '')
    .replaceAll(`,"nonce":"${nonce}"`, '')
    .replaceAll(nonce, '');
}

/**
 * Nothing but the page's own: `scripts` and `styles` are the hashes or the nonce of what stands inside it. `more` is what
 * a single page needs of elsewhere, by directive.
 */
export function contentSecurityPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  isDevelopment = false,
  more: Readonly<Record<string, readonly string[]>> = {},
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    // Vite's client writes styles into the page while one develops.
    'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", ...styles],
    'img-src': ["'self'", 'data:'],
    'media-src': ["'self'"],
    // Of our own only the page around a video's player lets itself be framed.
    'frame-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': isDevelopment ? ["'self'", 'ws:', 'wss:'] : ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  for (const [name, sources] of Object.entries(more)) {
    directives[name] = [...(directives[name] ?? []), ...sources];
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
