import { expect, test } from 'vitest';
import { type Lock, packagesOf, readLock } from './packages.ts';
import { partsList } from './parts-list.ts';

interface Parts {
  readonly serialNumber: string;
  readonly components: { readonly name: string; readonly purl: string; readonly licenses?: unknown }[];
  readonly dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const small: Lock = {
  ...{ name: 'trenn', version: '1.0.0' },
  packages: {
    '': { dependencies: { '@a/b': '^1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/@a/b': {
      ...{ version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
      dependencies: { c: '^2.0.0' },
    },
    'node_modules/@a/b/node_modules/c': { version: '2.0.0', license: 'ISC' },
    'node_modules/c': { version: '1.0.0', license: 'ISC', optional: true },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
  },
};

test('lists what is shipped, with its licence, its sum and what it needs', () => {
  expect(partsList(small)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      {
        purl: 'pkg:npm/%40a/b@1.2.3',
        scope: 'required',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: '000102' }],
      },
      { purl: 'pkg:npm/c@1.0.0', scope: 'optional' },
      { purl: 'pkg:npm/c@2.0.0', scope: 'required' },
    ],
    dependencies: [
      { ref: 'pkg:npm/%40a/b@1.2.3', dependsOn: ['pkg:npm/c@2.0.0'] },
      { ref: 'pkg:npm/c@1.0.0', dependsOn: [] },
      { ref: 'pkg:npm/c@2.0.0', dependsOn: [] },
      { ref: 'pkg:npm/trenn@1.0.0', dependsOn: ['pkg:npm/%40a/b@1.2.3'] },
    ],
  });
});

test('of this lock: every shipped package once, whole, and the same each time', () => {
  const lock = readLock();
  const { components, dependencies, serialNumber } = partsList(lock) as Parts;
  const shipped = new Set(
    packagesOf(lock)
      .filter(({ dev }) => !dev)
      .map(({ name, version }) => `${name}@${version}`),
  );
  expect(components).toHaveLength(shipped.size);
  expect(components.filter(({ licenses }) => !licenses)).toEqual([]);
  const known = new Set(components.map(({ purl }) => purl));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
  expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(JSON.stringify(partsList(readLock()))).toBe(JSON.stringify(partsList(lock)));
});
