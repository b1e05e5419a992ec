import { createHash } from 'node:crypto';

/**
 * Starts the page's scripts after its first paint: the page stands in the HTML and its links work without them.
 * A hidden tab draws no frames, so it starts after a moment; a touch or a key starts at once. `preload` names the
 * parts, so that they are fetched together and not one after the other.
 */
function starter(entry: string, preload: readonly string[]): string {
  return [
    '(()=>{document.currentScript.remove();let d=0;',
    `const p=${JSON.stringify(preload)},g=()=>{if(d)return;d=1;`,
    "for(const h of p){const l=document.createElement('link');l.rel='modulepreload';l.href=h;document.head.append(l)}",
    `import(${JSON.stringify(entry)})};`,
    "for(const e of['pointerdown','keydown'])addEventListener(e,g,{once:true,capture:true,passive:true});",
    "if(document.visibilityState==='hidden')setTimeout(g,50);",
    'else requestAnimationFrame(()=>requestAnimationFrame(()=>setTimeout(g)));',
    'setTimeout(g,2500)})()',
  ].join('');
}

const modulePreload = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const entryScript = /<script type="module"([^>]*?) src="([^"]+)"([^>]*)><\/script>/;

/**
 * Takes what would start at once out of a drawn page and puts the starter at its end. The entry's element stays,
 * as data, because hydration looks for it. `more` are further parts to fetch with the entry.
 */
export function startAfterPaint(html: string, more: readonly string[]): string {
  const preload: string[] = [];
  const quiet = html.replace(modulePreload, (_, href: string) => {
    preload.push(href);
    return '';
  });
  const entry = entryScript.exec(quiet);
  if (!entry?.[2]) return html;
  const [whole, before = '', source, after = ''] = entry;
  return quiet
    .replace(whole, () => `<script type="text/plain"${before} src="${source}"${after}></script>`)
    .replace(
      '</body>',
      () => `<script>${starter(source, [...new Set([...preload, ...more])])}</script></body>`,
    );
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
