import { AppError } from '#shared/kernel/errors.ts';

export interface TurnBounds {
  /** How many of one centre are at it at once. */
  readonly perCentre: number;
  /** And of all centres. */
  readonly inAll: number;
  /** How many more of one centre may wait; the next is refused with `busyTryAgain`. */
  readonly mostWaiting: number;
  /** How long each of them waits at most. */
  readonly seconds: number;
}

/** Gives up a turn; once more does nothing. */
export type LeaveTurn = () => void;

/** A centre's id, or what else is to have its own line. */
type Whose = number | string;

interface Waiter {
  begin(): void;
}

/** Few at a time: a centre only gets in its own way, and where all together are too many, centres take turns. */
export class Turns {
  private readonly bounds: TurnBounds;
  private readonly taken = new Map<Whose, number>();
  /** By centre, in the order of their turns. */
  private readonly waiting = new Map<Whose, Waiter[]>();
  private inAll = 0;

  constructor(bounds: TurnBounds) {
    this.bounds = bounds;
  }

  /** Waits for a turn. Throws `busyTryAgain` where too many wait already, for too long, or once `signal` is aborted. */
  async take(centreId: Whose, signal?: AbortSignal): Promise<LeaveTurn> {
    const { mostWaiting, seconds } = this.bounds;
    const own = this.waiting.get(centreId) ?? [];
    if (own.length === 0 && this.isFree(centreId)) return this.begin(centreId);
    if (signal?.aborted || own.length >= mostWaiting) throw new AppError('busyTryAgain');
    return new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        over();
        this.forget(centreId, waiter);
        reject(new AppError('busyTryAgain'));
      };
      const waiter: Waiter = {
        begin: () => {
          over();
          resolve(this.begin(centreId));
        },
      };
      const timer = setTimeout(giveUp, seconds * 1000);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.set(centreId, [...own, waiter]);
    });
  }

  /** Does something in a turn of its own. Throws what `take` and the work throw. */
  async run<T>(whose: Whose, work: () => Promise<T>): Promise<T> {
    const leave = await this.take(whose);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  private isFree(centreId: Whose): boolean {
    const { perCentre, inAll } = this.bounds;
    return this.inAll < inAll && (this.taken.get(centreId) ?? 0) < perCentre;
  }

  private begin(centreId: Whose): LeaveTurn {
    this.inAll += 1;
    this.taken.set(centreId, (this.taken.get(centreId) ?? 0) + 1);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.inAll -= 1;
      const left = (this.taken.get(centreId) ?? 1) - 1;
      if (left > 0) this.taken.set(centreId, left);
      else this.taken.delete(centreId);
      this.next();
    };
  }

  private next(): void {
    for (const [centreId, [waiter, ...others]] of this.waiting) {
      if (!waiter || !this.isFree(centreId)) continue;
      // Whoever was served stands at the end of the line again.
      this.waiting.delete(centreId);
      if (others.length > 0) this.waiting.set(centreId, others);
      waiter.begin();
      return;
    }
  }

  private forget(centreId: Whose, waiter: Waiter): void {
    const own = (this.waiting.get(centreId) ?? []).filter((other) => other !== waiter);
    if (own.length > 0) this.waiting.set(centreId, own);
    else this.waiting.delete(centreId);
  }
}
