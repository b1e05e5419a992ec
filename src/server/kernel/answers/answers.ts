import { z } from 'zod';
import { mapInTurns } from '../files/slices.ts';

/** A list up to so long is told in a moment. */
const fewItems = 100;

/** A long list and what each of its items is. */
interface LongList {
  readonly element: z.ZodType;
  readonly items: readonly unknown[];
}

/**
 * An answer as its contract tells it, as JSON. A list that is the answer, or stands in a field of it, may be long: it is told item by
 * item, in turns with everybody else. Throws what the contract does not allow (`z.ZodError`).
 */
export async function printAnswer(schema: z.ZodType, answer: unknown): Promise<string> {
  const list = longListOf(schema, answer);
  if (list) return printList(list);
  const lists = longFieldsOf(schema, answer);
  if (lists.size === 0) return JSON.stringify(schema.parse(answer));
  // Everything else as always, with nothing in their places.
  const without = Object.fromEntries([...lists.keys()].map((name) => [name, []]));
  const rest = schema.parse({ ...(answer as object), ...without });
  const fields: string[] = [];
  for (const [name, value] of Object.entries(rest as object)) {
    const long = lists.get(name);
    const text = long ? await printList(long) : JSON.stringify(value);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}

async function printList({ element, items }: LongList): Promise<string> {
  const texts = await mapInTurns(items, (item) => JSON.stringify(element.parse(item)));
  return `[${texts.join(',')}]`;
}

function longFieldsOf(schema: z.ZodType, answer: unknown): ReadonlyMap<string, LongList> {
  const lists = new Map<string, LongList>();
  if (!(schema instanceof z.ZodObject) || hasOwnRules(schema) || typeof answer !== 'object') return lists;
  for (const [name, value] of Object.entries(answer ?? {})) {
    const field: unknown = schema.shape[name];
    const list = field instanceof z.ZodType ? longListOf(field, value) : undefined;
    if (list) lists.set(name, list);
  }
  return lists;
}

function longListOf(schema: z.ZodType, value: unknown): LongList | undefined {
  if (!(schema instanceof z.ZodArray) || hasOwnRules(schema)) return undefined;
  if (!Array.isArray(value) || value.length <= fewItems) return undefined;
  const { element } = schema;
  return element instanceof z.ZodType ? { element, items: value } : undefined;
}

/** It says more than what its parts are. */
function hasOwnRules({ def }: z.ZodType): boolean {
  return (def.checks?.length ?? 0) > 0;
}

/** A file's name as a header: in ASCII for who reads no more, whole beside it where it holds more (RFC 6266). */
export function attachmentOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\/%]/gu, '_');
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`;
}
