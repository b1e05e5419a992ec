// npm run check: everything that can be refused without running the product.
import { listParts } from './check/parts.ts';
import { runParts } from './check/report.ts';

const parts = listParts();
const failed = await runParts(parts);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
