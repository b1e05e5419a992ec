import { parseSync } from 'vite';

/** What every part of a parsed program has. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** The syntax tree of a TypeScript file; undefined where it does not hold. */
export function parse(path: string, text: string): Node | undefined {
  const { program, errors } = parseSync(path, text);
  return errors.length > 0 ? undefined : (program as unknown as Node);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** What stands directly below a node, types left out: they change nothing that runs. */
export function childrenOf(node: Node): Node[] {
  return Object.entries(node)
    .filter(([name]) => name !== 'typeAnnotation' && name !== 'returnType' && name !== 'typeArguments')
    .flatMap(([, part]) => part)
    .filter(isNode)
    .filter(({ type }) => !/^TS(Type|Interface|.*Keyword$)/.test(type));
}

/** The name a call is made by: `where` of `query.where(…)`, `sql` of `sql(…)`. */
export function calledName(call: Node): string | undefined {
  const callee = call.callee as Node;
  const named = callee.type === 'MemberExpression' ? (callee.property as Node) : callee;
  return typeof named.name === 'string' ? named.name : undefined;
}

/** The text of a literal; undefined for anything else. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Calls `visit` for a node and everything below it until it says `false`. */
export function walk(node: Node, visit: (node: Node) => boolean): void {
  if (!visit(node)) return;
  for (const child of childrenOf(node)) walk(child, visit);
}
