import { expect, test } from 'vitest';
import { endpoints } from '#shared/endpoints.ts';
import { namesIn } from './furnished/nouns.ts';
import { furnished, personalNouns } from './furnished.ts';
import { withServer } from './server.ts';

const running = withServer();

test('there is one of everything, and each person has their own', async () => {
  const { things, othersThings, owner } = await furnished(running, 'Koduke');
  const missing = (all: object) => Object.entries(all).filter(([, id]) => id === 0 || id === '');
  expect([...missing(things), ...missing(othersThings)]).toEqual([]);
  expect(Object.keys(owner.things).sort()).toEqual([...personalNouns].sort());
  for (const noun of personalNouns) expect([noun, othersThings[noun]]).not.toEqual([noun, things[noun]]);
});

test('it is known what every id that an endpoint is given names', () => {
  const nameless = endpoints.flatMap((endpoint) =>
    namesIn(endpoint)
      .filter(({ noun }) => noun === undefined)
      .map(({ part, field }) => `${endpoint.method} ${endpoint.path} ${part} ${field}`),
  );
  expect(nameless).toEqual([]);
});
