import { changesOfCode } from './code.ts';
import { childrenOf, type Node, parse } from './nodes.ts';
import { apply, type Change } from './site.ts';

/** How often an expression was come to that a change changes, and whether one of its values would have been another. */
export interface Seen {
  tries: number;
  isTold: boolean;
}

/** Where rules are written; what makes demo data and tests decides nothing for a member. */
const rules = /^src\/(?:shared|server\/(?!demo\/|testing\/)).*\/(?:domain|commands)\.ts$/;
const valued = [
  'BinaryExpression',
  'LogicalExpression',
  'UnaryExpression',
  'ConditionalExpression',
  'CallExpression',
  'ParenthesizedExpression',
];
const plain = ['Identifier', 'MemberExpression'];
/** What changes something, or waits, is not done twice for a look. */
const acting = ['AwaitExpression', 'YieldExpression', 'AssignmentExpression', 'UpdateExpression'];
const actingCall = /^(push|pop|shift|unshift|splice|set|add|delete|next|abort|send)$/;
/** In commands, calls are made for what they do. */
const lookingCall = /^(max|min|some|every|filter|map|flatMap|includes)$/;

/** Whether a file, from the repository's root, holds rules. */
export function isOfRules(path: string): boolean {
  return rules.test(path);
}

/** What a change is known by. */
export function keyOf(path: string, { start, end, replacement }: Change): string {
  return JSON.stringify([path, start, end, replacement]);
}

/** The changes of a file of rules, by the expressions whose value they change; what stands in none is not among them. */
export function placesOf(program: Node, text: string): ReadonlyMap<Node, readonly Change[]> {
  const places = new Map<Node, Change[]>();
  for (const change of changesOfCode(program, text).map((one) => ofArgument(one, text))) {
    const node = expressionAt(program, change);
    if (node) places.set(node, [...(places.get(node) ?? []), change]);
  }
  return places;
}

/** The text of rules with each expression that may be changed handed on together with what it would be then. */
export function instrument(path: string, text: string): string {
  const program = parse(path, text);
  if (!program) return text;
  const places = placesOf(program, text);
  const write = (node: Node): string => {
    const changes = places.get(node);
    if (!changes) return writeBelow(node);
    const told = changes.map((change) => {
      const within = { ...change, start: change.start - node.start, end: change.end - node.start };
      const changed = apply(text.slice(node.start, node.end), within);
      const isTried = isPure(node, path) && !isHandedOn(node, change) && parse(path, `(${changed})`);
      return `[${JSON.stringify(keyOf(path, change))}${isTried ? `, () => (${changed})` : ''}]`;
    });
    const all = `(globalThis.tellValue ?? ((_, value) => value))([${told.join(', ')}]`;
    return node.type === 'ExpressionStatement'
      ? `{ ${all}); ${writeBelow(node)} }`
      : `${all}, (${writeBelow(node)}))`;
  };
  const writeBelow = (node: Node): string => {
    let written = '';
    let at = node.start;
    for (const child of childrenOf(node).toSorted((a, b) => a.start - b.start)) {
      if (child.start < at) continue;
      const isLoop = /^(For|While|DoWhile)/.test(node.type) && child === node.body;
      const below = write(child);
      written += text.slice(at, child.start) + (isLoop ? `{ globalThis.tellStep?.(); ${below} }` : below);
      at = child.end;
    }
    return written + text.slice(at, node.end);
  };
  return text.slice(0, program.start) + write(program) + text.slice(program.end);
}

/** Of `...x`, `x` is changed. */
function ofArgument(change: Change, text: string): Change {
  return text.startsWith('...', change.start)
    ? { ...change, start: change.start + 3, replacement: change.replacement.slice(3) }
    : change;
}

/** The smallest expression whose value a change changes: for a number, what it is compared with or added to. */
function expressionAt(program: Node, { start, end }: Change): Node | undefined {
  let found: Node | undefined;
  const look = (node: Node, chainEnd: number): void => {
    if (node.start > start || node.end < end) return;
    const isExact = node.start === start && node.end === end;
    const ending = node.type === 'ChainExpression' ? node.end : chainEnd;
    // What stands behind `?.` is skipped as a whole.
    const isPart = node.type !== 'ChainExpression' && chainEnd > node.end;
    const isStatement = node.type === 'ExpressionStatement' && isExact;
    const isNamed = isExact && plain.includes(node.type);
    if (isStatement || (!isPart && (valued.includes(node.type) || isNamed))) found = node;
    // A number alone: what it makes of what follows is not seen, only that it is come to.
    if (isExact && node.type === 'Literal') found ??= node;
    if (isStatement) return;
    const isOpening = /Function/.test(node.type);
    for (const child of childrenOf(node)) if (!isName(child, node)) look(child, isOpening ? -1 : ending);
  };
  look(program, -1);
  return found;
}

function isName(child: Node, { key, property, computed }: Node): boolean {
  return !computed && (child === key || child === property);
}

/** A number handed to a call: what would follow from another is not tried, for it may never end. */
function isHandedOn(node: Node, { start }: Change): boolean {
  if (node.type !== 'CallExpression') return false;
  return start > (node.callee as Node).end;
}

function isPure(node: Node, path: string): boolean {
  if (node.type === 'ExpressionStatement' || acting.includes(node.type)) return false;
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    const name = String(((callee.property as Node | undefined) ?? callee).name);
    if (actingCall.test(name)) return false;
    if (path.endsWith('commands.ts') && !lookingCall.test(name)) return false;
  }
  return childrenOf(node).every((child) => isPure(child, path));
}
