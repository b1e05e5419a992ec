import type { Change } from './site.ts';

/** What stands in a piece of SQL in the place of something that is put in when it runs. */
export const hole = '¤';

interface Token {
  /** In small letters. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How many brackets it stands in; a bracket itself stands outside. */
  readonly depth: number;
}

interface Predicate {
  readonly opener: string;
  readonly tokens: readonly Token[];
  readonly closer: string | undefined;
}

const turned: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};
const openers = new Set(['where', 'on', 'having', 'when', 'if', 'elsif', 'and', 'or']);
/** Brackets directly behind these hold a predicate. */
const bracketOpeners = new Set(['check', 'using', 'not', ...openers]);
const closers = new Set(
  'and or where group order limit offset returning then for union except intersect on join inner left right full cross when else end having window loop ; ,'.split(
    ' ',
  ),
);
const judging = new Set(['is', 'in', 'like', 'ilike', 'between', 'exists', 'not', ...Object.keys(turned)]);
const statements = new Set(
  'select insert update delete with from case order join left create , ('.split(' '),
);

/**
 * What may be changed in a piece of SQL: predicates left out, turned or negated, their constants and lists. The tenant's
 * own predicates are none of them: row security says the same once more, so that without them nothing changes. `masked`:
 * the text with `hole` in the place of every character that is not SQL itself.
 */
export function changesOfSql(text: string, masked = text): Change[] {
  return findPredicates(read(masked)).flatMap((predicate) => changesOf(predicate, text));
}

function read(text: string): Token[] {
  const expression = new RegExp(
    `--[^\\n]*|'(?:[^']|'')*'|[\\w."$${hole}]+|<>|<=|>=|!=|::|:=|\\|\\||->>|->|[^\\s]`,
    'g',
  );
  const tokens: Token[] = [];
  let depth = 0;
  for (const found of text.matchAll(expression)) {
    const word = found[0].toLowerCase();
    if (word.startsWith('--')) continue;
    if (word === ')' || word === ']') depth -= 1;
    tokens.push({ text: word, start: found.index, end: found.index + word.length, depth });
    if (word === '(' || word === '[') depth += 1;
  }
  return tokens;
}

function findPredicates(tokens: readonly Token[]): Predicate[] {
  const found: Predicate[] = [];
  const [first] = tokens;
  if (first && !statements.has(first.text)) found.push(readPredicate(tokens, 0, ''));
  for (const [index] of tokens.entries()) {
    const opener = openerAt(tokens, index);
    if (opener !== undefined) found.push(readPredicate(tokens, index + 1, opener));
  }
  return found.filter((predicate) => predicate.tokens.length > 0);
}

/** The word that makes what follows a predicate; undefined where none begins. */
function openerAt(tokens: readonly Token[], index: number): string | undefined {
  const text = tokens[index]?.text ?? '';
  const before = tokens[index - 1]?.text ?? '';
  const next = tokens[index + 1]?.text ?? '';
  if (text === '(') {
    if (next === 'select' || next === 'with' || next === 'values') return undefined;
    if (bracketOpeners.has(before)) return before === 'not' ? 'and' : before;
    return before === '(' ? openerAt(tokens, index - 1) : undefined;
  }
  if (!openers.has(text)) return undefined;
  if (text === 'on') return isOfJoin(tokens, index) ? text : undefined;
  if (text === 'and' && isOfBetween(tokens, index)) return undefined;
  if (text === 'if' && /^(table|index|function|constraint|policy|column|extension)$/.test(before))
    return undefined;
  return text === 'where' && isOfPlainIndex(tokens, index) ? undefined : text;
}

/** Not `on conflict`, `on delete`, `distinct on`, or the table of an index. */
function isOfJoin(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.text === 'distinct') return false;
  if (/^(conflict|delete|update)$/.test(tokens[index + 1]?.text ?? '')) return false;
  return statementBefore(tokens, index).some(({ text }) => text === 'join');
}

function isOfPlainIndex(tokens: readonly Token[], index: number): boolean {
  const [create, index_] = statementBefore(tokens, index);
  return create?.text === 'create' && index_?.text === 'index';
}

function isOfBetween(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth;
  for (let at = index - 1; at >= 0; at -= 1) {
    const token = tokens[at];
    if (!token || token.depth < (depth ?? 0)) return false;
    if (token.depth > (depth ?? 0)) continue;
    if (token.text === 'between') return true;
    if (closers.has(token.text)) return false;
  }
  return false;
}

function statementBefore(tokens: readonly Token[], index: number): readonly Token[] {
  const from = tokens.findLastIndex(({ text }, at) => at < index && text === ';');
  return tokens.slice(from + 1, index);
}

function readPredicate(tokens: readonly Token[], from: number, opener: string): Predicate {
  const depth = tokens[from]?.depth ?? 0;
  let until = from;
  for (; until < tokens.length; until += 1) {
    const token = tokens[until];
    if (!token || token.depth < depth) break;
    if (token.depth === depth && closers.has(token.text) && !isOfBetween(tokens, until)) break;
  }
  return { opener, tokens: tokens.slice(from, until), closer: tokens[until]?.text };
}

function changesOf(predicate: Predicate, text: string): Change[] {
  const depth = predicate.tokens[0]?.depth;
  const own = predicate.tokens.filter((token) => token.depth === depth);
  const isOfTenant = own.some(({ text }) => /tenant_id|app_tenant/.test(text));
  if (isOfTenant && predicate.opener !== 'using') return [];
  const inLists = predicate.tokens.flatMap((token, at) =>
    token.text === 'in' && token.depth === depth ? shorten(predicate.tokens.slice(at + 1)) : [],
  );
  return [...leaveOut(predicate, own, text), ...own.flatMap((token, at) => turn(token, own, at)), ...inLists];
}

/** What it was given keeps its place, so that whoever gives it need not know. */
function leaveOut({ opener, closer, tokens }: Predicate, own: readonly Token[], text: string): Change[] {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) return [];
  const isName = opener !== '' && tokens.length === 1 && /^[a-z_.¤]+$/.test(first.text);
  const isGroup = opener !== '' && first.text === '(' && own.length === 2;
  if (!isName && !isGroup && !own.some(({ text }) => judging.has(text))) return [];
  const isChoice = /^(or|when|if|elsif)$/.test(opener) || closer === 'or';
  const written = text.slice(first.start, last.end);
  const replacement = isChoice ? `(${written} and false)` : `(${written} or true)`;
  return [{ start: first.start, end: last.end, replacement }];
}

function turn({ text, start, end }: Token, own: readonly Token[], at: number): Change[] {
  const replacement = turned[text];
  if (replacement !== undefined) return [{ start, end, replacement }];
  const before = own[at - 1];
  const next = own[at + 1];
  if (text === 'not' && next) return [{ start, end: next.start, replacement: '' }];
  if (text === 'is' && next && next.text !== 'not') return [{ start: end, end, replacement: ' not' }];
  if ((text === 'in' || text === 'exists') && before?.text !== 'not')
    return [{ start, end: start, replacement: 'not ' }];
  return /^\d+$/.test(text) ? [{ start, end, replacement: String(Number(text) + 1) }] : [];
}

/** Each text of a list left out in turn, as long as one stays. */
function shorten(behind: readonly Token[]): Change[] {
  const until = behind.findIndex(({ text }) => text === ')');
  const inside = behind.slice(1, until);
  const texts = inside.filter(({ text }) => text.startsWith("'"));
  if (behind[0]?.text !== '(' || texts.length < 2 || texts.length * 2 - 1 !== inside.length) return [];
  return texts.map((token, at) => {
    const next = texts[at + 1];
    const before = texts[at - 1];
    return next
      ? { start: token.start, end: next.start, replacement: '' }
      : { start: before?.end ?? token.start, end: token.end, replacement: '' };
  });
}
