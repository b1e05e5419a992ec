import type { WorkerEvents } from 'graphile-worker';

/** Where SQL makes a job, the centre's number follows this. */
export const centreFlag = 'centre:';

/** What a centre's job is marked with, by which a lane passes it over while that centre has its share of hands. */
export const flagOf = (tenantId: number): string => `${centreFlag}${tenantId}`;

/** Whose jobs a lane has in hand. The hands take one after another, so that none takes what is another's share meanwhile. */
export class Hands {
  private readonly share: number;
  private readonly taken = new Map<string, number>();
  private last: Promise<void> = Promise.resolve();
  private took: () => void = () => {};

  /** @param share how many hands one centre may have of the lane whose events these are */
  constructor(events: WorkerEvents, share: number) {
    this.share = share;
    events.on('job:start', ({ job }) => {
      this.count(job.payload, 1);
      this.took();
    });
    events.on('worker:getJob:empty', () => this.took());
    events.on('worker:getJob:error', () => this.took());
    events.on('job:complete', ({ job }) => this.count(job.payload, -1));
  }

  /** Flags of whom no more may be taken of, once the hand before this one has taken what it takes. */
  async full(): Promise<string[]> {
    const before = this.last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.last = promise;
    await before;
    this.took = resolve;
    return [...this.taken].flatMap(([flag, count]) => (count >= this.share ? [flag] : []));
  }

  private count(payload: unknown, change: number): void {
    const { tenantId } = (payload ?? {}) as { readonly tenantId?: unknown };
    if (typeof tenantId !== 'number') return;
    const count = (this.taken.get(flagOf(tenantId)) ?? 0) + change;
    if (count > 0) this.taken.set(flagOf(tenantId), count);
    else this.taken.delete(flagOf(tenantId));
  }
}
