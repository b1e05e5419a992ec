/** Where the calls are made. */
export const fuzzFile = 'src/server/kernel/fuzz.test.ts';

/** How long they are made where time is no matter. */
export const longFuzzSeconds = 600;
