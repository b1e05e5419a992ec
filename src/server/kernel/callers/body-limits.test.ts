import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#shared/endpoints.ts';
import { hasTextOnly, mostValues } from '#shared/kernel/wire.ts';
import { bodyLimitOf, leastBodyLimit, mostOf } from './body-limits.ts';

const withBodies = endpoints.flatMap(({ method, path, body, mostBytes }) =>
  body && mostBytes === undefined ? [[`${method} ${path}`, body] as const] : [],
);

/** Six pages of text of an administrator's, saved as one section. */
const longer: Readonly<Record<string, number>> = { 'PUT /admin/back-office/settings': 450_000 };

describe('how long a body may be', () => {
  // What is read of a stranger's body costs everybody's time.
  test.each(withBodies)('is bounded by what %s takes', (address, body) => {
    const { bytes, values } = mostOf(body);
    expect(bytes).toBeLessThan(longer[address] ?? 300_000);
    expect(values).toBeLessThan(mostValues);
  });

  test.each([
    [
      'texts, however they are escaped',
      z.object({ text: z.string().max(10) }),
      { text: 'ā"\\\n\u0001ābcde' },
    ],
    ['lists', z.array(z.number().int()).max(3), [-1_234_567, 2, 3]],
    ['one of several', z.union([z.literal('a'), z.strictObject({ longer: z.boolean() })]), { longer: false }],
    ['what may be null', z.enum(['one', 'three']).nullable(), 'three'],
  ])('holds %s', (_, schema, value) => {
    const written = JSON.stringify(value).replaceAll(
      /[^\x20-\x7e]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    expect(schema.safeParse(value).success).toBe(true);
    expect(written.length).toBeLessThanOrEqual(mostOf(schema).bytes);
  });

  test.each([
    ['a text', z.string()],
    ['a list', z.array(z.boolean())],
    ['anything', z.unknown()],
    ['any names', z.record(z.string(), z.boolean())],
    ['any names of anything', z.record(z.string(), z.unknown())],
    ['more than is known', z.looseObject({ known: z.boolean() })],
    ['within', z.strictObject({ inner: z.array(z.strictObject({ text: z.string() })).max(2) })],
  ])('is seen to have no bound: %s', (_, schema) => {
    expect(mostOf(schema).bytes).toBe(Number.POSITIVE_INFINITY);
  });

  test('is the least where nothing is sent', () => {
    expect(bodyLimitOf(undefined)).toBe(leastBodyLimit);
  });
});

describe('looking through what was sent', () => {
  test.each([
    ['a text', 'õ'],
    ['nothing', null],
    ['texts in lists and fields', { a: ['b', { c: 'd' }], e: 1 }],
    ['as many as may be', Array.from({ length: mostValues }, () => 0)],
  ])('finds nothing against %s', (_, value) => {
    expect(hasTextOnly(value)).toBe(true);
  });

  test.each([
    ['NUL', ['a\0']],
    ['half a letter', { a: [{ b: '\ud800' }] }],
    ['NUL in a name', { 'a\0': 1 }],
    ['what is nested too deep', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)],
    ['too many in a list', Array.from({ length: mostValues + 1 }, () => [])],
    [
      'too many fields',
      Object.fromEntries(Array.from({ length: mostValues + 1 }, (_, key) => [`k${key}`, 1])),
    ],
    [
      'too many together',
      Array.from({ length: 200 }, () => Array.from({ length: mostValues / 100 }, () => 1)),
    ],
  ])('refuses %s', (_, value) => {
    expect(hasTextOnly(value)).toBe(false);
  });
});
