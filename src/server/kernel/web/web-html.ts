import { createHash } from 'node:crypto';

/** What a page's scripts are made of, as addresses. */
export interface StartParts {
  /** Fetched together with the entry, beside what the page names itself. */
  readonly more: readonly string[];
  /** What the entry builds on, in the order in which it is to run. */
  readonly first: readonly string[];
  /** The style sheets of given scripts, all of which stand inside the page already. */
  stylesOf(scripts: readonly string[]): readonly string[];
}

/**
 * Starts the page's scripts when its first paint is on the glass: the page stands in the HTML and its links work
 * without them. A hidden tab draws no frames, so it starts after a moment; a touch or a key starts at once. `preload` names the
 * parts, so that they are fetched together and not one after the other; each of `first` runs in a task of its own,
 * so that the page answers in between. `styles` are marked as present: the parts would fetch them again.
 */
function starter(
  entry: string,
  preload: readonly string[],
  first: readonly string[],
  styles: readonly string[],
): string {
  return [
    '(()=>{document.currentScript.remove();let d=0;const w=()=>new Promise(r=>setTimeout(r)),',
    "a=(r,h,o)=>{const l=document.createElement('link');l.rel=r;if(o)l.setAttribute('disabled','');",
    'l.href=h;document.head.append(l)},g=async()=>{if(d)return;d=1;let n=0;',
    `for(const h of ${JSON.stringify(styles)})a('stylesheet',h,1);`,
    `for(const h of ${JSON.stringify(preload)}){a('modulepreload',h);if(++n%5===0)await w()}`,
    `try{for(const h of ${JSON.stringify(first)}){await import(h);await w()}}catch{}`,
    `import(${JSON.stringify(entry)})};`,
    "for(const e of['pointerdown','keydown'])addEventListener(e,g,{once:true,capture:true,passive:true});",
    "if(document.visibilityState==='hidden')setTimeout(g,50);",
    "else try{new PerformanceObserver(l=>{if(l.getEntriesByName('first-contentful-paint')[0])setTimeout(g)})",
    ".observe({type:'paint',buffered:true})}catch{requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(g)))}",
    'setTimeout(g,2500)})()',
  ].join('');
}

const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const entryScript = /<script type="module"([^>]*?) src="([^"]+)"([^>]*)><\/script>/;

/**
 * Takes what would start at once out of a drawn page and puts the starter at its end. The entry's element stays,
 * as data, because hydration looks for it.
 */
export function startAfterPaint(html: string, parts: StartParts): string {
  const preload: string[] = [];
  const quiet = html.replace(modulePreload, (_, href: string) => {
    preload.push(href);
    return '';
  });
  const entry = entryScript.exec(quiet);
  if (!entry?.[2]) return html;
  const [whole, before = '', source, after = ''] = entry;
  const all = [...new Set([...preload, ...parts.more])];
  const start = starter(source, all, parts.first, parts.stylesOf([source, ...all]));
  return quiet
    .replace(whole, () => `<script type="text/plain"${before} src="${source}"${after}></script>`)
    .replace('</body>', () => `<script>${start}</script></body>`);
}

/** Fetches further parts of a page whose scripts start at once. */
export function preloadModules(html: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}

const inlineElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
const dataType = /\btype="(?!text\/javascript|module)[^"]+"/;

/** CSP sources of what stands inside the page: one hash for each script and style. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, tag, attributes = '', content = ''] of html.matchAll(inlineElement)) {
    const isScript = tag === 'script';
    if (isScript && (/\bsrc="/.test(attributes) || dataType.test(attributes))) continue;
    const hash = createHash('sha256').update(content).digest('base64');
    (isScript ? scripts : styles).add(`'sha256-${hash}'`);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

/** Nothing but the page's own: `scripts` and `styles` are the hashes or the nonce of what stands inside it. */
export function contentSecurityPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  isDevelopment = false,
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts],
    // Vite's client writes styles into the page while one develops.
    'style-src': isDevelopment ? ["'self'", "'unsafe-inline'"] : ["'self'", ...styles],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': isDevelopment ? ["'self'", 'ws:', 'wss:'] : ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
