import { expect, test } from 'vitest';
import { readCode } from './near.ts';
import type { Site } from './site.ts';
import { groupsOf } from './together.ts';

const using = (path: string) => `import { a } from '#shared/${path}/domain.ts';`;
const texts: Record<string, string> = {
  'src/shared/kernel/domain.ts': '',
  'src/shared/kernel/domain.test.ts': using('kernel'),
  'src/shared/rooms/domain.ts': using('kernel'),
  'src/shared/rooms/domain.test.ts': using('rooms'),
  'src/shared/tickets/domain.ts': '',
  'src/shared/tickets/domain.test.ts': using('tickets'),
  'src/shared/feeds/domain.ts': '',
};
const code = readCode(Object.entries(texts).map(([path, text]) => ({ path, text })));
const siteIn = (noun: string, rest: Partial<Site> = {}): Site => ({
  ...{ kind: 'domain', file: `src/shared/${noun}/domain.ts`, start: 0, end: 0, replacement: '' },
  ...rest,
});

test('rules whose tests reach no other are tried at once; what has no test of its own is not', () => {
  const [kernel, rooms, tickets] = [siteIn('kernel'), siteIn('rooms'), siteIn('tickets')];
  const groups = groupsOf([kernel, rooms, tickets, siteIn('feeds'), { ...tickets }], code);
  expect(groups.map(({ sites }) => sites.map(({ file }) => file.split('/')[2]))).toEqual([
    ['kernel', 'tickets'],
    ['rooms', 'tickets'],
  ]);
  const [first] = groups;
  const failure = { file: 'src/shared/tickets/domain.test.ts', title: 'a', isLate: false };
  expect([first?.isFailing(kernel, failure), first?.isFailing(tickets, failure)]).toEqual([false, true]);
});

test('roles are tried at once, each by the tests under the name of its endpoint', () => {
  const roleOf = (endpoint: string) => siteIn('rooms', { kind: 'roles', endpoint });
  const [list, one] = [roleOf('GET /user/room'), roleOf('GET /user/room/:id')];
  const [group] = groupsOf([list, one], code);
  const failure = { file: 'access.test.ts', title: 'GET /user/room/:id as visitor', isLate: false };
  expect(group?.sites).toEqual([list, one]);
  expect([group?.isFailing(list, failure), group?.isFailing(one, failure)]).toEqual([false, true]);
});
