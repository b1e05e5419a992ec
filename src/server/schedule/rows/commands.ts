import { addDays, localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { cents, centsToEuros, eurosToCents } from '#shared/kernel/money.ts';
import { laterOf } from '#shared/kernel/order.ts';
import type { Decided } from '#shared/schedule/clashes/domain.ts';
import type { FieldName, ScheduleCommand, TrainingFields } from '#shared/schedule/editing/contract.ts';
import { fieldNames } from '#shared/schedule/editing/contract.ts';
import type { Placed, TrainingState } from '#shared/schedule/editing/domain.ts';
import { type SeriesRule, shifted, splitAt } from '#shared/schedule/series/domain.ts';
import type { EditableRow, SeriesRow, StateRow } from '../editing/data.ts';

/** Ids for what is new. */
export interface Fresh {
  readonly trainingIds: readonly number[];
  readonly seriesId: number;
  readonly closureId: number;
  readonly changeId: number;
}

function fieldsOf(row: StateRow): TrainingFields {
  return {
    name: row.name,
    namePrefix: row.namePrefix,
    styleId: row.styleId,
    roomIds: [row.roomId, ...row.extraRoomIds],
    trainerId: row.trainerId,
    maxPlaces: row.maxPlaces,
    isPublic: row.isPublic,
    isWaitingListAllowed: row.isWaitingListAllowed,
    isClosed: row.isClosed,
    isCommentingAllowed: row.isCommentingAllowed,
    publicComment: row.publicComment,
    privateComment: row.privateComment,
    isPaid: row.isPaid,
    price: row.priceCents === null ? null : centsToEuros(cents(row.priceCents)),
    clientType: row.clientType,
    setUpMinutes: row.setUpMinutes,
  };
}

function namesIn(fields: readonly string[]): FieldName[] {
  return fieldNames.filter((name) => fields.includes(name));
}

export function toState(row: StateRow, hasRegistrations: boolean): TrainingState {
  return {
    id: row.id,
    version: row.version,
    clubId: row.clubId,
    seriesId: row.seriesId,
    seriesDate: row.seriesDate,
    overridden: namesIn(row.overridden),
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    localDate: row.localDate,
    fields: fieldsOf(row),
    isCancelled: row.isCancelled,
    closureId: row.closureId,
    booked: row.booked,
    waiting: row.waiting,
    hasRegistrations,
  };
}

/** How a training stands in its series and whether it takes place. */
interface SeriesState {
  readonly seriesId: number | null;
  readonly seriesDate: string | null;
  readonly overridden: readonly FieldName[];
  readonly isCancelled: boolean;
  readonly cancelReason: string;
  readonly closureId: number | null;
}

function toRow(id: number, placed: Placed, clubId: number, seriesState: SeriesState): EditableRow {
  const { fields } = placed;
  const [roomId, ...extraRoomIds] = fields.roomIds;
  return {
    id,
    style_id: fields.styleId,
    club_id: clubId,
    room_id: roomId,
    trainer_id: fields.trainerId,
    name: fields.name,
    name_prefix: fields.namePrefix,
    starts_at: placed.startsAt,
    ends_at: placed.endsAt,
    local_date: placed.localDate,
    max_places: fields.maxPlaces,
    is_public: fields.isPublic,
    is_waiting_list_allowed: fields.isWaitingListAllowed,
    is_closed: fields.isClosed,
    is_cancelled: seriesState.isCancelled,
    is_commenting_allowed: fields.isCommentingAllowed,
    public_comment: fields.publicComment,
    private_comment: fields.privateComment,
    payment: fields.isPaid ? 'paid' : 'free',
    price_cents: fields.price === null ? null : eurosToCents(fields.price),
    client_type: fields.clientType,
    series_id: seriesState.seriesId,
    series_on: seriesState.seriesId === null ? null : seriesState.seriesDate,
    overridden: seriesState.overridden,
    set_up_minutes: fields.setUpMinutes,
    extra_room_ids: extraRoomIds,
    cancel_reason: seriesState.cancelReason,
    closure_id: seriesState.closureId,
  };
}

interface Decisions {
  readonly decided: readonly Decided[];
  readonly stored: ReadonlyMap<number, StateRow>;
  readonly clubs: ReadonlyMap<number, number>;
  readonly closures: readonly { readonly id: number; readonly name: string }[];
}

/** Rows to write for a plan. `seriesId`: the series that its trainings come to belong to; null: they stay in theirs. */
export function rowsOf(
  command: ScheduleCommand,
  { decided, stored, clubs, closures }: Decisions,
  fresh: Fresh,
  seriesId: number | null,
): { inserted: EditableRow[]; updated: EditableRow[]; deletedIds: number[] } {
  const inserted: EditableRow[] = [];
  const updated: EditableRow[] = [];
  const deletedIds: number[] = [];
  const newIds = fresh.trainingIds.values();
  const clubOf = ({ fields }: Placed, old: number) => clubs.get(fields.roomIds[0] ?? 0) ?? old;
  const shutBy = (id: number) => closures.find((one) => one.id === id)?.name ?? '';
  for (const one of decided) {
    const { training, outcome, after, seriesDate, overridden, closureId } = one;
    if (outcome === 'new' && after) {
      const { value: id = 0 } = newIds.next();
      const seriesState = {
        seriesId,
        seriesDate,
        overridden,
        isCancelled: closureId !== null,
        cancelReason: closureId === null ? '' : shutBy(closureId),
        closureId,
      };
      inserted.push(toRow(id, after, clubOf(after, 0), seriesState));
    }
    if (!training) continue;
    const old = stored.get(training.id);
    const cancelReason = String(old?.stored.cancel_reason ?? '');
    const same = {
      seriesId: seriesId ?? training.seriesId,
      seriesDate,
      overridden,
      isCancelled: training.isCancelled,
      cancelReason,
      closureId: training.closureId,
    };
    switch (outcome) {
      case 'deleted':
        deletedIds.push(training.id);
        break;
      case 'cancelled': {
        const isShut = command.kind === 'close';
        updated.push(
          toRow(training.id, training, training.clubId, {
            ...same,
            isCancelled: true,
            cancelReason: isShut ? command.name : command.kind === 'cancel' ? command.reason : '',
            closureId: isShut ? fresh.closureId : null,
          }),
        );
        break;
      }
      case 'restored':
        updated.push(
          toRow(training.id, after ?? training, clubOf(after ?? training, training.clubId), {
            ...same,
            isCancelled: false,
            cancelReason: '',
            closureId: null,
          }),
        );
        break;
      case 'changed':
      case 'moved':
        if (after) updated.push(toRow(training.id, after, clubOf(after, training.clubId), same));
        break;
      default:
        // It stays as it is, in the series that goes on.
        if (seriesId !== null || seriesDate !== training.seriesDate) {
          const own = outcome === 'skipped' && command.kind === 'edit' ? Object.keys(command.changes) : [];
          const kept = namesIn([...overridden, ...own]);
          updated.push(toRow(training.id, training, training.clubId, { ...same, overridden: kept }));
        }
    }
  }
  return { inserted, updated, deletedIds };
}

interface SeriesChange {
  readonly freshId: number;
  /** The first date of the series that the command is about; empty: none. */
  readonly firstDate: string;
  readonly shift: number;
  /** Whether the series has dates before it. */
  readonly isSplit: boolean;
}

/** Rows of series to write, and which of them the plan's trainings come to belong to; null: they stay where they are. */
export function seriesOf(
  command: ScheduleCommand,
  old: SeriesRow | undefined,
  { freshId, firstDate, shift, isSplit }: SeriesChange,
): { rows: SeriesRow[]; seriesId: number | null } {
  if (command.kind === 'create') {
    const { repeat, when } = command;
    if (!repeat) return { rows: [], seriesId: null };
    const rule: SeriesRule = {
      weekdays: repeat.weekdays.toSorted((a, b) => a - b),
      everyWeeks: repeat.everyWeeks,
      startsOn: when.date,
      endsOn: repeat.until,
      wallTime: when.time,
      minutes: when.duration,
    };
    return { rows: [{ id: freshId, ...rule }], seriesId: freshId };
  }
  if (!old || firstDate === '') return { rows: [], seriesId: null };
  if (command.kind !== 'edit') {
    const endsOn = addDays(firstDate, -1);
    return {
      rows: [{ ...old, endsOn: endsOn < old.startsOn ? addDays(old.startsOn, -1) : endsOn }],
      seriesId: null,
    };
  }
  const { time, duration } = command.changes;
  const renewed = (rule: SeriesRule): SeriesRule => ({
    ...shifted(rule, shift),
    wallTime: time ?? rule.wallTime,
    minutes: duration ?? rule.minutes,
  });
  if (command.scope === 'following' && isSplit) {
    const [before, after] = splitAt(old, firstDate);
    const rest = { ...after, endsOn: laterOf(after.endsOn, firstDate) };
    return {
      rows: [
        { ...before, id: old.id },
        { ...renewed(rest), id: freshId },
      ],
      seriesId: freshId,
    };
  }
  return { rows: [{ ...renewed(old), id: old.id }], seriesId: null };
}

/** A training's time as the admin calendar shows it. */
export function timeOf({ startsAt, endsAt }: Placed, timeZone: string) {
  return {
    startDateTime: startsAt,
    endDateTime: endsAt,
    date: localDate(startsAt, timeZone),
    time: localTime(startsAt, timeZone),
    duration: minutesBetween(startsAt, endsAt),
  };
}
