import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { root } from './run.ts';

const LockEntry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lock = z.object({ name: z.string(), version: z.string(), packages: z.record(z.string(), LockEntry) });
export type Lock = z.infer<typeof Lock>;

/** A package of the lock, at one place below node_modules. */
export interface LockedPackage extends z.infer<typeof LockEntry> {
  /** `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
}

/** What package-lock.json says. */
export function readLock(): Lock {
  return Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
}

/** Every package of a lock but Trenn itself. */
export function packagesOf({ packages }: Lock): LockedPackage[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      ...entry,
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
    }));
}

/** What a package without a declared licence says in a file of its own (decision 0075). */
const settled: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

/** The licence of a package as an SPDX expression; undefined where nobody has settled it. */
export function licenceOf({ name, version, license }: LockedPackage): string | undefined {
  return license ?? settled[`${name}@${version}`];
}

/** The text of the licence that a package brings; undefined where it brings none, or is not installed. */
export function licenceTextOf({ path }: Pick<LockedPackage, 'path'>): string | undefined {
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license']
    .map((name) => join(root, path, name))
    .find((one) => existsSync(one));
  return file && readFileSync(file, 'utf8');
}
