import type { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { addDays, compareInstants } from '#shared/kernel/dates.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/kernel/errors.ts';
import { decideCancelling, decideRegistration } from '#shared/registrations/domain.ts';
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
import {
  acceptOffer,
  endDue,
  freePlace,
  isWaitlistDue,
  leaveWaitlist,
  type Move,
  settle,
  type Waitlist,
  type WaitlistEntry,
} from '#shared/registrations/waitlist/domain.ts';
import {
  hadPlace,
  type RecordedRequest,
  type RecordedTraining,
  type ReplayEvent,
} from '../records/domain.ts';

/** So far back it is tried. */
const simulatedDays = 90;

/** The first local date of what is tried. */
export function simulatedFrom(today: string): string {
  return addDays(today, -simulatedDays);
}

export interface Refused {
  readonly request: RecordedRequest;
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
  private readonly lines = new Map<number, Waitlist>();
  private readonly recorded = new Map<number, RecordedRequest>();
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

  play({ kind, at, request }: ReplayEvent): void {
    const training = this.setting.trainings.get(request.trainingId);
    if (!training) return;
    if (kind === 'wish') this.request(request, training, at);
    else if (kind === 'leave') this.leave(request, at);
    else if (kind === 'start') this.start(request, at);
    else if (this.ownOf(request)?.state === 'booked') this.strike(request, at);
  }

  private request(request: RecordedRequest, training: RecordedTraining, at: string): void {
    this.recorded.set(request.registrationId, request);
    const isBefore = compareInstants(request.createdAt, this.setting.since) < 0;
    const { exempt } = this.setting;
    const isExempt = isBefore || exempt === 'all' || exempt.has(request.registrationId);
    const rules = this.rulesAt(at);
    const found = this.lineOf(training);
    // Whoever waits for a place that is free by now has it, or is asked, before anybody new is decided.
    if (!isBefore && isWaitlistDue(found.training, rules))
      this.advance(settle(this.withFacts(found, at), rules), rules);
    const line = this.lineOf(training);
    try {
      if (isBefore) throw new AppError('unknown');
      const { decision, training: after } = decideRegistration(
        line.training,
        this.factsOf(request.clientId, at),
        // Without a free place nobody in line is looked at.
        firstFreePlace(line.training) === undefined ? line.entries : this.withClients(line.entries, at),
        rules,
        true,
      );
      this.lines.set(training.id, { ...line, training: after });
      if (decision.outcome === 'booked') {
        this.add(request, training, {
          state: 'booked',
          place: decision.place,
          freeUntil: decision.freeUntil,
        });
        this.forgive(training.id, request.clientId);
      } else this.join(request, training, decision.freeUntil);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!isBefore) this.refused.push({ request, code: error.code, details: error.details ?? {} });
      if (isExempt) this.put(request, training);
    }
  }

  /** As it was recorded, past every rule. */
  private put(request: RecordedRequest, training: RecordedTraining): void {
    if (this.ownOf(request)) return;
    const { freeCancelUntil } = bookingWindow(training.startsAt, this.setting);
    if (!hadPlace(request)) {
      this.join(request, training, freeCancelUntil);
      return;
    }
    const line = this.lineOf(training);
    const place = firstFreePlace(line.training) ?? line.training.places.next;
    const places = withHeld(line.training.places, place);
    this.lines.set(training.id, { ...line, training: { ...line.training, places } });
    this.add(request, training, { state: 'booked', place, freeUntil: freeCancelUntil });
  }

  private join(request: RecordedRequest, training: RecordedTraining, freeUntil: string): void {
    const line = this.lineOf(training);
    this.add(request, training, { state: 'waiting', place: null, freeUntil });
    const entry: WaitlistEntry = {
      registrationId: request.registrationId,
      state: 'waiting',
      place: null,
      heldUntil: null,
      freeUntil,
      endedAt: null,
      wishId: null,
      swapFor: null,
      noticeMinutes: request.noticeMinutes,
      passedReason: null,
      client: { clientId: request.clientId, isBlocked: false, registrations: [] },
    };
    const entries = [...line.entries, entry];
    this.lines.set(training.id, {
      ...line,
      training: { ...line.training, waiting: entries.length },
      entries,
    });
  }

  private leave(request: RecordedRequest, at: string): void {
    const own = this.ownOf(request);
    const training = this.setting.trainings.get(request.trainingId);
    if (!own || !training) return;
    const rules = this.rulesAt(at);
    const line = this.withFacts(this.lineOf(training), at);
    this.remove(request);
    if (own.state === 'booked' && own.place !== null) {
      this.drop(request, own, rules);
      this.advance(freePlace(line, { place: own.place, state: 'cancelledFree' }, rules), rules);
    } else if (line.entries.some(({ registrationId }) => registrationId === request.registrationId)) {
      this.advance(leaveWaitlist(line, request.registrationId, rules), rules);
    }
  }

  /** Given back too late is a strike until somebody takes the place; what the centre calls off is none. */
  private drop(request: RecordedRequest, own: LiveRegistration, rules: Rules): void {
    if (request.state === 'cancelledByCentre' || compareInstants(rules.now, own.startsAt) >= 0) return;
    if (decideCancelling(own, rules, 0).state !== 'cancelledLate') return;
    if (!request.isWaived) this.strike(request, rules.now);
    const { registrationId, clientId } = request;
    const list = this.dropped.get(request.trainingId) ?? [];
    this.dropped.set(request.trainingId, [...list, { registrationId, clientId, at: rules.now }]);
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
  private start(request: RecordedRequest, at: string): void {
    const own = this.ownOf(request);
    const training = this.setting.trainings.get(request.trainingId);
    if (!own || !training) return;
    const line = this.lineOf(training);
    const place = firstFreePlace(line.training);
    let isHeld = own.state === 'booked';
    if (own.state === 'waiting' && place !== undefined && request.state === 'booked') {
      const places = withHeld(line.training.places, place);
      this.lines.set(training.id, { ...line, training: { ...line.training, places } });
      this.change(request, { state: 'booked', place });
      this.forgive(training.id, request.clientId);
      isHeld = true;
    }
    if (isHeld && compareInstants(at, this.setting.since) >= 0) this.placesFilled += 1;
  }

  /** A line after something freed a place: whoever is served has it, whoever is asked answers as they did then. */
  private advance(line: Waitlist, rules: Rules): void {
    let next = { ...line, moves: [] as readonly Move[] };
    this.lines.set(line.training.id, next);
    for (const move of line.moves) this.apply(move);
    for (;;) {
      const asked = next.entries.find(({ state }) => state === 'offered');
      if (!asked) return;
      const request = this.recorded.get(asked.registrationId);
      const present = this.withFacts(next, rules.now);
      let after: Waitlist;
      try {
        after =
          request && hadPlace(request)
            ? settle(acceptOffer(present, asked.registrationId, rules), rules)
            : leaveWaitlist(present, asked.registrationId, rules);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        after = leaveWaitlist(present, asked.registrationId, rules);
      }
      next = { ...after, moves: [] };
      this.lines.set(line.training.id, next);
      for (const move of after.moves) this.apply(move);
    }
  }

  private apply(move: Move): void {
    const request = this.recorded.get(move.registrationId);
    if (!request) return;
    switch (move.kind) {
      case 'promoted':
      case 'accepted':
      case 'claimed':
      case 'restored':
        this.change(request, { state: 'booked', place: move.place, freeUntil: move.freeUntil });
        this.forgive(move.trainingId, move.clientId);
        return;
      case 'offered':
        this.change(request, { state: 'offered', place: move.place, freeUntil: move.freeUntil });
        return;
      case 'passedOver':
        return;
      default:
        this.remove(request);
    }
  }

  private rulesAt(now: string): Rules {
    return { limits: this.setting.limits, timeZone: this.setting.timeZone, now };
  }

  private lineOf(training: RecordedTraining): Waitlist {
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
    const line: Waitlist = { training: facts, entries: [], moves: [] };
    this.lines.set(id, line);
    return line;
  }

  private withFacts(line: Waitlist, at: string): Waitlist {
    const entries = this.withClients(line.entries, at);
    return endDue({ ...line, entries, moves: [] }, this.rulesAt(at));
  }

  private withClients(entries: readonly WaitlistEntry[], at: string): WaitlistEntry[] {
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

  private ownOf({ clientId, registrationId }: RecordedRequest): LiveRegistration | undefined {
    return this.live.get(clientId)?.find((own) => own.registrationId === registrationId);
  }

  private add(
    { registrationId, clientId }: RecordedRequest,
    { id: trainingId, styleId, name: trainingName, startsAt, endsAt, localDate }: RecordedTraining,
    how: Pick<LiveRegistration, 'state' | 'place' | 'freeUntil'>,
  ): void {
    const own = {
      registrationId,
      trainingId,
      wishId: null,
      swapFor: null,
      styleId,
      trainingName,
      startsAt,
      endsAt,
      localDate,
    };
    this.live.set(clientId, [...(this.live.get(clientId) ?? []), { ...own, ...how }]);
  }

  private change(request: RecordedRequest, how: Partial<LiveRegistration>): void {
    const list = this.live.get(request.clientId) ?? [];
    this.live.set(
      request.clientId,
      list.map((own) => (own.registrationId === request.registrationId ? { ...own, ...how } : own)),
    );
  }

  private remove(request: RecordedRequest): void {
    const list = this.live.get(request.clientId) ?? [];
    this.live.set(
      request.clientId,
      list.filter(({ registrationId }) => registrationId !== request.registrationId),
    );
  }

  private strike({ clientId, registrationId, trainingId }: RecordedRequest, at: string): void {
    const endsAt = this.setting.trainings.get(trainingId)?.endsAt ?? at;
    const left = { clientId, registrationId, at, endsAt };
    this.strikes.set(clientId, [...(this.strikes.get(clientId) ?? []), left]);
  }
}
