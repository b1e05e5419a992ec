import { calledName, type Node, textOf, walk } from './nodes.ts';
import type { Change } from './site.ts';
import { changesOfSql, hole } from './sql.ts';

const turned: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
};
const joined = ['on', 'onRef'];
const conditions = ['where', 'whereRef', 'having', ...joined];
const isStatement = /\b(select|update|insert into|delete from|where|and|join|exists)\b/i;

/** What may be changed in a file that asks the database: the builder's conditions, and SQL in texts. */
export function changesOfQueries(program: Node, text: string): Change[] {
  const changes: Change[] = [];
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration') return false;
    if (node.type === 'CallExpression') changes.push(...changesOfCall(node));
    const isTagged = node.type === 'TaggedTemplateExpression';
    if (isTagged && (node.tag as Node).name === 'sql')
      changes.push(...changesOfText(node.quasi as Node, text));
    else if (isText(node, text)) changes.push(...changesOfText(node, text));
    return true;
  });
  // A tagged template is met as a template once more.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function isText(node: Node, text: string): boolean {
  const isWritten = node.type === 'TemplateLiteral' || textOf(node) !== undefined;
  return isWritten && isStatement.test(text.slice(node.start, node.end));
}

function changesOfCall(node: Node): Change[] {
  const [column, operator] = node.arguments as Node[];
  if (/tenant_id$/.test(textOf(column) ?? '')) return [];
  const changes: Change[] = [];
  const replacement = turned[textOf(operator) ?? ''];
  if (operator && replacement !== undefined && (column?.type === 'Literal' || isCondition(node)))
    changes.push({ start: operator.start, end: operator.end, replacement: `'${replacement}'` });
  const callee = node.callee as Node;
  if (isCondition(node) && !isOnlyOfJoin(node))
    changes.push({ start: (callee.object as Node).end, end: node.end, replacement: '' });
  return changes;
}

function isCondition(node: Node): boolean {
  return (node.callee as Node).type === 'MemberExpression' && conditions.includes(calledName(node) ?? '');
}

/** A join that has no other condition before this one: without any it would be no SQL. */
function isOnlyOfJoin(node: Node): boolean {
  if (!joined.includes(calledName(node) ?? '')) return false;
  const before = (node.callee as Node).object as Node;
  return before.type !== 'CallExpression' || !joined.includes(calledName(before) ?? '');
}

/** SQL in a template or a text; what is put in is none. */
function changesOfText(node: Node, text: string): Change[] {
  const start = node.start + 1;
  const written = text.slice(start, node.end - 1);
  let masked = written;
  for (const part of (node.expressions as Node[] | undefined) ?? []) {
    const from = written.lastIndexOf('${', part.start - start);
    const until = written.indexOf('}', part.end - start) + 1;
    masked = masked.slice(0, from) + hole.repeat(until - from) + masked.slice(until);
  }
  return changesOfSql(written, masked).map((change) => ({
    ...change,
    start: change.start + start,
    end: change.end + start,
  }));
}
