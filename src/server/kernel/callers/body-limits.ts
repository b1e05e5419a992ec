import { z } from 'zod';

/** How much there can be of something as JSON. */
interface Most {
  /** With every letter written as an escape. */
  readonly bytes: number;
  /** Fields, items and the values in them. */
  readonly values: number;
}

/** As far as a JSON schema of ours says what may stand there. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean | Shape;
  /** What the schema itself says of its length, where its fields are known elsewhere (`meta`). */
  readonly most?: Most;
}

/** Of a body that says nothing of itself, and room for how others write theirs: spaces and lines. */
export const leastBodyLimit = 32_768;

/** The longest text whose form says how long it is: a date, an instant, an id. */
const mostOfForm = 64;
/** A letter as `\uXXXX`. */
const bytesOfEscape = 6;
const mostOfNumber = 25;

/** How many bytes are read of a call's body: nothing that its schema takes is longer. */
export function bodyLimitOf(schema: z.ZodType | undefined): number {
  return leastBodyLimit + (schema ? Math.ceil(mostOf(schema).bytes) : 0);
}

/** The most that a schema takes; infinite where it sets no bound. */
export function mostOf(schema: z.ZodType): Most {
  return measure(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape);
}

function measure(shape: Shape): Most {
  if (shape.most) return shape.most;
  const written = shape.enum ?? ('const' in shape ? [shape.const] : undefined);
  if (written) return largest(written.map((value) => ({ bytes: escaped(JSON.stringify(value)), values: 1 })));
  const either = shape.anyOf ?? shape.oneOf;
  if (either) return largest(either.map(measure));
  if (Array.isArray(shape.type))
    return largest(shape.type.map((type: string) => measure({ ...shape, type })));
  switch (shape.type) {
    case 'string':
      return { bytes: lengthOf(shape) * bytesOfEscape + 2, values: 1 };
    case 'number':
    case 'integer':
      return { bytes: mostOfNumber, values: 1 };
    case 'boolean':
    case 'null':
      return { bytes: 5, values: 1 };
    case 'array': {
      const { bytes, values } = measure(shape.items ?? {});
      const most = shape.maxItems ?? Number.POSITIVE_INFINITY;
      return { bytes: 2 + most * (bytes + 1), values: 1 + most * values };
    }
    case 'object':
      // Zod leaves what it strips undescribed; what may have any name is told as anything.
      return shape.additionalProperties === undefined || shape.additionalProperties === false
        ? fieldsOf(shape)
        : boundless;
    default:
      return boundless;
  }
}

const boundless: Most = { bytes: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

function lengthOf({ maxLength, format, pattern }: Shape): number {
  if (maxLength !== undefined) return maxLength;
  return format === undefined && pattern === undefined ? Number.POSITIVE_INFINITY : mostOfForm;
}

function fieldsOf({ properties = {} }: Shape): Most {
  return Object.entries(properties).reduce<Most>(
    (sum, [name, shape]) => {
      const { bytes, values } = measure(shape);
      return { bytes: sum.bytes + escaped(name) + 4 + bytes, values: sum.values + values };
    },
    { bytes: 2, values: 1 },
  );
}

function largest(all: readonly Most[]): Most {
  return {
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
    values: Math.max(...all.map(({ values }) => values)),
  };
}

function escaped(text: string | undefined): number {
  return (text?.length ?? 0) * bytesOfEscape;
}
