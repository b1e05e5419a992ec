// npm run architecture: draws docs/architecture.md from the imports.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTree } from './check/tree.ts';
import { architectureFile, drawArchitecture } from './lib/architecture.ts';
import { presentText } from './lib/generated.ts';
import { root } from './lib/run.ts';

const text = drawArchitecture(readTree(root));
const isFresh = presentText(architectureFile) === text;
if (!isFresh) writeFileSync(join(root, architectureFile), text);
console.log(`${architectureFile} ${isFresh ? 'was fresh' : 'written'}`);
