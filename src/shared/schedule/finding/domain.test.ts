import { describe, expect, test } from 'vitest';
import { findTrainings } from './domain.ts';

const now = '2026-11-24T10:00:00Z';

function training(id: number, parts: Partial<Parameters<typeof findTrainings>[0][number]> = {}) {
  return {
    ...{ id, name: `Tund ${id}`, namePrefix: '', styleId: 1, typeName: 'Jõud', typeColor: '#123456' },
    ...{
      trainerId: 5,
      trainerName: 'Kai Loorits',
      startDateTime: '2026-11-25T10:00:00Z',
      isCancelled: false,
    },
    ...parts,
  };
}

const yoga = training(1, { name: 'Hommikujooga', styleId: 2, typeName: 'Jooga' });
const joosep = training(2, {
  trainerId: 6,
  trainerName: 'Joosep Kask',
  startDateTime: '2026-11-24T12:00:00Z',
});
const strength = training(3, { name: 'Jõuring' });
const all = [yoga, joosep, strength];

function found(typed: string, trainings = all): string {
  const answer = findTrainings(trainings, typed, now);
  if (!answer) return 'nothing asked';
  const { styles, trainers } = answer;
  const names = [...styles, ...trainers].map(({ name, count }) => `${name} ${count}`);
  return [...names, ...answer.trainings.map(({ id }) => id)].join(', ');
}

describe('what is found', () => {
  test.each([
    ['', 'nothing asked'],
    [' j ', 'nothing asked'],
    ['jo', 'Jooga 1, Jõud 2, Joosep Kask 1, 2, 1, 3'],
    ['joo', 'Jooga 1, Joosep Kask 1, 2, 1'],
    ['JOUR', '3'],
    ['jõu', 'Jõud 2, 2, 3'],
    ['jooga kai', '1'],
    ['kai', 'Kai Loorits 2, 1, 3'],
    ['ujuj', ''],
  ])('%s: %s', (typed, expected) => {
    expect(found(typed)).toBe(expected);
  });

  test('what has begun or is called off is not found', () => {
    const begun = training(4, { name: 'Jooga', startDateTime: now });
    const off = training(5, { name: 'Jooga', isCancelled: true });
    expect(found('jooga', [begun, off])).toBe('');
  });
});
