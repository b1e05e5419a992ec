import type { Connection } from 'pg';
import pg from 'pg';

/** One statement of a batch: its text and values; statements of one text share one prepared name. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Rows = Record<string, unknown>[];

// What pg 8.23 offers a submittable beyond its published types; the version is pinned and batch.test.ts holds it.
interface Wire {
  on(event: 'parseComplete', listener: () => void): void;
  removeListener(event: 'parseComplete', listener: () => void): void;
  stream: { cork(): void; uncork(): void };
  parse(query: { text: string; name: string; types?: number[] }): void;
  bind(config: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(config: { portal: string; rows: number }): void;
  sync(): void;
}
interface WireResult {
  rows: Rows;
  addFields(fields: unknown): void;
  parseRow(fields: unknown): Record<string, unknown>;
  addRow(row: Record<string, unknown>): void;
}
const { Result, types } = pg as unknown as {
  Result: new (mode: undefined, types: unknown) => WireResult;
  types: unknown;
};

/** Names already parsed on a connection. A name survives the rollback of the batch that parsed it. */
const parsedNames = new WeakMap<object, Set<string>>();

const nameByText = new Map<string, string>();
function statementName(text: string): string {
  const known = nameByText.get(text);
  if (known) return known;
  const name = `trenn_${nameByText.size + 1}_${process.pid}`;
  nameByText.set(text, name);
  return name;
}

/**
 * Several statements and one Sync: one round trip and, unless a transaction is open, one implicit
 * transaction. Given to `client.query()` of pg as a submittable. Rejects with the database's first error;
 * then nothing of an implicit transaction has happened.
 */
export class Batch {
  readonly done: Promise<Rows[]>;
  private resolve: (results: Rows[]) => void = () => {};
  private reject: (error: unknown) => void = () => {};
  private readonly statements: readonly Statement[];
  private readonly isNamed: boolean;
  private readonly results: Rows[] = [];
  private current: WireResult = new Result(undefined, types);
  private pendingNames: string[] = [];
  private stopCounting: () => void = () => {};
  private failure: unknown;
  /**
   * pg calls it when the time is up or the connection breaks. It also puts its own in front, which ends the timer of
   * `query_timeout`: whoever has an answer calls it, or the timer holds the rows until it runs out.
   */
  callback = (error?: unknown): void => {
    if (error) this.fail(error);
  };

  constructor(statements: readonly Statement[], isNamed: boolean) {
    this.statements = statements;
    this.isNamed = isNamed;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: Connection): null {
    const wire = connection as unknown as Wire;
    const parsed = parsedNames.get(wire) ?? new Set<string>();
    parsedNames.set(wire, parsed);
    const countParsed = () => {
      const name = this.pendingNames.shift();
      if (name) parsed.add(name);
    };
    wire.on('parseComplete', countParsed);
    this.stopCounting = () => wire.removeListener('parseComplete', countParsed);
    wire.stream.cork();
    try {
      for (const { text, values } of this.statements) {
        const name = this.isNamed ? statementName(text) : '';
        if (name === '' || !(parsed.has(name) || this.pendingNames.includes(name))) {
          wire.parse({ text, name });
          this.pendingNames.push(name);
        }
        wire.bind({ statement: name, values: [...values], valueMapper: toWireValue });
        wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '', rows: 0 });
      }
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: { fields: unknown }): void {
    this.current.addFields(message.fields);
  }

  handleDataRow(message: { fields: unknown }): void {
    this.current.addRow(this.current.parseRow(message.fields));
  }

  handleCommandComplete(): void {
    this.results.push(this.current.rows);
    this.current = new Result(undefined, types);
  }

  handleParseComplete(): void {}
  handlePortalSuspended(): void {}

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handleError(error: unknown): void {
    this.fail(error);
    this.callback();
  }

  handleReadyForQuery(): void {
    this.stopCounting();
    this.callback();
    if (this.failure === undefined) this.resolve(this.results);
  }

  private fail(error: unknown): void {
    this.stopCounting();
    this.failure ??= error;
    this.reject(error);
  }
}

/** Values as PostgreSQL reads them in text form; objects and arrays of objects are JSON. */
function toWireValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(toArrayElement).join(',')}}`;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

function toArrayElement(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  if (typeof element === 'number' || typeof element === 'boolean') return String(element);
  if (Buffer.isBuffer(element)) return `"\\\\x${element.toString('hex')}"`;
  return `"${String(element).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
