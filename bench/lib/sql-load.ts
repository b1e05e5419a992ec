import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolePassword } from '#server/kernel/db.ts';
import type { Place } from './place.ts';
import type { Exchange, Varying } from './recorded.ts';

const run = promisify(execFile);

export interface SqlLoad {
  readonly place: Place;
  /** Connections at once, as many as the server's own pool has. */
  readonly connections: number;
  readonly exchanges: readonly Exchange[];
  /** How often the whole is done, over all connections. */
  readonly calls: number;
}

/** Which program drives SQL without HTTP and rules: PostgreSQL's own where the machine has it. */
export const sqlDriver: 'pgbench' | 'own driver' =
  spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : 'own driver';

/** Calls per second of the statements alone, each exchange one round trip, prepared, as the app's own role. */
export function driveSql(load: SqlLoad): Promise<number> {
  return sqlDriver === 'pgbench' ? drivePgbench(load) : driveOwn(load);
}

async function drivePgbench({ place, connections, exchanges, calls }: SqlLoad): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-pgbench-'));
  const file = join(folder, 'calls.sql');
  const { script, definitions } = toScript(exchanges, connections);
  writeFileSync(file, script);
  try {
    const { stdout } = await run(
      'pgbench',
      [
        ...['--no-vacuum', '--protocol=prepared', '--jobs=1', `--client=${connections}`],
        ...[`--transactions=${Math.floor(calls / connections)}`, `--file=${file}`],
        ...definitions.flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ...['-h', place.postgres.socketDir, '-p', String(place.postgres.port), '-U', 'trenn_app'],
        new URL(place.url).pathname.slice(1),
      ],
      { env: { PATH: process.env.PATH, PGPASSWORD: rolePassword(place.url, 'trenn_app') } },
    );
    const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (!Number.isFinite(rate)) throw new Error(`pgbench says: ${stdout}`);
    return rate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** pgbench's script of the exchanges: every value of the app's becomes a parameter. */
function toScript(exchanges: readonly Exchange[], connections: number) {
  const definitions: [string, string][] = [
    ['calls', '0'],
    ['is_prepared', '0'],
  ];
  const varying = new Map<string, string>();
  const settings: string[] = [];
  const nameOf = (value: Varying | { readonly constant: unknown }): string => {
    if ('constant' in value) {
      if (value.constant === null || value.constant === undefined) return 'null';
      const name = `constant_${definitions.length}`;
      definitions.push([name, toText(value.constant)]);
      return `:${name}`;
    }
    const formula = `${value.base} + (:call / ${value.divide}) % ${value.modulo}`;
    const known = varying.get(formula) ?? `:varying_${varying.size}`;
    if (!varying.has(formula)) settings.push(`\\set ${known.slice(1)} ${formula}`);
    varying.set(formula, known);
    return value.isArray ? `array[${known}]` : known;
  };
  const pipelines = exchanges.map((statements) => {
    const texts = statements.map(({ text, values }) => {
      const names = values.map(nameOf);
      return `${withoutColons(text).replace(/\$(\d+)/g, (_, number) => names[Number(number) - 1] ?? 'null')};`;
    });
    return ['\\startpipeline', ...texts, '\\endpipeline'].join('\n');
  });
  const script = [
    `\\set call :calls * ${connections} + :client_id`,
    '\\set calls :calls + 1',
    ...settings,
    // pgbench 15 cannot prepare within a pipeline: one statement before the first makes it prepare them all.
    '\\if :is_prepared = 0',
    'select 1;',
    '\\set is_prepared 1',
    '\\endif',
    ...pipelines,
  ].join('\n');
  return { script: `${script}\n`, definitions };
}

/** pgbench takes `:name` for a variable even within quotes: there the colon is written as its code. */
function withoutColons(text: string): string {
  return text.replace(/'[^']*'/g, (literal) =>
    /:\w/.test(literal) ? `U&${literal.replaceAll(':', '\\003A')}` : literal,
  );
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toElement(value: unknown): string {
  return value === null ? 'NULL' : `"${toText(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** The same through the server's own batches, in a process without HTTP and without rules. */
async function driveOwn({ place, connections, exchanges, calls }: SqlLoad): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'trenn-driver-'));
  const file = join(folder, 'calls.json');
  const plain = exchanges.map((statements) =>
    statements.map(({ text, values }) => ({
      text,
      values: values.map((value) => ('constant' in value ? { constant: plainValue(value.constant) } : value)),
    })),
  );
  writeFileSync(file, JSON.stringify({ url: place.url, connections, exchanges: plain, calls }));
  try {
    const driver = fileURLToPath(new URL('./sql-driver.ts', import.meta.url));
    const { stdout } = await run(process.execPath, [driver, file]);
    return Number(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plainValue(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? toText(value) : value;
}
