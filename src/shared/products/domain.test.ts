import { describe, expect, test } from 'vitest';
import { cents } from '#shared/kernel/money.ts';
import { clientTypes, onlineCents, readClientType, savedCents } from './domain.ts';

describe('a client type', () => {
  test.each(clientTypes.map((type) => [type]))('%s is known by its name', (type) => {
    expect(readClientType(type)).toBe(type);
    expect(readClientType(` ${type.toUpperCase()} `)).toBe(type);
  });

  // shows: client-kinds
  test.each([
    ['Rühmatreening', 'groupTraining'],
    ['ruhmatrenn', 'groupTraining'],
    ['jõusaal', 'gym'],
    // The same letters, composed another way.
    ['jo\u0303usaal', 'gym'],
    ['muu', 'other'],
    ['personaaltreening', 'personalTraining'],
    ['Bassein', 'pool'],
    ['constructor', undefined],
    ['saun', undefined],
    ['', undefined],
    [3, undefined],
    [undefined, undefined],
  ])('%s is %s', (raw, type) => {
    expect(readClientType(raw)).toBe(type);
  });
});

test.each([
  [1200, null, 1200, 0],
  [1200, 1000, 1000, 200],
  [1200, 0, 0, 1200],
  [1200, 1300, 1300, 0],
])('%s at the desk and %s in the app costs %s here', (desk, online, here, saved) => {
  const price = { priceCents: cents(desk), priceOnlineCents: online === null ? null : cents(online) };
  expect(onlineCents(price)).toBe(here);
  expect(savedCents(price)).toBe(saved);
});
