import { childrenOf, type Node, parse, textOf } from './nodes.ts';
import { apply, type Change } from './site.ts';

const valued = [
  'BinaryExpression',
  'LogicalExpression',
  'UnaryExpression',
  'ConditionalExpression',
  'CallExpression',
  'ParenthesizedExpression',
  'TaggedTemplateExpression',
  'ChainExpression',
  'TemplateLiteral',
];
const plain = ['Identifier', 'MemberExpression'];
/** What changes something, or waits, is not done twice for a look. */
const acting = ['AwaitExpression', 'YieldExpression', 'AssignmentExpression', 'UpdateExpression'];
const actingCall = /^(push|pop|shift|unshift|splice|set|add|delete|next|abort|send)$/;
/** In commands, calls are made for what they do. */
const lookingCall = /^(max|min|some|every|filter|map|flatMap|includes)$/;

/** A change that is made while its number is the one switched on. */
export interface Switch extends Change {
  readonly id: number;
}

/** Stands behind every file with switches, for programs that run without the tests' own: nothing is changed there. */
const fallbacks = `
function isSwitched$(id: number): boolean { return globalThis.switchedOn === id; }
function tell$<T>(told: any, value?: T): any { return globalThis.tellValue ? globalThis.tellValue(told, value) : value; }
`;

/**
 * The text of rules with a switch for each of these changes. Where none is on, each expression is handed on together with
 * what it would be with its changes, as far as that can be looked at without doing something.
 */
export function instrument(path: string, text: string, switches: readonly Switch[]): string {
  const program = parse(path, text);
  if (!program) return text;
  const places = new Map<Node, Switch[]>();
  for (const one of switches) {
    const node = expressionAt(program, ofArgument(one, text));
    if (node) places.set(node, [...(places.get(node) ?? []), one]);
  }
  const write = (node: Node): string => {
    const below = writeBelow(node);
    const made = (places.get(node) ?? []).flatMap((one) => {
      const change = ofArgument(one, text);
      const within = { ...change, start: change.start - node.start, end: change.end - node.start };
      const changed = apply(text.slice(node.start, node.end), within);
      const isStatement = node.type === 'ExpressionStatement';
      return isStatement || parse(path, `(${changed})`) ? [{ ...one, change, changed }] : [];
    });
    if (made.length === 0) return below;
    if (node.type === 'ExpressionStatement') {
      const [{ id = 0 } = {}] = made;
      return `{ if (isSwitched$(${id})) {} else { tell$([[${id}]]); ${below} } }`;
    }
    const chosen = made.map(({ id, changed }) => `isSwitched$(${id}) ? (${changed}) : `).join('');
    const told = made.map(({ id, change, changed }) => {
      const isTried = !path.endsWith('data.ts') && isPure(node, path) && !isHandedOn(node, change);
      return `[${id}${isTried ? `, () => (${changed})` : ''}]`;
    });
    return `(${chosen}tell$([${told.join(', ')}], (${below})))`;
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
  return text.slice(0, program.start) + write(program) + text.slice(program.end) + fallbacks;
}

/** Of `...x`, `x` is changed. */
function ofArgument(change: Change, text: string): Change {
  return text.startsWith('...', change.start)
    ? { ...change, start: change.start + 3, replacement: change.replacement.slice(3) }
    : change;
}

/**
 * The smallest expression whose value a change changes: for a number, what it is compared with or added to, for a piece of
 * SQL its text.
 */
function expressionAt(program: Node, { start, end }: Change): Node | undefined {
  let found: Node | undefined;
  const look = (node: Node, chainEnd: number, above?: Node): void => {
    if (node.start > start || node.end < end) return;
    const isExact = node.start === start && node.end === end;
    const ending = node.type === 'ChainExpression' ? node.end : chainEnd;
    // What stands behind `?.` is skipped as a whole.
    const isPart =
      (node.type !== 'ChainExpression' && chainEnd > node.end) || above?.type === 'TaggedTemplateExpression';
    const isStatement = node.type === 'ExpressionStatement' && isExact;
    const isNamed = isExact && plain.includes(node.type);
    if (isStatement || (!isPart && (valued.includes(node.type) || isNamed))) found = node;
    // A number alone: what it makes of what follows is not seen, only that it is come to.
    if (isExact && node.type === 'Literal') found ??= node;
    if (!isExact && textOf(node) !== undefined) found = node;
    if (isStatement) return;
    const isOpening = /Function/.test(node.type);
    for (const child of childrenOf(node))
      if (!isName(child, node)) look(child, isOpening ? -1 : ending, node);
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
