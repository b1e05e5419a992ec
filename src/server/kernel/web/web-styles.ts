import { type ChildNode, type Container, parse, type Rule } from 'postcss';

/** The classes that must all be there for a selector to find anything; what stands in brackets may or may not. */
function classesOf(selector: string): string[] {
  let plain = selector;
  // From the innermost outwards.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  return [...plain.matchAll(/\.([\w-]+)/g)].map(([, name]) => name ?? '');
}

type IsUsed = (name: string) => boolean;

function keepRule(rule: Rule, isUsed: IsUsed): boolean {
  return rule.selectors.some((selector) => classesOf(selector).every(isUsed));
}

function keepUsed(container: Container<ChildNode>, isUsed: IsUsed): void {
  container.each((node) => {
    if (node.type === 'rule' && !keepRule(node, isUsed)) node.remove();
    if (node.type !== 'atrule' || !node.nodes) return;
    if (node.name === 'keyframes' || node.name === 'font-face') return;
    keepUsed(node as Container<ChildNode>, isUsed);
    if (node.nodes.length === 0) node.remove();
  });
}

/** A face that must be fetched waits: the page is read in the one the device has, cut to the same measure. */
function takeFetchedFaces(sheet: Container<ChildNode>): string[] {
  const fonts: string[] = [];
  sheet.walkAtRules('font-face', (face) => {
    const address = /url\(["']?([^"')]+)/.exec(face.toString())?.[1];
    if (address === undefined) return;
    fonts.push(address);
    face.remove();
  });
  return fonts;
}

function dropUnusedMotions(sheet: Container<ChildNode>): void {
  const used = new Set<string>();
  sheet.walkDecls(/^animation/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) used.add(word);
  });
  sheet.walkAtRules('keyframes', (rule) => {
    if (!used.has(rule.params)) rule.remove();
  });
}

const known = new Map<string, ReturnType<typeof parse>>();
/** A build has a handful of sheets: one for each kind of page. */
const mostKnown = 32;

function parsed(css: string): ReturnType<typeof parse> {
  const root = known.get(css) ?? parse(css);
  if (known.size >= mostKnown) known.clear();
  known.set(css, root);
  return root.clone() as ReturnType<typeof parse>;
}

/**
 * What of a style sheet a drawn page shows; the rest is for what opens later. `fonts` are the addresses of the faces
 * left out: they come after the first paint.
 */
export function firstStyles(
  css: string,
  html: string,
): { readonly css: string; readonly fonts: readonly string[] } {
  const used = new Set<string>();
  for (const [, names = ''] of html.matchAll(/\bclass="([^"]*)"/g)) {
    for (const name of names.split(/\s+/)) used.add(name);
  }
  const sheet = parsed(css);
  const fonts = takeFetchedFaces(sheet);
  keepUsed(sheet, (name) => used.has(name));
  dropUnusedMotions(sheet);
  return { css: sheet.toString(), fonts };
}
