import type { Db } from '#server/kernel/db.ts';
import type { EventBus } from '#server/kernel/events.ts';
import type { Streams } from '#server/kernel/streams.ts';
import { liveEvents, type TrainingNumbers } from '#shared/schedule/contract.ts';
import { freePlacesOf } from '#shared/schedule/domain.ts';
import * as data from './data.ts';

/** What changed at one moment is told together: several bookings of one press, a place and who moved up into it. */
const gatherMilliseconds = 30;
/**
 * In a rush nothing is told sooner after the last telling: one read and one message, not a thousand. Together with
 * the relay, which looks every 50 ms for what other processes changed, hardly anybody waits for the whole 250 ms of
 * the budget.
 */
const spacingMilliseconds = 200;
/** Beyond this many at once a screen had better read its day again. */
const mostTrainings = 400;

/**
 * Tells open timetables what changed (specification point 3: places and waiting list are live): once per tenant and
 * telling, read from the database after the commit. Only numbers of public trainings travel; of others only that they
 * changed.
 */
export class ScheduleLive {
  private readonly db: Db;
  private readonly streams: Streams;
  private readonly onError: (error: unknown) => void;
  private readonly changed = new Map<number, Set<number>>();
  private readonly edited = new Map<number, Set<number>>();
  private timer: NodeJS.Timeout | undefined;
  /** By the clock of the process that only goes forward. */
  private toldAt = Number.NEGATIVE_INFINITY;

  constructor(db: Db, streams: Streams, events: EventBus, onError: (error: unknown) => void) {
    this.db = db;
    this.streams = streams;
    this.onError = onError;
    events.on((tenantId, event) => {
      if (event.topic === 'trainingChanged') this.note(this.changed, tenantId, [event.trainingId]);
      if (event.topic === 'timetableChanged') this.note(this.edited, tenantId, event.trainingIds);
      if (event.topic === 'rollChanged') this.streams.tell(tenantId, liveEvents.roll, [event.trainingId]);
      if (event.topic === 'tenantChanged') this.streams.tell(tenantId, liveEvents.reload, {});
    });
  }

  /** After a gap nothing is known: every open timetable reads anew. */
  tellGap(): void {
    for (const tenantId of this.streams.tenants()) this.streams.tell(tenantId, liveEvents.reload, {});
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private note(kind: Map<number, Set<number>>, tenantId: number, trainingIds: readonly number[]): void {
    if (!this.streams.isWatched(tenantId)) return;
    const known = kind.get(tenantId) ?? new Set();
    kind.set(tenantId, known);
    for (const id of trainingIds) known.add(id);
    if (this.timer) return;
    const due = this.toldAt + spacingMilliseconds - performance.now();
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.toldAt = performance.now();
        void this.tell();
      },
      Math.max(gatherMilliseconds, due),
    );
  }

  private async tell(): Promise<void> {
    const changed = [...this.changed];
    this.changed.clear();
    for (const [tenantId, ids] of this.edited) this.streams.tell(tenantId, liveEvents.changed, [...ids]);
    this.edited.clear();
    // Beside each other: nobody waits for a centre that is busy.
    await Promise.all(
      changed.map(async ([tenantId, trainingIds]) => {
        try {
          await this.tellTenant(tenantId, [...trainingIds]);
        } catch (error) {
          this.onError(error);
          this.streams.tell(tenantId, liveEvents.reload, {});
        }
      }),
    );
  }

  private async tellTenant(tenantId: number, trainingIds: number[]): Promise<void> {
    if (trainingIds.length > mostTrainings) {
      this.streams.tell(tenantId, liveEvents.reload, {});
      return;
    }
    const [rows] = await this.db.read(tenantId, data.listNumbers({ trainingIds }));
    const numbers = rows
      .filter(({ isPublic }) => isPublic)
      .map((row): TrainingNumbers => [row.id, row.booked, freePlacesOf(row), row.waiting]);
    if (numbers.length > 0) this.streams.tell(tenantId, liveEvents.numbers, numbers);
    const told = new Set(numbers.map(([id]) => id));
    const hidden = trainingIds.filter((id) => !told.has(id));
    if (hidden.length > 0) this.streams.tell(tenantId, liveEvents.changed, hidden);
  }
}
