import type { DomainEvent, NoticeEvent } from '#server/kernel/events.ts';
import { type Decided, isDone } from '#shared/schedule/clashes/domain.ts';
import type { TimeAndPlace } from '#shared/schedule/editing/domain.ts';
import type { EditableRow } from '../editing/data.ts';

/** Somebody who must hear of a change of one training. */
export interface ChangeNotice {
  readonly kind: 'cancelled' | 'trainingChanged';
  readonly registrationId: number;
  readonly clientId: number;
  readonly trainingId: number;
  readonly previousStartsAt?: string | undefined;
  readonly previousTrainerId?: number | undefined;
  readonly previousRoomId?: number | undefined;
  /**
   * They were told that it is off, and it is held again: they hear of that, whatever it became meanwhile and whatever
   * becomes of it before they do.
   */
  readonly isGivenAgain?: boolean;
  /** They have another booking at that time now, and are told whatever else is not. */
  readonly isChoosing?: boolean;
  /** It became another while it was called off, which nobody could be told then: they are now, whatever else is not. */
  readonly isOther?: boolean;
}

/**
 * What a change of the timetable says to whom: one message to each, however many trainings it is about. Moves of one
 * client are gathered as they are (decision 0013); what is called off goes together by the change's id.
 */
export function noticesOf(told: readonly ChangeNotice[], changeId: number): NoticeEvent[] {
  const isCalledOff = ({ kind }: ChangeNotice) => kind === 'cancelled';
  const ofMany = new Set(
    [...Map.groupBy(told, ({ clientId }) => clientId)].flatMap(([clientId, all]) =>
      all.length > 1 && all.some(isCalledOff) ? [clientId] : [],
    ),
  );
  return told.map(
    ({ kind, registrationId, clientId, trainingId, isChoosing: _, isOther: __, ...previous }) => {
      return {
        topic: 'notice',
        kind,
        dedupeKey: `${kind}:change${changeId}:${registrationId}`,
        registrationId,
        clientId,
        trainingId,
        ...previous,
        ...(ofMany.has(clientId) ? { changeId } : {}),
      };
    },
  );
}

/** What a training was before a change, of what people are told by its name; nothing of what stayed. */
export function previousOf(
  before: TimeAndPlace,
  after: TimeAndPlace | null,
): Pick<ChangeNotice, 'previousStartsAt' | 'previousTrainerId' | 'previousRoomId'> {
  if (!after) return {};
  const [room] = before.fields.roomIds;
  const { trainerId } = before.fields;
  return {
    ...(after.startsAt !== before.startsAt && { previousStartsAt: before.startsAt }),
    ...(room !== undefined && after.fields.roomIds[0] !== room && { previousRoomId: room }),
    ...(trainerId !== null && after.fields.trainerId !== trainerId && { previousTrainerId: trainerId }),
  };
}

/** What screens that show these trainings are told, and the timetable as a whole. */
export function changedEvents(decided: readonly Decided[], inserted: readonly EditableRow[]): DomainEvent[] {
  const old = decided.flatMap(({ training, outcome, after }): DomainEvent[] =>
    training && isDone(outcome)
      ? [{ topic: 'trainingChanged', trainingId: training.id, date: (after ?? training).localDate }]
      : [],
  );
  const fresh = inserted.map(
    ({ id, local_date }): DomainEvent => ({
      topic: 'trainingChanged',
      trainingId: Number(id),
      date: String(local_date),
    }),
  );
  const all = [...old, ...fresh];
  const trainingIds = all.flatMap((event) => (event.topic === 'trainingChanged' ? [event.trainingId] : []));
  return [...all, timetableChanged(trainingIds)];
}

/** Beyond this many each is told of by its own event alone: an event has to fit into a notification. */
const mostNamed = 400;

/** What screens of the timetable as a whole are told. */
export function timetableChanged(trainingIds: readonly number[]): DomainEvent {
  return { topic: 'timetableChanged', trainingIds: trainingIds.length > mostNamed ? [] : trainingIds };
}
