import { type Lock, type LockedPackage, licenceOf, packagesOf } from '../lib/packages.ts';
import type { Fault } from './tree.ts';

/**
 * Licences that bind us to no more than naming whose it is, and to showing changes made to files of theirs (MPL-2.0: we make
 * none). Another one needs a record in docs/decisions.
 */
const allowedLicences: ReadonlySet<string> = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['MPL-2.0', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib'],
  // Fonts, and data about browsers.
  ...['OFL-1.1', 'CC-BY-4.0'],
]);

/** Whether an SPDX expression leaves a way that is allowed: one of an `OR`, all of an `AND`. */
export function isAllowedLicence(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowedLicence);
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowedLicence);
  return allowedLicences.has(bare);
}

/** Packages of the lock that may not be used, or whose content nothing vouches for. */
export function findPackageFaults(lock: Lock): Fault[] {
  return packagesOf(lock).flatMap((one) => {
    const named = `${one.name}@${one.version}`;
    const licence = licenceOf(one);
    return [
      ...(licence === undefined
        ? [`${named} declares no licence: settle it in scripts/lib/packages.ts`]
        : []),
      ...(licence !== undefined && !isAllowedLicence(licence) ? [`${named} is under ${licence}`] : []),
      ...(one.integrity === undefined && mayBeInstalled(one) ? [`${named} has no integrity`] : []),
    ].map((text) => ({ file: 'package-lock.json', text }));
  });
}

/**
 * Whether a machine that Trenn is made for installs it: Linux on x64 with glibc. What is only for others may lack its sum,
 * where the registry that the lock was written from had none of it (decision 0075).
 */
function mayBeInstalled({ optional = false, os, cpu, libc }: LockedPackage): boolean {
  const fits = (all: readonly string[] | undefined, ours: string) => all?.includes(ours) ?? true;
  return !optional || (fits(os, 'linux') && fits(cpu, 'x64') && fits(libc, 'glibc'));
}
