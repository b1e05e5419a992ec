import type { Values } from './values.ts';

/** A function of a `data.ts` that answers SQL. */
export interface DataQuery {
  readonly folder: string;
  readonly name: string;
  readonly ask: (...inputs: unknown[]) => unknown;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export class Unanswerable extends Error {}

/** A query with what it is given, by its names, as far as they are known. */
export interface Call {
  readonly statements: readonly Statement[];
  /** What was taken under each name. */
  readonly given: ReadonlyMap<string, unknown>;
}

/**
 * Asks with values by the names of parameters and of their fields. `choice` says which of a name's values to take.
 * Throws `Unanswerable` where a name is not known or the function does not answer SQL.
 */
export function callOf(query: DataQuery, read: Values, choice: ReadonlyMap<string, unknown>): Call {
  const given = new Map<string, unknown>();
  const give = (name: string) => {
    const value = read(query, name);
    if (!value && !choice.has(name)) throw new Unanswerable(name);
    const taken = choice.has(name) ? choice.get(name) : value?.some[0];
    given.set(name, taken);
    return taken;
  };
  const fields = new Proxy({}, { get: (_, name) => (typeof name === 'symbol' ? undefined : give(name)) });
  const inputs = parametersOf(query.ask).map((parameter) => {
    const name = /^\w+/.exec(parameter)?.[0];
    return name !== undefined && read(query, name) ? give(name) : fields;
  });
  const statements = statementsOf(query.ask(...inputs));
  if (statements.some(({ values }) => values.includes(fields))) throw new Unanswerable('an object');
  return { statements, given };
}

/** The parameters of a function as they are written. */
function parametersOf(ask: DataQuery['ask']): string[] {
  const written = String(ask);
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of written.slice(written.indexOf('('))) {
    if ('({['.includes(sign)) depth += 1;
    if (')}]'.includes(sign)) depth -= 1;
    if (depth === 0 || (depth === 1 && sign === ',')) {
      parts.push(part.trim());
      part = '';
    } else if (!(depth === 1 && sign === '(')) part += sign;
    if (depth === 0) break;
  }
  return parts.filter((each) => each !== '');
}

function statementsOf(answer: unknown): Statement[] {
  return [answer].flat().map((each) => {
    if (typeof each !== 'object' || each === null) throw new Unanswerable('no query');
    if ('text' in each) return each as Statement;
    if (!('compile' in each)) throw new Unanswerable('no query');
    try {
      const { sql, parameters } = (each as { compile(): { sql: string; parameters: unknown[] } }).compile();
      return { text: sql, values: parameters };
    } catch {
      throw new Unanswerable('no whole query');
    }
  });
}
