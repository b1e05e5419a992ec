import { expect, test } from 'vitest';
import { scanOf } from './domain.ts';

test('what nobody answered is sent again as the same scan, for a while and of the same code', () => {
  const ids = ['id1', 'id2', 'id3'];
  const newId = () => ids.shift() ?? '';
  const first = scanOf('code', undefined, 1000, newId);
  expect(first).toEqual({ code: 'code', scanId: 'id1', at: 1000 });
  expect(scanOf('code', first, 50_999, newId)).toBe(first);
  expect(scanOf('code', first, 51_000, newId).scanId).toBe('id2');
  expect(scanOf('other', first, 2000, newId).scanId).toBe('id3');
});
