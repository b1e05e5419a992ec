import { z } from 'zod';
import type { Random } from './random.ts';
import { nearText, oddNumber, oddText, oddTime } from './values.ts';

/** What is printed of an input in the catalogue. */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export type PathStep = string | number;

export function schemaOf(part: z.ZodType): InputSchema {
  return z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as InputSchema;
}

const choicesOf = ({ anyOf = [], oneOf = [] }: InputSchema) => [...anyOf, ...oneOf];

/** What a schema says of a place in what it describes. */
export function schemasAt(schema: InputSchema, path: readonly PathStep[]): readonly InputSchema[] {
  const [step, ...rest] = path;
  const choices = choicesOf(schema).flatMap((one) => schemasAt(one, path));
  if (step === undefined) return choices.length > 0 ? choices : [schema];
  const inner = typeof step === 'number' ? schema.items : schema.properties?.[step];
  return [...choices, ...(inner ? schemasAt(inner, rest) : [])];
}

/** What names of things at a place of an input are filled in with; undefined for what names nothing. */
export type NamesAt = (field: string) => unknown;

/** Something a schema takes, often at the edge of it. What only a pattern describes may be refused. */
export function withinSchema(schema: InputSchema, random: Random, names: NamesAt, field = ''): unknown {
  const choices = choicesOf(schema);
  if (choices.length > 0) return withinSchema(random.oneOf(choices), random, names, field);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.oneOf(schema.enum);
  const named = names(field);
  if (named !== undefined && random.happens(0.9)) return named;
  switch (schema.type) {
    case 'object':
      return objectWithin(schema, random, names, field);
    case 'array': {
      const length = random.oneOf([0, 1, 1, 2, 3, Math.min(schema.maxItems ?? 5, 200)]);
      return Array.from({ length }, () => withinSchema(schema.items ?? {}, random, names, `${field}[]`));
    }
    case 'boolean':
      return random.happens(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return numberWithin(schema, random);
    default:
      return textWithin(schema, random);
  }
}

function objectWithin(
  { properties = {}, required = [] }: InputSchema,
  random: Random,
  names: NamesAt,
  field: string,
): object {
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || random.happens(0.6));
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      withinSchema(inner, random, names, field === '' ? name : `${field}.${name}`),
    ]),
  );
}

function numberWithin({ type, minimum = 0, maximum = 1_000_000 }: InputSchema, random: Random): unknown {
  if (random.happens(0.1)) return oddNumber(random);
  const most = Math.min(maximum, 2_147_483_647);
  const near = minimum + random.below(Math.min(50, most - minimum + 1));
  const edges = [minimum, most, near, near, near, near];
  return random.oneOf(type === 'number' ? [...edges, minimum + 0.01, most - 0.01] : edges);
}

function textWithin({ format, minLength = 0, maxLength }: InputSchema, random: Random): string {
  const day = `2026-${String(9 + random.below(4)).padStart(2, '0')}-${String(1 + random.below(30)).padStart(2, '0')}`;
  if (format === 'date') return random.happens(0.7) ? day : oddTime(random);
  if (format === 'date-time') return random.happens(0.7) ? `${day}T09:00:00Z` : oddTime(random);
  if (format === 'email') return random.oneOf(['kai@test.test', 'a@b.ee', "o'kai+x@test.test"]);
  const longest = Math.min(maxLength ?? 300, 20_000);
  return random.oneOf([
    () => 'õ'.repeat(longest),
    () => 'x'.repeat(minLength),
    () => nearText('Kai', random).slice(0, longest),
    () => oddText(random).slice(0, longest),
    () => random.oneOf(['12:00', '#487CDE', 'https://test.test/a', '+372 5555 1234', '60001019906']),
  ])();
}
