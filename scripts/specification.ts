// node scripts/specification.ts: writes docs/specification-coverage.md from the catalogue of the specification and the tests.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentText } from './lib/generated.ts';
import { root } from './lib/run.ts';
import { coverageFile, coverageOf } from './specification/coverage.ts';

const { page, faults } = coverageOf();
const isFresh = presentText(coverageFile) === page;
if (!isFresh) writeFileSync(join(root, coverageFile), page);
console.log(`${coverageFile} ${isFresh ? 'was fresh' : 'written'}`);
for (const { file, line, text } of faults)
  console.log(`${file}${line === undefined ? '' : `:${line}`}: ${text}`);
