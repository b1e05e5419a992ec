// npm run e2e: the browser journeys alone, all of them. What follows `--` goes to Playwright: npm run e2e -- -g booking
// but for --at 2027-03-28T02:50: as if it were then, in Tallinn.
import { runAt, takeAt } from './tests/at.ts';
import { runJourneys } from './tests/journeys.ts';

const { at, rest } = takeAt(process.argv.slice(2));
if (at === undefined) {
  const { passed, failures } = await runJourneys({ args: rest });
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else process.exitCode = await runAt(at, rest);
