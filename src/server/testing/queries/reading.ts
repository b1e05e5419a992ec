import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  eraseRetained,
  listRetained,
  type Owner,
  type RetainedTable,
} from '#server/privacy/retention/data.ts';
import type { DataQuery } from './asking.ts';

type Ask = DataQuery['ask'];

const server = join(import.meta.dirname, '../..');

/** The queries of the data layer, by the folder they stand in. */
export async function readQueries(): Promise<ReadonlyMap<string, readonly DataQuery[]>> {
  const folders = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/data\.ts$/.test(path) && !/^(demo|testing)\//.test(path))
    .map((path) => path.slice(0, -'/data.ts'.length))
    .sort();
  const read = async (folder: string): Promise<[string, DataQuery[]]> => {
    const parts: Record<string, unknown> = await import(join(server, folder, 'data.ts'));
    const asks = Object.entries(parts).flatMap(([name, part]) => asksOf(name, part));
    return [folder, asks.map(([name, ask]) => ({ folder, name, ask }))];
  };
  return new Map(await Promise.all(folders.map(read)));
}

const isRetained = (each: unknown): each is RetainedTable =>
  typeof each === 'object' && each !== null && 'table' in each && 'erasing' in each;

/** What of an export answers SQL, by the name it has; what only inserts finds nothing. */
function asksOf(name: string, part: unknown): [string, Ask][] {
  if (typeof part === 'function') return /^(insert|next|to[A-Z])/.test(name) ? [] : [[name, part as Ask]];
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.filter(isRetained).flatMap((table) => asksOfRetained(name, table));
  const members = Object.entries(part);
  // Several queries under one name.
  if (!members.some(([, each]) => typeof each === 'function')) return [];
  return members.flatMap(([member, each]) => asksOf(`${name}.${member}`, each));
}

function asksOfRetained(list: string, table: RetainedTable): [string, Ask][] {
  const of = `${list} ${table.table} of ${table.of.replace(/\s+/g, ' ').slice(0, 60)}`;
  const owner = (clientId: unknown, accountIds: unknown) =>
    ({ clientId, accountIds, language: 'et' }) as Owner;
  return [
    [`${of}: given`, (clientId, accountIds) => listRetained(table, owner(clientId, accountIds))],
    [`${of}: forgotten`, (clientId, accountIds) => eraseRetained(table, owner(clientId, accountIds)) ?? []],
  ];
}
