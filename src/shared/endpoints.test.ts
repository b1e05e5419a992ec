import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import type { AnyEndpoint } from './kernel/endpoint.ts';

/** What of a JSON Schema is written down. */
interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Shape;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;
}

/** A range as `1..20`; nothing without an end. */
function range(least: number | undefined, most: number | undefined): string {
  return least === undefined && most === undefined ? '' : ` ${least ?? ''}..${most ?? ''}`;
}

/** A shape in one line: `[{code text 1..300, at date-time}] 1..100`. */
function inWords(shape: Shape): string {
  const { default: otherwise, ...bare } = shape;
  if (otherwise !== undefined) return `${inWords(bare)} = ${JSON.stringify(otherwise)}`;
  if (Array.isArray(shape.type))
    return shape.type.map((type: string) => inWords({ ...bare, type })).join(' | ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return choices.map(inWords).join(' | ');
  if (shape.allOf) return shape.allOf.map(inWords).join(' & ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((each) => JSON.stringify(each)).join(' | ');
  switch (shape.type) {
    case 'object':
      return objectInWords(shape);
    case 'array': {
      const items = shape.prefixItems?.map(inWords).join(', ') ?? inWords(shape.items ?? {});
      return `[${items}]${range(shape.minItems, shape.maxItems)}`;
    }
    case 'integer':
    case 'number':
      return numberInWords(shape);
    case 'string': {
      // The pattern of a known form is that of the library.
      const pattern = shape.pattern === undefined || shape.format ? '' : ` /${shape.pattern}/`;
      return `${shape.format ?? 'text'}${range(shape.minLength, shape.maxLength)}${pattern}`;
    }
    default:
      return String(shape.type ?? shape.$ref ?? 'any');
  }
}

/** What every number of a kind is held to, which says nothing. */
const silent = new Map([
  [`integer ${Number.MIN_SAFE_INTEGER}..${Number.MAX_SAFE_INTEGER}`, 'integer'],
  ['integer ..2147483647 above 0', 'id'],
]);

function numberInWords({
  type,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
}: Shape): string {
  const above = exclusiveMinimum === undefined ? '' : ` above ${exclusiveMinimum}`;
  const below = exclusiveMaximum === undefined ? '' : ` below ${exclusiveMaximum}`;
  const step = multipleOf === undefined ? '' : ` by ${multipleOf}`;
  const written = `${type}${range(minimum, maximum)}${above}${below}${step}`;
  return silent.get(written) ?? written;
}

function objectInWords({
  properties = {},
  required = [],
  additionalProperties,
  propertyNames,
}: Shape): string {
  const named = Object.entries(properties).map(([name, each]) => fieldInWords(name, each, required));
  const others =
    typeof additionalProperties === 'object'
      ? [`each ${propertyNames ? inWords(propertyNames) : 'text'}: ${inWords(additionalProperties)}`]
      : additionalProperties === false
        ? []
        : ['…'];
  return `{${[...named, ...others].join(', ')}}`;
}

function fieldInWords(name: string, shape: Shape, required: readonly string[]): string {
  return `${name}${required.includes(name) ? '' : '?'} ${inWords(shape)}`;
}

/** A part of a request or its answer, a line for each field where it is an object. */
function partInWords(part: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (!schema) return [];
  const shape = shapeOf(schema, io);
  if (shape.type !== 'object' || !shape.properties) return [`  ${part} ${inWords(shape)}`];
  const { properties, required = [], additionalProperties } = shape;
  const isStrict = additionalProperties === false || io === 'output';
  return [
    `  ${part}${isStrict ? '' : ' …'}`,
    ...Object.entries(properties).map(([name, each]) => `    ${fieldInWords(name, each, required)}`),
  ];
}

function linesOf(endpoint: AnyEndpoint): string[] {
  const { method, path, role, params, query, body, response, mostBytes, secret, cacheSeconds } = endpoint;
  const marks = [
    endpoint.isIdempotencyKeyed && 'once',
    endpoint.isStorable && 'storable',
    endpoint.isSeenOffline && 'seen offline',
    endpoint.requires && 'by page rules',
    cacheSeconds !== undefined && `kept ${cacheSeconds} s`,
    mostBytes !== undefined && `file ..${mostBytes}`,
    secret !== undefined && `secret ${secret}`,
  ];
  return [
    [`${method} ${path}`, role, ...marks.filter((mark) => typeof mark === 'string')].join(', '),
    ...partInWords('params', params, 'input'),
    ...partInWords('query', query, 'input'),
    ...partInWords('body', body, 'input'),
    ...partInWords('answer', response, 'output'),
    ...(endpoint.errors ? [`  errors ${endpoint.errors.toSorted().join(' ')}`] : []),
  ];
}

/**
 * Whoever calls from outside holds on to these: moving and renaming change none. A change on purpose is written anew with
 * `npx vitest run --project unit src/shared/endpoints.test.ts -u`.
 */
test('addresses, roles, shapes with their limits, and refusals are as they were written down', async () => {
  const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  const written = endpoints.map((endpoint) => linesOf(endpoint).join('\n')).toSorted();
  await expect(`${written.join('\n')}\n`).toMatchFileSnapshot('../../docs/endpoints.txt');
});
