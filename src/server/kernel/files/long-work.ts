import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '#shared/kernel/errors.ts';

/** For whom something is worked at. */
export interface Asking {
  /** A centre's id. */
  readonly whose: number;
  /** Nobody waits for it any more. */
  isGone(): boolean;
}

const asking = new AsyncLocalStorage<Asking>();

/** Does something for somebody: what of it is long waits for others of the same centre, and ends where nobody waits for it. */
export function workFor<T>(who: Asking, work: () => T): T {
  return asking.run(who, work);
}

/** Who waits to go on with something long, by centre in the order of their turns, each in the order in which they came. */
const lines = new Map<number | undefined, (() => void)[]>();

/**
 * Lets everybody else go first: resolves when it is one's turn to go on with something long. Of all who wait one goes on between two
 * looks of the process at what has come, so that many of them hold it up no longer than one; centres take turns. Throws
 * `busyTryAgain` where whoever asked has left.
 */
export function nextTurn(): Promise<void> {
  const who = asking.getStore();
  return new Promise((resolve, reject) => {
    const step = () => (who?.isGone() ? reject(new AppError('busyTryAgain')) : resolve());
    const own = lines.get(who?.whose);
    if (own) own.push(step);
    else lines.set(who?.whose, [step]);
    if (lines.size === 1 && !own) setImmediate(goOn);
  });
}

function goOn(): void {
  for (const [whose, line] of lines) {
    const step = line.shift();
    // Behind the others, if there is more of theirs.
    lines.delete(whose);
    if (line.length > 0) lines.set(whose, line);
    step?.();
    break;
  }
  // What goes on now, and may wait again, runs before the next.
  if (lines.size > 0) setImmediate(goOn);
}
