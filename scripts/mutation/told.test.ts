import { expect, test } from 'vitest';
import { type Condition, merge, report } from './told.ts';

const text = 'select id from trainings where tenant_id = app_tenant() and id = $1 and is_cancelled';
const at = (part: string, replacement: string) => {
  const start = text.indexOf(part);
  return {
    text,
    from: 'src/server/schedule/commands.ts',
    start,
    end: start + part.length,
    replacement,
    tries: 1,
    isTold: false,
  };
};
const [own, flag] = [at('id = $1', '(id = $1 or true)'), at('is_cancelled', '(is_cancelled or true)')];
const file = (...conditions: readonly Condition[]) => JSON.stringify(conditions);

test('what the rows of any process told is told, and the rest is named with what stands around it', () => {
  const conditions = merge([
    file(own, flag),
    file({ ...own, tries: 3, isTold: true }, { ...flag, tries: 2 }),
  ]);
  expect(conditions.map(({ tries, isTold }) => [tries, isTold])).toEqual([
    [4, true],
    [3, false],
  ]);
  expect(report(conditions)).toContain('3x  ');
  expect(report(conditions)).toContain('[is_cancelled → (is_cancelled or true)]');
  expect(report(conditions)).not.toContain('or true)] and');
  expect(report(conditions)).toMatch(/1 of 2 changes of conditions are told by rows \(50 %\)$/);
});

test('what makes no query, and what never ran, is not counted', () => {
  const conditions = merge([file({ ...own, isSenseless: true }, { ...flag, tries: 0 })]);
  expect(conditions).toEqual([]);
  expect(report(conditions)).toMatch(/^\n*0 of 0 changes of conditions are told by rows \(100 %\)$/);
});
