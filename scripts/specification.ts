// node scripts/specification.ts: writes docs/specification-coverage.md from the catalogue of the specification.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentText } from './lib/generated.ts';
import { root } from './lib/run.ts';
import { coverageFile, drawCoverage } from './specification/coverage.ts';

const text = drawCoverage();
const isFresh = presentText(coverageFile) === text;
if (!isFresh) writeFileSync(join(root, coverageFile), text);
console.log(`${coverageFile} ${isFresh ? 'was fresh' : 'written'}`);
