import { expect, test, vi } from 'vitest';
import { givingWay } from './giving-way.ts';

test('a line that never ends takes half of the time from jobs, not more', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  try {
    const begun = performance.now();
    const giveWay = givingWay(() => true);
    const after = async () => {
      const given = giveWay();
      await vi.advanceTimersByTimeAsync(1000);
      await given;
    };
    await after();
    const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
    expect(seconds()).toBe(1);
    for (let job = 0; job < 50; job += 1) await giveWay();
    expect(seconds()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    let isGone = false;
    const next = giveWay().then(() => {
      isGone = true;
    });
    await vi.advanceTimersByTimeAsync(900);
    expect(isGone).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await next;
  } finally {
    vi.useRealTimers();
  }
});
