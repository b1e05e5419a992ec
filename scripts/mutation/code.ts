import { calledName, childrenOf, type Node, textOf, walk } from './nodes.ts';
import type { Change } from './site.ts';

const turned: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};
const opposite: ReadonlyMap<string, string> = new Map([
  ['max', 'min'],
  ['min', 'max'],
  ['some', 'every'],
  ['every', 'some'],
]);
const early = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];

/** What may be changed in code that decides: operators, conditions, constants, filters, and calls left out. */
export function changesOfCode(program: Node, text: string): Change[] {
  const changes: Change[] = [];
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration' || isTold(node, text)) return false;
    changes.push(...(rules[node.type]?.(node, text) ?? []));
    // A number behind `??` is mostly there for the compiler, which cannot see that something is always there.
    const { right, left, operator } = node as { readonly right?: Node; readonly left?: Node } & Node;
    if (operator === '??' && left && right && /^(cents\()?\d+\)?$/.test(text.slice(right.start, right.end))) {
      changes.push(...changesOfCode(left, text));
      return false;
    }
    // Of what a comparison of two things for sorting gives, only the sign counts.
    if (node.type === 'ConditionalExpression' && isOfSigns(node, text)) {
      changes.push(...changesOfCode(node.test as Node, text));
      return false;
    }
    return true;
  });
  return changes;
}

function isOfSigns({ consequent, alternate }: Node, text: string): boolean {
  const sides = [consequent as Node, alternate as Node].map(({ start, end }) => text.slice(start, end));
  return sides.every((side) => side === '1' || side === '-1');
}

/** What goes to the log is nobody's rule. */
function isTold(node: Node, text: string): boolean {
  if (node.type !== 'CallExpression') return false;
  const { start, end } = node.callee as Node;
  return /\b(logger|log)\.\w+$/.test(text.slice(start, end));
}

const rules: Readonly<Record<string, (node: Node, text: string) => Change[]>> = {
  BinaryExpression: turnOperator,
  LogicalExpression: turnOperator,
  UnaryExpression: (node) =>
    node.operator === '!' ? [{ start: node.start, end: (node.argument as Node).start, replacement: '' }] : [],
  Literal: changeConstant,
  IfStatement: decideIf,
  ConditionalExpression: (node, text) => negate(node.test as Node, text),
  SpreadElement: dropSpread,
  CallExpression: changeCall,
  ExpressionStatement: dropStatement,
};

function turnOperator(node: Node, text: string): Change[] {
  const left = node.left as Node;
  const right = node.right as Node;
  const operator = String(node.operator);
  const replacement = turned[operator];
  if (replacement === undefined || (operator === '+' && isOfTexts(node))) return [];
  const at = text.indexOf(operator, left.end);
  if (at < 0 || at >= right.start) return [];
  return [{ start: at, end: at + operator.length, replacement }];
}

/** Whether a sum joins texts. */
function isOfTexts({ left, right }: Node): boolean {
  return [left as Node, right as Node].some(
    (side) =>
      textOf(side) !== undefined ||
      side.type === 'TemplateLiteral' ||
      (side.type === 'BinaryExpression' && isOfTexts(side)),
  );
}

function changeConstant(node: Node): Change[] {
  const { start, end, value } = node;
  if (typeof value === 'number') return [{ start, end, replacement: String(value + 1) }];
  if (typeof value === 'boolean') return [{ start, end, replacement: String(!value) }];
  return [];
}

function decideIf(node: Node): Change[] {
  const { start, end } = node.test as Node;
  const decided = { start, end, replacement: 'false' };
  return isEarly(node.consequent as Node) ? [decided, { ...decided, replacement: 'true' }] : [decided];
}

function isEarly(node: Node): boolean {
  const [first] = node.type === 'BlockStatement' ? (node.body as Node[]) : [node];
  return first !== undefined && early.includes(first.type);
}

function negate({ start, end }: Node, text: string): Change[] {
  return [{ start, end, replacement: `!(${text.slice(start, end)})` }];
}

/** `...(isPaid ? [line] : [])` is left out. */
function dropSpread(node: Node, text: string): Change[] {
  const argument = inner(node.argument as Node);
  if (argument.type !== 'ConditionalExpression' && argument.type !== 'LogicalExpression') return [];
  const isList = childrenOf(argument).some((side) => inner(side).type === 'ArrayExpression');
  const { start, end } = argument;
  const before = text.slice(node.start, start);
  return [{ start: node.start, end, replacement: `${before}${isList ? '[]' : '{}'}` }];
}

function inner(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? inner(node.expression as Node) : node;
}

function changeCall(node: Node): Change[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression') return [];
  const name = calledName(node) ?? '';
  const { start, end } = callee.property as Node;
  const other = opposite.get(name);
  // The bounds of a contract's texts and numbers are called like these two.
  const isBound = /^(max|min)$/.test(name) && (callee.object as Node).name !== 'Math';
  if (other !== undefined && !isBound) return [{ start, end, replacement: other }];
  return name === 'filter' ? [{ start: (callee.object as Node).end, end: node.end, replacement: '' }] : [];
}

/** A call whose answer nobody takes: what it does, or what it refuses, is left out. */
function dropStatement(node: Node, text: string): Change[] {
  const expression = node.expression as Node;
  const called = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression;
  return called.type === 'CallExpression' && !isTold(called, text)
    ? [{ start: node.start, end: node.end, replacement: 'void 0;' }]
    : [];
}

const lower: Readonly<Record<string, string>> = { admin: 'trainer', trainer: 'client', client: 'visitor' };

/** The constants of a file that are texts, by name. */
function constantTexts(program: Node): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  walk(program, (node) => {
    const text = node.type === 'VariableDeclarator' ? textOf(node.init as Node | undefined) : undefined;
    if (text !== undefined) texts.set(String((node.id as Node).name), text);
    return true;
  });
  return texts;
}

/** A text as it is once its constants are put in. */
function spelt(node: Node | undefined, texts: ReadonlyMap<string, string>): string | undefined {
  if (node?.type === 'Identifier') return texts.get(String(node.name));
  if (node?.type !== 'TemplateLiteral') return textOf(node);
  const between = (node.expressions as Node[]).map((part) => texts.get(String(part.name)) ?? '');
  return (node.quasis as Node[])
    .map((part, index) => `${(part.value as { cooked: string }).cooked}${between[index] ?? ''}`)
    .join('');
}

/** The roles of a contract's endpoints, each with the next lower one in its place. */
export function changesOfRoles(program: Node): (Change & { endpoint: string | undefined })[] {
  const changes: (Change & { endpoint: string | undefined })[] = [];
  const texts = constantTexts(program);
  walk(program, (node) => {
    if (node.type !== 'ObjectExpression') return true;
    const properties = new Map(
      (node.properties as Node[]).map(({ key, value }) => [(key as Node | undefined)?.name, value as Node]),
    );
    const role = properties.get('role');
    const replacement = lower[textOf(role) ?? ''];
    const path = spelt(properties.get('path'), texts);
    const endpoint = path && `${textOf(properties.get('method'))} ${path}`;
    if (role && replacement)
      changes.push({ start: role.start, end: role.end, replacement: `'${replacement}'`, endpoint });
    return true;
  });
  return changes;
}
