// npm run e2e: the browser journeys alone. What follows `--` goes to Playwright: npm run e2e -- -g booking
import { runJourneys } from './lib/suites.ts';

const { passed, failures } = await runJourneys(process.argv.slice(2));
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
