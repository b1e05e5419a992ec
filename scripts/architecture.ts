// npm run architecture: draws docs/architecture.md from the imports, and docs/glossary.md from the terms and the texts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCatalogues } from './check/texts.ts';
import { readTree } from './check/tree.ts';
import { architectureFile, drawArchitecture } from './lib/architecture.ts';
import { presentText } from './lib/generated.ts';
import { drawGlossary, glossaryFile } from './lib/glossary.ts';
import { root } from './lib/run.ts';

const pages = [
  [architectureFile, drawArchitecture(readTree(root))],
  [glossaryFile, drawGlossary(await loadCatalogues(root))],
] as const;
for (const [file, text] of pages) {
  const isFresh = presentText(file) === text;
  if (!isFresh) writeFileSync(join(root, file), text);
  console.log(`${file} ${isFresh ? 'was fresh' : 'written'}`);
}
