import { expect, test } from 'vitest';
import { missingSteps, type SetupFacts, setupSteps, stepsOf } from './domain.ts';

const nothing: SetupFacts = {
  hasContact: false,
  hasCompany: false,
  clubs: 0,
  rooms: 0,
  styles: 0,
  trainers: 0,
  trainings: 0,
  products: 0,
  passed: [],
};

test('a new centre has the whole way before it', () => {
  const steps = stepsOf(nothing);
  expect(steps.map(({ name }) => name)).toEqual([...setupSteps]);
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['open']));
  expect(missingSteps(steps)).toEqual(['clubs', 'rooms', 'styles', 'training']);
});

test('what is there is done, what was gone past is left, and the limits need only be looked at', () => {
  const steps = stepsOf({ ...nothing, hasContact: true, clubs: 2, passed: ['trainers', 'limits', 'clubs'] });
  const states = Object.fromEntries(steps.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    centre: 'done',
    company: 'open',
    clubs: 'done',
    trainers: 'left',
    limits: 'done',
    training: 'open',
  });
});

test('one of each is enough for its step', () => {
  const one = { clubs: 1, rooms: 1, styles: 1, trainers: 1, trainings: 1, products: 1 };
  const done = stepsOf({ ...nothing, ...one }).filter(({ state }) => state === 'done');
  expect(done.map(({ name }) => name)).toEqual([
    ...['clubs', 'rooms', 'styles', 'trainers', 'training', 'product'],
  ]);
});

test('with a club, a room, a style and a training somebody can book', () => {
  expect(missingSteps(stepsOf({ ...nothing, clubs: 1, rooms: 1, styles: 1, trainings: 1 }))).toEqual([]);
  expect(missingSteps(stepsOf({ ...nothing, clubs: 1, rooms: 1, styles: 1, passed: ['training'] }))).toEqual([
    'training',
  ]);
});
