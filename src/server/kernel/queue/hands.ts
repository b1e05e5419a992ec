import type { WorkerEvents } from 'graphile-worker';

/** Where SQL makes a job, the centre's number follows this. */
export const centreFlag = 'centre:';

/** What a centre's job is marked with, by which a lane passes it over while that centre has its share of hands. */
export const flagOf = (tenantId: number): string => `${centreFlag}${tenantId}`;

/** So many jobs of one centre are taken before those of the others have their turn. */
const mostInARow = 10;

/**
 * Whose jobs a lane has in hand, and whose turn it is: one centre has its share of the hands at most, and once it was served
 * some times it comes again when nobody else waits. The hands take one after another, so that none takes what is another's meanwhile.
 */
export class Hands {
  private readonly share: number;
  private readonly taken = new Map<string, number>();
  private readonly served = new Map<string, number>();
  private last: Promise<void> = Promise.resolve();
  private took: () => void = () => {};

  /**
   * @param share how many hands one centre may have of the lane whose events these are
   * @param hands how many there are
   */
  constructor(events: WorkerEvents, share: number, hands: number) {
    this.share = share;
    let wake = () => {};
    events.on('pool:create', ({ workerPool }) => {
      wake = () => workerPool.nudge(hands);
    });
    events.on('job:start', ({ job }) => {
      const flag = flagIn(job.payload);
      if (flag) {
        add(this.taken, flag, 1);
        add(this.served, flag, 1);
      }
      this.took();
    });
    events.on('worker:getJob:empty', () => {
      const hasRounds = [...this.served.values()].some((count) => count >= mostInARow);
      // Nobody else waits: whoever was served is served again.
      if (hasRounds) this.served.clear();
      this.took();
      if (hasRounds) wake();
    });
    events.on('worker:getJob:error', () => this.took());
    events.on('job:complete', ({ job }) => {
      const flag = flagIn(job.payload);
      if (flag) add(this.taken, flag, -1);
    });
  }

  /** Flags of whom no more may be taken of, once the hand before this one has taken what it takes. */
  async full(): Promise<string[]> {
    const before = this.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.last = promise;
    await before;
    this.took = resolve;
    const busy = [...this.taken].filter(([, count]) => count >= this.share);
    const served = [...this.served].filter(([, count]) => count >= mostInARow);
    return [...new Set([...busy, ...served].map(([flag]) => flag))];
  }
}

function flagIn(payload: unknown): string | undefined {
  const { tenantId } = (payload ?? {}) as { readonly tenantId?: unknown };
  return typeof tenantId === 'number' ? flagOf(tenantId) : undefined;
}

function add(counts: Map<string, number>, flag: string, change: number): void {
  const count = (counts.get(flag) ?? 0) + change;
  if (count > 0) counts.set(flag, count);
  else counts.delete(flag);
}
