// npm run check: everything that can be refused without running the product.
import { listParts } from './check/parts.ts';
import { runParts } from './check/report.ts';

const { passed, failed } = await runParts(listParts());
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
