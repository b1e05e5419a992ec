import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addDays, compareInstants } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import { decideCancelling, decideRegistration } from '#shared/registrations/domain.ts';
import {
  acceptOffer,
  endDue,
  freePlace,
  type Line,
  type LineEntry,
  leaveLine,
  type Move,
  settle,
} from '#shared/registrations/queue/domain.ts';
import {
  bookingWindow,
  type ClientFacts,
  firstFreePlace,
  type LiveRegistration,
  placesOf,
  type Rules,
  type TrainingFacts,
  withHeld,
} from '#shared/registrations/rules/domain.ts';
import { banOf, type Strike } from '#shared/registrations/strikes/domain.ts';
import { hadPlace, type RecordedTraining, type RecordedWish, type ReplayEvent } from '../records/domain.ts';

/** So far back it is tried. */
const simulatedDays = 90;

/** The first local date of what is tried. */
export function simulatedFrom(today: string): string {
  return addDays(today, -simulatedDays);
}

export interface Refused {
  readonly wish: RecordedWish;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

/** A place left unused; it counts once its training is over. */
interface Left extends Strike {
  readonly registrationId: number;
  readonly endsAt: string;
}

interface Given {
  readonly registrationId: number;
  readonly clientId: number;
  readonly at: string;
}

export interface ReplaySetting {
  readonly limits: BookingLimits;
  readonly timeZone: string;
  readonly trainings: ReadonlyMap<number, RecordedTraining>;
  /** What was wished for before is taken as it was recorded. */
  readonly since: string;
  /** Registrations that are there whatever the limits say: put in by staff, or under limits of then. */
  readonly exempt: ReadonlySet<number> | 'all';
}

/**
 * The booked history once more under other limits, decided by the functions that decide bookings. Whoever is refused
 * is never there, so that later wishes meet what would have been. Nothing is known of those who were refused when it
 * happened: they stand in no record.
 */
export class Replay {
  readonly refused: Refused[] = [];
  /** Places held when the trainings began, of those that began since. */
  placesFilled = 0;
  private day = '';
  private before = '';
  private readonly setting: ReplaySetting;
  private readonly lines = new Map<number, Line>();
  private readonly recorded = new Map<number, RecordedWish>();
  private readonly live = new Map<number, LiveRegistration[]>();
  private readonly strikes = new Map<number, Left[]>();
  private readonly dropped = new Map<number, Given[]>();

  constructor(setting: ReplaySetting) {
    this.setting = setting;
  }

  /** Places given back late or left unused, which nobody took. */
  get unused(): number {
    let count = 0;
    for (const list of this.strikes.values()) {
      count += list.filter(({ at }) => compareInstants(at, this.setting.since) >= 0).length;
    }
    return count;
  }

  play({ kind, at, wish }: ReplayEvent): void {
    const training = this.setting.trainings.get(wish.trainingId);
    if (!training) return;
    if (kind === 'wish') this.wish(wish, training, at);
    else if (kind === 'leave') this.leave(wish, at);
    else if (kind === 'start') this.start(wish, at);
    else if (this.ownOf(wish)?.state === 'booked') this.strike(wish, at);
  }

  private wish(wish: RecordedWish, training: RecordedTraining, at: string): void {
    this.recorded.set(wish.registrationId, wish);
    const isBefore = compareInstants(wish.createdAt, this.setting.since) < 0;
    const { exempt } = this.setting;
    const isExempt = isBefore || exempt === 'all' || exempt.has(wish.registrationId);
    const line = this.lineOf(training);
    const rules = this.rulesAt(at);
    try {
      if (isBefore) throw new AppError('unknown');
      const client = this.factsOf(wish.clientId, at);
      const {
        decision,
        moves,
        training: after,
      } = decideRegistration(
        line.training,
        client,
        // Without a free place nobody in line is looked at.
        firstFreePlace(line.training) === undefined ? line.entries : this.withClients(line.entries, at),
        rules,
        true,
      );
      const left = new Set(
        moves.filter(({ kind }) => kind !== 'passedOver').map(({ registrationId }) => registrationId),
      );
      const entries = line.entries.filter(({ registrationId }) => !left.has(registrationId));
      this.lines.set(training.id, { training: after, entries, moves: [] });
      for (const move of moves) this.apply(move);
      if (decision.outcome === 'booked') {
        this.add(wish, training, { state: 'booked', place: decision.place, freeUntil: decision.freeUntil });
        this.forgive(training.id, wish.clientId);
      } else this.join(wish, training, decision.freeUntil);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!isBefore) this.refused.push({ wish, code: error.code, details: error.details ?? {} });
      if (isExempt) this.put(wish, training);
    }
  }

  /** As it was recorded, past every rule. */
  private put(wish: RecordedWish, training: RecordedTraining): void {
    if (this.ownOf(wish)) return;
    const { freeCancelUntil } = bookingWindow(training.startsAt, this.setting);
    if (!hadPlace(wish)) {
      this.join(wish, training, freeCancelUntil);
      return;
    }
    const line = this.lineOf(training);
    const place = firstFreePlace(line.training) ?? line.training.places.next;
    const places = withHeld(line.training.places, place);
    this.lines.set(training.id, { ...line, training: { ...line.training, places } });
    this.add(wish, training, { state: 'booked', place, freeUntil: freeCancelUntil });
  }

  private join(wish: RecordedWish, training: RecordedTraining, freeUntil: string): void {
    const line = this.lineOf(training);
    this.add(wish, training, { state: 'waiting', place: null, freeUntil });
    const entry: LineEntry = {
      registrationId: wish.registrationId,
      state: 'waiting',
      place: null,
      heldUntil: null,
      freeUntil,
      endedAt: null,
      wishId: null,
      swapFor: null,
      noticeMinutes: wish.noticeMinutes,
      passedReason: null,
      client: { clientId: wish.clientId, isBlocked: false, registrations: [] },
    };
    const waiting = line.entries.filter(({ state }) => state === 'waiting').length + 1;
    this.lines.set(training.id, {
      ...line,
      training: { ...line.training, waiting },
      entries: [...line.entries, entry],
    });
  }

  private leave(wish: RecordedWish, at: string): void {
    const own = this.ownOf(wish);
    const training = this.setting.trainings.get(wish.trainingId);
    if (!own || !training) return;
    const rules = this.rulesAt(at);
    const line = this.withFacts(this.lineOf(training), at);
    this.remove(wish);
    if (own.state === 'booked' && own.place !== null) {
      this.drop(wish, own, rules);
      this.advance(freePlace(line, own.place, rules), rules);
    } else if (line.entries.some(({ registrationId }) => registrationId === wish.registrationId)) {
      this.advance(leaveLine(line, wish.registrationId, rules), rules);
    }
  }

  /** Given back too late is a strike until somebody takes the place; what the centre calls off is none. */
  private drop(wish: RecordedWish, own: LiveRegistration, rules: Rules): void {
    if (wish.state === 'cancelledByCentre' || compareInstants(rules.now, own.startsAt) >= 0) return;
    if (decideCancelling(own, rules, 0).state !== 'cancelledLate') return;
    if (!wish.isWaived) this.strike(wish, rules.now);
    const { registrationId, clientId } = wish;
    const list = this.dropped.get(wish.trainingId) ?? [];
    this.dropped.set(wish.trainingId, [...list, { registrationId, clientId, at: rules.now }]);
  }

  /** Whoever gave a place back late and first is forgiven when somebody else takes one. */
  private forgive(trainingId: number, clientId: number): void {
    const list = this.dropped.get(trainingId) ?? [];
    const first = list.find((given) => given.clientId !== clientId);
    if (!first) return;
    this.dropped.set(
      trainingId,
      list.filter((given) => given !== first),
    );
    const strikes = this.strikes.get(first.clientId) ?? [];
    this.strikes.set(
      first.clientId,
      strikes.filter(({ registrationId }) => registrationId !== first.registrationId),
    );
  }

  /** Somebody who waited and was there in the end took a place that was free for everybody. */
  private start(wish: RecordedWish, at: string): void {
    const own = this.ownOf(wish);
    const training = this.setting.trainings.get(wish.trainingId);
    if (!own || !training) return;
    const line = this.lineOf(training);
    const place = firstFreePlace(line.training);
    let isHeld = own.state === 'booked';
    if (own.state === 'waiting' && place !== undefined && wish.state === 'booked') {
      const places = withHeld(line.training.places, place);
      this.lines.set(training.id, { ...line, training: { ...line.training, places } });
      this.change(wish, { state: 'booked', place });
      this.forgive(training.id, wish.clientId);
      isHeld = true;
    }
    if (isHeld && compareInstants(at, this.setting.since) >= 0) this.placesFilled += 1;
  }

  /** A line after something freed a place: whoever is served has it, whoever is asked answers as they did then. */
  private advance(line: Line, rules: Rules): void {
    let next = { ...line, moves: [] as readonly Move[] };
    this.lines.set(line.training.id, next);
    for (const move of line.moves) this.apply(move);
    for (;;) {
      const asked = next.entries.find(({ state }) => state === 'offered');
      if (!asked) return;
      const wish = this.recorded.get(asked.registrationId);
      const present = this.withFacts(next, rules.now);
      let after: Line;
      try {
        after =
          wish && hadPlace(wish)
            ? settle(acceptOffer(present, asked.registrationId, rules), rules)
            : leaveLine(present, asked.registrationId, rules);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        after = leaveLine(present, asked.registrationId, rules);
      }
      next = { ...after, moves: [] };
      this.lines.set(line.training.id, next);
      for (const move of after.moves) this.apply(move);
    }
  }

  private apply(move: Move): void {
    const wish = this.recorded.get(move.registrationId);
    if (!wish) return;
    switch (move.kind) {
      case 'promoted':
      case 'accepted':
      case 'claimed':
      case 'restored':
        this.change(wish, { state: 'booked', place: move.place, freeUntil: move.freeUntil });
        this.forgive(move.trainingId, move.clientId);
        return;
      case 'offered':
        this.change(wish, { state: 'offered', place: move.place, freeUntil: move.freeUntil });
        return;
      case 'passedOver':
        return;
      default:
        this.remove(wish);
    }
  }

  private rulesAt(now: string): Rules {
    return { limits: this.setting.limits, timeZone: this.setting.timeZone, now };
  }

  private lineOf(training: RecordedTraining): Line {
    const known = this.lines.get(training.id);
    if (known) return known;
    const { id, styleId, startsAt, endsAt, localDate, maxPlaces, isWaitingListAllowed } = training;
    const facts: TrainingFacts = {
      ...{ id, styleId, startsAt, endsAt, localDate, maxPlaces, isWaitingListAllowed },
      places: placesOf([]),
      earliestHold: null,
      waiting: 0,
      lateCancelled: 0,
      // Called off or closed later: whoever booked did so before.
      isClosed: false,
      isCancelled: false,
    };
    const line: Line = { training: facts, entries: [], moves: [] };
    this.lines.set(id, line);
    return line;
  }

  private withFacts(line: Line, at: string): Line {
    const entries = this.withClients(line.entries, at);
    return endDue({ ...line, entries, moves: [] }, this.rulesAt(at));
  }

  private withClients(entries: readonly LineEntry[], at: string): LineEntry[] {
    return entries.map((entry) => ({ ...entry, client: this.factsOf(entry.client.clientId, at) }));
  }

  private factsOf(clientId: number, at: string): ClientFacts {
    const registrations = (this.live.get(clientId) ?? []).filter(
      ({ endsAt, localDate }) => compareInstants(endsAt, at) > 0 || localDate >= this.dayBefore(at),
    );
    this.live.set(clientId, registrations);
    return { clientId, isBlocked: false, bannedUntil: this.banOf(clientId, at), registrations };
  }

  private banOf(clientId: number, at: string): string | null {
    const { limits } = this.setting;
    const strikes = this.strikes.get(clientId) ?? [];
    // Too few close nothing: most people have none.
    if (limits.strikesMax === 0 || strikes.length < limits.strikesMax) return null;
    const over = strikes.filter(({ endsAt }) => compareInstants(endsAt, at) <= 0);
    return banOf(over, limits, at);
  }

  /** The limits of a day look at what was earlier that day. */
  private dayBefore(at: string): string {
    const day = at.slice(0, 10);
    if (day !== this.day) this.before = addDays(day, -1);
    this.day = day;
    return this.before;
  }

  private ownOf({ clientId, registrationId }: RecordedWish): LiveRegistration | undefined {
    return this.live.get(clientId)?.find((own) => own.registrationId === registrationId);
  }

  private add(
    { registrationId, clientId }: RecordedWish,
    { id: trainingId, styleId, name: trainingName, startsAt, endsAt, localDate }: RecordedTraining,
    how: Pick<LiveRegistration, 'state' | 'place' | 'freeUntil'>,
  ): void {
    const own = {
      registrationId,
      trainingId,
      wishId: null,
      styleId,
      trainingName,
      startsAt,
      endsAt,
      localDate,
    };
    this.live.set(clientId, [...(this.live.get(clientId) ?? []), { ...own, ...how }]);
  }

  private change(wish: RecordedWish, how: Partial<LiveRegistration>): void {
    const list = this.live.get(wish.clientId) ?? [];
    this.live.set(
      wish.clientId,
      list.map((own) => (own.registrationId === wish.registrationId ? { ...own, ...how } : own)),
    );
  }

  private remove(wish: RecordedWish): void {
    const list = this.live.get(wish.clientId) ?? [];
    this.live.set(
      wish.clientId,
      list.filter(({ registrationId }) => registrationId !== wish.registrationId),
    );
  }

  private strike({ clientId, registrationId, trainingId }: RecordedWish, at: string): void {
    const endsAt = this.setting.trainings.get(trainingId)?.endsAt ?? at;
    const left = { clientId, registrationId, at, endsAt };
    this.strikes.set(clientId, [...(this.strikes.get(clientId) ?? []), left]);
  }
}
