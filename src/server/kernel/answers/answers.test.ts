import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { printAnswer } from './answers.ts';

const Item = z.object({
  id: z.number().int(),
  name: z.string(),
  note: z.string().optional(),
  tags: z.array(z.string()).nullable(),
});
const many = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, name: `Õ"${id}`, tags: id % 2 === 0 ? null : ['a', 'b'], secret: 'not of the contract' },
    ...(id % 3 === 0 && { note: undefined }),
  }));

const Page = z.object({
  total: z.number(),
  first: z.array(Item),
  more: z.string().optional(),
  items: z.array(Item),
});

describe('an answer is told as its contract says, however long it is', () => {
  test.each([0, 1, 100, 101, 2500])('a list of %i', async (count) => {
    const schema = z.array(Item);
    expect(await printAnswer(schema, many(count))).toBe(JSON.stringify(schema.parse(many(count))));
  });

  test.each([
    [3, 5],
    [500, 5],
    [0, 900],
    [400, 401],
  ])('lists of %i and %i in its fields', async (first, items) => {
    const answer = { more: undefined, items: many(items), total: 7, first: many(first), beside: 1 };
    expect(await printAnswer(Page, answer)).toBe(JSON.stringify(Page.parse(answer)));
  });

  test.each([
    ['a list with a rule of its own', z.array(Item).max(2000), many(300)],
    ['what may be missing', Page.nullable(), null],
    ['one of several', z.union([z.array(Item), z.string()]), many(200)],
    ['a text', z.string(), 'text'],
    ['one with a rule of its own', Page.refine(() => true), { total: 1, first: many(200), items: [] }],
  ])('%s', async (_, schema, answer) => {
    expect(await printAnswer(schema, answer)).toBe(JSON.stringify(schema.parse(answer)));
  });
});

test.each([
  ['in a long list', z.array(Item), [...many(300), { id: 'x' }]],
  [
    'in a long list of a field',
    Page,
    { total: 1, first: [], items: [...many(300), { id: 1.5, name: '', tags: null }] },
  ],
  ['beside a long list', Page, { total: 'many', first: [], items: many(300) }],
  ['of a list with a rule of its own', z.array(Item).max(10), many(300)],
])('what the contract does not allow is not told: %s', async (_, schema, answer) => {
  await expect(printAnswer(schema, answer)).rejects.toThrow(z.ZodError);
});

test('others have their turns while a long one is told', async () => {
  const slow = Item.extend({
    id: z.number().transform((id) => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return id;
    }),
  });
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await printAnswer(z.object({ items: z.array(slow) }), { items: many(200) });
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(15);
});
