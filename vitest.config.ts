import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// Neither UTC nor a whole hour, and a day ahead: what leans on the machine's zone fails here.
const timeZone = 'Pacific/Chatham';
process.env.TZ = timeZone;

/** TEST_SEED repeats the order of an earlier run. */
const seed = Number(process.env.TEST_SEED) || Date.now() % 1_000_000;

/**
 * Files in an order thrown by the seed, but those first that start whole servers, which wait more than they work, and the one
 * that spoils calls: ten minutes of a long run, which nothing would run beside at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const thrown = ({ moduleId }: (typeof files)[number]) =>
      createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    const place = (file: (typeof files)[number]) =>
      `${/\/(?:main|fuzz)[^/]*$/.test(file.moduleId) ? 'first' : 'then'} ${thrown(file)}`;
    return files.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }
}

const leavingNothing = 'scripts/tests/leave-nothing.ts';
const telling = process.env.TEST_TELLING;
/** `npm run mutate -- --all` repeats each test with each change. */
const changing = process.env.TEST_CHANGES;
const setupFiles = [...(changing ? ['scripts/mutation/trying.ts'] : []), leavingNothing];

const shared = { environment: 'node', env: { TZ: timeZone, TEST_SEED: String(seed) } } as const;

export default defineConfig({
  // Only what tests need: the product's own build has its plug-ins in vite.config.ts.
  configFile: false,
  test: {
    pool: 'forks',
    // What a file imports, the next one has: importing the server cost more than most files' tests.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    // One more than there are cores made 54 s of tests 67; what waits in vain for a change's effects leaves them idle.
    maxWorkers: availableParallelism() * (changing ? 2 : 1),
    allowOnly: false,
    slowTestThreshold: 3000,
    // What the queue does is waited for as long as a busy machine takes.
    expect: { poll: { timeout: changing ? 2_000 : 10_000, interval: 25 } },
    sequence: { shuffle: { files: false, tests: true }, sequencer: LongestFirst, seed },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['src/{shared,web}/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'api',
          include: ['src/server/**/*.test.ts'],
          globalSetup: 'src/server/testing/global-setup.ts',
          // `npm run mutate -- --rows` runs each query many times.
          testTimeout: telling ? 120_000 : changing ? 8_000 : 15_000,
          hookTimeout: telling ? 900_000 : 300_000,
          setupFiles: [...setupFiles, ...(telling ? ['scripts/mutation/telling.ts'] : [])],
        },
      },
    ],
  },
});
