import { expect, test } from 'vitest';
import { differences } from './domain.ts';

test('what differs is named by its place, what is alike is not', () => {
  const before = { names: { et: 'Saal', en: 'Hall' }, styleIds: [1, 2], isActive: true, groupId: null };
  const after = { names: { et: 'Saal', en: 'Room' }, styleIds: [2], isActive: true, groupId: 4 };
  expect(differences(before, after)).toEqual([
    { place: 'names.en', before: 'Hall', after: 'Room' },
    { place: 'styleIds', before: '1, 2', after: '2' },
    { place: 'groupId', before: '', after: '4' },
  ]);
});

test('in a list of things and words each thing is told by its parts', () => {
  expect(differences({ parts: ['mat', { count: 1 }] }, { parts: ['mat', { count: 2 }] })).toEqual([
    { place: 'parts.1.count', before: '1', after: '2' },
  ]);
});

test('a new one has nothing before, one that is gone nothing after', () => {
  expect(differences(null, { name: 'Saal' })).toEqual([{ place: 'name', before: '', after: 'Saal' }]);
  expect(differences({ holds: [{ from: 0 }] }, null)).toEqual([
    { place: 'holds.0.from', before: '0', after: '' },
  ]);
});
