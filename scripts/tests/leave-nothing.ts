import { afterAll, vi } from 'vitest';

// Files share a process. `unstubGlobals` takes back before each test what the one before had put in place: after the last test
// of a file it would stay while the next file is read, whose tables may ask for the same.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
