// npm run fuzz: calls every endpoint with what it may be given and with what it may not, in every role, for ten minutes;
// nothing of it may answer 5xx, take longer than three seconds or break what is shown afterwards.
//   -- --seconds 60            so long
//   -- --seed 7                the same calls once more
//   -- --role admin,client     as these alone
//   -- --path /admin/invoice   endpoints whose method and path contain it
//   -- --again 7.3.57          one call, after those before it in its round, with what was asked and answered
import { parseArgs } from 'node:util';
import { packageProgram, show } from './lib/run.ts';
import { fuzzFile, longFuzzSeconds } from './tests/fuzzing.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: String(longFuzzSeconds) },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    role: { type: 'string' },
    path: { type: 'string' },
    again: { type: 'string' },
  },
});
const [node, program] = packageProgram('vitest/vitest.mjs');
process.exitCode = await show(node, [program, 'run', '--project', 'api', fuzzFile], {
  FUZZ_SEED: values.seed,
  FUZZ_SECONDS: values.seconds,
  FUZZ_ROLES: values.role ?? '',
  FUZZ_PATH: values.path ?? '',
  FUZZ_AGAIN: values.again ?? '',
});
