import { describe, expect, test } from 'vitest';
import { type Lock, licenceOf, licenceTextOf, packagesOf, readLock } from '../lib/packages.ts';
import { findPackageFaults, isAllowedLicence } from './packages.ts';

type Entry = Lock['packages'][string];
const good: Entry = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AAAA' };
const faultsOf = (entry: Entry) =>
  findPackageFaults({
    ...{ name: 'trenn', version: '1.0.0' },
    packages: { '': {}, 'node_modules/@a/b': { ...good, ...entry } },
  }).map(({ text }) => text);

describe('a package of the lock', () => {
  test('with an allowed licence and its sum is taken', () => {
    expect(faultsOf({})).toEqual([]);
  });

  test.each([
    ['without a licence', { license: undefined }, /@a\/b@1\.0\.0 declares no licence/],
    ['under another licence', { license: 'AGPL-3.0' }, /under AGPL-3\.0/],
    ['without its sum', { integrity: undefined }, /no integrity/],
    [
      'without its sum, for our machines',
      { integrity: undefined, optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
      /no integrity/,
    ],
    [
      'without its sum, for a machine of ours that it does not name',
      { integrity: undefined, os: ['darwin'] },
      /no integrity/,
    ],
  ])('%s is refused', (_, entry, text) => {
    expect(faultsOf(entry)).toEqual([expect.stringMatching(text)]);
  });

  test('for other machines alone may lack its sum', () => {
    expect(faultsOf({ integrity: undefined, optional: true, os: ['darwin'] })).toEqual([]);
    expect(
      faultsOf({ integrity: undefined, optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] }),
    ).toEqual([]);
  });
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND OFL-1.1', true],
  ['(MIT AND GPL-3.0)', false],
  ['GPL-3.0', false],
])('%s: allowed is %s', (expression, isAllowed) => {
  expect(isAllowedLicence(expression)).toBe(isAllowed);
});

test('what a package without a declared licence is under stands in its own text', () => {
  const undeclared = packagesOf(readLock()).filter(({ license }) => license === undefined);
  expect(undeclared.map((one) => [one.name, licenceOf(one)])).toEqual([['png-js', 'MIT']]);
  for (const one of undeclared) expect(licenceTextOf(one)).toMatch(/^MIT License/);
});
