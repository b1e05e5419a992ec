import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { architectureFile, drawArchitecture } from '../lib/architecture.ts';
import { generateFromMigrations, presentText } from '../lib/generated.ts';
import { drawGlossary, glossaryFile } from '../lib/glossary.ts';
import { readLock } from '../lib/packages.ts';
import { root } from '../lib/run.ts';
import { findEndpointFaults, loadEndpoints } from './endpoints.ts';
import { findOldWords } from './glossary.ts';
import { findCycles, findImportFaults } from './imports.ts';
import { findRingFaults } from './knot.ts';
import { findPackageFaults } from './packages.ts';
import { findUnused, runBiome, runCompiler } from './programs.ts';
import { findRepeats } from './repeats.ts';
import { findScreenTextFaults, loadTextParts } from './screen-texts.ts';
import { findStructureFaults } from './structure.ts';
import { findStyleArithmeticFaults } from './style-arithmetic.ts';
import { findTextFaults, loadCatalogues } from './texts.ts';
import { type Fault, lineAt, readTree, type SourceFile } from './tree.ts';
import { findWidthFaults } from './widths.ts';
import { findForbiddenWords } from './words.ts';

export interface Part {
  readonly name: string;
  run(): Promise<readonly Fault[]>;
}

/** The compiler's projects; each sees only what its side of the house may see. */
const projects = ['src/shared', 'src/server', 'src/web', 'src/web/tsconfig.worker.json', 'e2e'];

/** Every part of the check; each counts as one test. */
export function listParts(): Part[] {
  let read: SourceFile[] | undefined;
  const files = () => {
    read ??= readTree(root);
    return read;
  };
  return [
    // The longest first: the short ones run beside them.
    { name: 'generated files', run: findStaleFiles },
    ...projects.map((project) => ({ name: `types of ${project}`, run: () => runCompiler(project) })),
    { name: 'lint and format', run: runBiome },
    { name: 'nothing unused', run: findUnused },
    { name: 'file names and sizes', run: async () => findStructureFaults(files()) },
    { name: 'imports', run: async () => findImportFaults(files()) },
    { name: 'cycles', run: async () => findCycles(files()) },
    {
      name: 'order of the nouns',
      run: async () => [...findRingFaults(files()), ...findOldArchitecture(files())],
    },
    { name: 'forbidden words', run: async () => findForbiddenWords(files()) },
    {
      name: 'glossary',
      run: async () => [...findOldWords(files()), ...(await findOldGlossary())],
    },
    { name: 'nothing twice', run: async () => findRepeats(files()) },
    { name: 'packages', run: async () => findPackageFaults(readLock()) },
    {
      name: 'widths and arithmetic of styles',
      run: async () => [...findWidthFaults(files()), ...findStyleArithmeticFaults(files())],
    },
    {
      name: 'texts',
      run: async () => [
        ...findTextFaults(await loadCatalogues(root), files()),
        ...findScreenTextFaults(await loadTextParts(root), files()),
      ],
    },
    {
      name: "specification's endpoints",
      run: async () => findEndpointFaults(await loadEndpoints(root), files()),
    },
  ].filter(({ name }) => name !== 'types of e2e' || existsSync(join(root, 'e2e/tsconfig.json')));
}

/** Generated files that are not what the migrations make now, with their first differing line. */
async function findStaleFiles(): Promise<Fault[]> {
  return (await generateFromMigrations()).flatMap(({ file, text }) => {
    const present = presentText(file);
    if (present === text) return [];
    const at = [...text].findIndex((letter, index) => letter !== present[index]);
    const line = at < 0 ? undefined : lineAt(text, at);
    return [{ file, line, text: 'does not follow from db/migrations: run npm run db:sync' }];
  });
}

function findOldArchitecture(files: readonly SourceFile[]): Fault[] {
  const isFresh = presentText(architectureFile) === drawArchitecture(files);
  return isFresh
    ? []
    : [{ file: architectureFile, text: 'is not as the imports are: run npm run architecture' }];
}

async function findOldGlossary(): Promise<Fault[]> {
  const isFresh = presentText(glossaryFile) === drawGlossary(await loadCatalogues(root));
  return isFresh ? [] : [{ file: glossaryFile, text: 'is not as the terms are: run npm run architecture' }];
}
