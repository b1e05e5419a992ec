import { systemClock } from '#server/kernel/clock.ts';
import type { Furnished } from '../furnished.ts';
import type { TestServer } from '../server.ts';

/** What is written of something in the place of what differs from run to run. */
type Naming = (value: unknown) => unknown;

interface Sequence {
  readonly table: string;
  readonly first: number;
}

/**
 * Keys and sums are long, and mix what names of things do not: large letters side by side, or small ones, large ones and
 * digits.
 */
const long = /[\w-]{20,}(\.[\w-]{20,})*/g;
const isMixed = (text: string) => [/[a-z]/, /[A-Z]/, /\d/].every((one) => one.test(text));
const isKey = (text: string) => isMixed(text) || (/[A-Z]{2}/.test(text) && /[a-z]/.test(text));
/** Short ones, by where they stand: a few of them mix nothing by chance. */
const shortKey = /(?<=\b(alert|emailChanged|voucher):|\bticket=[^"\s]{1,60}\.|[\d>]\.)[\w-]{22}(?![\w-])/g;
const madeByChance =
  /argon2id\$[^"]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\\x[0-9a-f]{16,}|[0-9a-f]{32,}|(?<=Centre( |%20))[0-9a-f]{8}|(?<=secret=)[A-Z2-7]+|[0-9a-f]{8}(?= OÜ)|\b[0-9A-Z]{4}(-?[0-9A-Z]{4}){2}\b/g;
/** Of digits alone, so that nothing tells them from the numbers of rows. */
const throwAway = ['pairingCode', 'recoveryCodes', 'secret', 'size'];
/** What stands for what something was like is a sum, unless it is a number. */
const isThrownAway = (key: string, value: unknown) =>
  throwAway.includes(key) || (key === 'version' && typeof value === 'string');
const instant = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(Z|\+\d\d:\d\d)?/g;
/** Milliseconds: an instant so near to this one was read off the clock of the machine. */
const nearest = 600_000;
const isNow = (at: string) => Math.abs(Date.parse(at) - systemClock.epochMilliseconds()) < nearest;

/** From where on each table counts, once `spreadNumbers` has been there; the last first. */
export async function readSequences({ ask }: TestServer): Promise<readonly Sequence[]> {
  const rows = await ask<{ table: string; first: string }>(
    `select table_name as table, start.value::text as first
     from (select table_name::text, 10000000 + 8000000 * row_number() over
             (order by pg_get_serial_sequence(table_name, column_name)) as value
           from information_schema.columns
           where table_schema = 'public' and column_name = 'id' and is_identity = 'YES') start
     order by start.value desc`,
  );
  return rows.map(({ table, first }) => ({ table, first: Number(first) }));
}

/** Names the things of a place by their nouns, other rows by their tables in the order in which they are met. */
export function namingOf(place: Furnished, sequences: readonly Sequence[]): Naming {
  const nouns = new Map<unknown, string>([
    [String(place.home.id), 'the centre'],
    [String(place.admin.id), 'admin'],
    ...Object.entries(place.othersThings).map(([noun, id]) => [String(id), `other's ${noun}`] as const),
    ...Object.entries(place.things).map(([noun, id]) => [String(id), noun] as const),
  ]);
  const met = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOfRow = (id: string) => {
    const known = nouns.get(id) ?? met.get(id);
    if (known !== undefined) return known;
    const table = sequences.find(({ first }) => Number(id) >= first)?.table ?? 'row';
    const count = (counts.get(table) ?? 0) + 1;
    counts.set(table, count);
    met.set(id, `${table} ${count}`);
    return `${table} ${count}`;
  };
  const nameOfKey = (key: string) => `<${nouns.get(key) ?? 'chance'}>`;
  const ofText = (text: string) =>
    nouns.get(text) !== undefined && text.length > 4
      ? `<${nouns.get(text)}>`
      : text
          .replaceAll(place.home.host, '<host>')
          .replace(instant, (at) => (isNow(at) ? '<now>' : at))
          .replace(madeByChance, nameOfKey)
          .replace(shortKey, '<chance>')
          .replace(long, (text) => (isKey(text) ? nameOfKey(text) : text))
          .replace(/\b[1-9]\d{7,9}\b/g, (id) => (Number(id) > 10_000_000 ? `<${nameOfRow(id)}>` : id));
  const named: Naming = (value) => {
    if (typeof value === 'string') return ofText(value);
    if (typeof value === 'number') return value > 10_000_000 ? `<${nameOfRow(String(value))}>` : value;
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, part]) => [key, isThrownAway(key, part) ? '<chance>' : named(part)]),
    );
  };
  return named;
}
