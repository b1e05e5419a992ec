import { expect, test } from 'vitest';
import { decideUpdate, type UpdateSituation } from './updates.ts';

const ready: UpdateSituation = {
  isReady: true,
  path: '/calendar/day',
  needsUpdate: false,
  wasAsked: false,
  isHidden: false,
  hasInput: false,
  wasReloaded: false,
};

const cases: readonly [string, Partial<UpdateSituation>, 'apply' | 'ask' | 'wait'][] = [
  ['nothing new', { isReady: false, path: '/public/calendar/day', needsUpdate: true }, 'wait'],
  ['public page', { path: '/public/calendar/day' }, 'apply'],
  ['static page', { path: '/page/buying-terms' }, 'apply'],
  ['public page that was reloaded for it', { path: '/public/calendar/day', wasReloaded: true }, 'wait'],
  ['public page with something typed', { path: '/public/join', hasInput: true }, 'wait'],
  ['landing keeps what is typed', { path: '/', hasInput: true }, 'wait'],
  ['member, nothing urgent', {}, 'wait'],
  ['member whose token asks for it', { needsUpdate: true }, 'ask'],
  ['asked once', { needsUpdate: true, wasAsked: true }, 'wait'],
  ['hidden', { isHidden: true }, 'apply'],
  ['hidden, with something typed', { isHidden: true, hasInput: true }, 'wait'],
  ['hidden, asked before', { isHidden: true, needsUpdate: true, wasAsked: true }, 'apply'],
];

test.each(cases)('%s', (_, situation, expected) => {
  expect(decideUpdate({ ...ready, ...situation })).toBe(expected);
});
