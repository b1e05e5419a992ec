// Run after npm changed the lockfile: npm leaves out optional packages it could not look up, and then refuses its own file.
// Adds to a package-lock.json the optional platform packages that it names but does not describe.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2];
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32', 'windows'];
const added = [];
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    let base = path,
      found = false;
    while (true) {
      if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) {
        found = true;
        break;
      }
      if (!base) break;
      base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/'))).replace(/\/$/, '');
    }
    if (found) continue;
    const words = name.split('/').pop().split('-');
    const at = words.findIndex((w) => systems.includes(w));
    if (at < 0) throw new Error(`no platform in ${name}`);
    const libc = words.includes('musl')
      ? ['musl']
      : words[at] === 'linux' && words.some((w) => /^gnu/.test(w))
        ? ['glibc']
        : undefined;
    packages[`node_modules/${name}`] = {
      version,
      cpu: [words[at + 1]],
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      license: entry.license,
      optional: true,
      os: [words[at] === 'windows' ? 'win32' : words[at]],
    };
    added.push(`${name}@${version}`);
  }
}
const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(added.length, 'added');
