import { AppError } from '#shared/kernel/errors.ts';
import { type LeaveTurn, Turns } from '../turns.ts';

/** Of a centre and a kind of file. */
const mostAMinute = 20;
const minuteMs = 60_000;

/**
 * Who may send a file now: one of a centre at a time, from its first byte until it is dealt with; the next stays unread. The
 * bound of all is one of memory.
 */
export class Arrivals {
  private readonly turns = new Turns({ perCentre: 1, inAll: 8, mostWaiting: 8, seconds: 20 });
  /** When a centre asked for a kind, in milliseconds of this process. */
  private readonly asked = new Map<string, readonly number[]>();

  /** Waits until a centre's file may be sent. Throws `tooManyRequests`, `busyTryAgain`. */
  take(centreId: number, kind: string, signal: AbortSignal): Promise<LeaveTurn> {
    this.count(`${centreId} ${kind}`);
    return this.turns.take(centreId, signal);
  }

  private count(key: string): void {
    const now = performance.now();
    for (const [other, moments] of this.asked) {
      if ((moments.at(-1) ?? 0) <= now - minuteMs) this.asked.delete(other);
    }
    const lately = (this.asked.get(key) ?? []).filter((moment) => moment > now - minuteMs);
    if (lately.length >= mostAMinute) throw new AppError('tooManyRequests');
    this.asked.set(key, [...lately, now]);
  }
}
