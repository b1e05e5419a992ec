import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/run.ts';

const folder = join(root, 'docs/decisions');

test('every decision stands in the index once, under its number, and the index names nothing else', () => {
  const records = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const listed = [
    ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^- \[(\d{4})\]\((\S+)\) \S/gm),
  ].map(([, number, name]) => ({ number, name }));
  expect(listed.map(({ name }) => name).toSorted()).toEqual(records.toSorted());
  for (const { number, name } of listed) expect(name?.slice(0, 4)).toBe(number);
  expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
});
