import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { compareInstants, formatDate } from '#shared/kernel/dates.ts';
import { nextDate, nextWeek, previousDate, previousWeek, weekRange } from '#shared/schedule/domain.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useLiveNumbers } from '../components/live-numbers.ts';
import classes from './admin-calendar-screen.module.css';
import { type AdminCalendarSearch, CalendarBar, calendarLink } from './components/calendar-bar.tsx';
import { CalendarGrid, type GridColumn } from './components/calendar-grid.tsx';
import { CalendarSheets, type Open } from './components/calendar-sheets.tsx';
import { columnsOf } from './components/columns.ts';
import {
  type CalendarBlock,
  reservationBlock,
  swapRoom,
  toMinutes,
  toTime,
  trainingBlock,
} from './components/grid-places.ts';
import { RoomLists } from './components/room-lists.tsx';
import type { NewPlace } from './components/training-draft.ts';
import type { Meant } from './components/use-grid-gestures.ts';
import { useIsNarrow } from './components/use-is-narrow.ts';
import { useAdminSchedule, useRoomParts, useUndoChange, useUnits } from './queries.ts';

const newMinutes = 60;

/** The admin calendar (specification point 2): rooms × time for a day, a room's days × time for a week. */
export function AdminCalendarScreen({ search }: { search: AdminCalendarSearch }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const isWeek = search.mode === 'week';
  const date = search.date ?? format.today;
  const { from, until } = isWeek ? weekRange(date) : { from: date, until: date };
  const schedule = useAdminSchedule(from, until);
  const unitsResult = useUnits();
  const units = unitsResult.data;
  const parts = useRoomParts();
  const undo = useUndoChange();
  const [open, setOpen] = useState<Open | null>(null);
  useLiveNumbers();

  const asked = schedule.data?.trainings.find(({ id }) => id === search.id);
  // Led here by a training: its actions open once; closing them is closing them.
  const [openedId, setOpenedId] = useState<number>();
  if (asked && units && openedId !== asked.id) {
    setOpenedId(asked.id);
    setOpen({ kind: 'actions', training: asked });
  }
  const isOfAsked = ({ rooms }: { rooms: readonly { id: number }[] }) =>
    asked?.rooms.some(({ id }) => rooms.some((one) => one.id === id)) ?? false;
  const unit = units?.find(({ id }) => id === search.unit) ?? units?.find(isOfAsked) ?? units?.[0];
  const rooms = unit?.rooms ?? [];
  const room = rooms.find(({ id }) => id === search.room) ?? rooms[0];
  const closures = schedule.data?.closures;
  const columns = useMemo(
    () => columnsOf({ rooms, room: isWeek ? room : undefined, date, closures: closures ?? [], language, t }),
    [rooms, room, isWeek, date, closures, language, t],
  );
  const blocks = useMemo(
    () => [
      ...(schedule.data?.trainings ?? []).map(trainingBlock),
      ...(schedule.data?.reservations ?? []).map(reservationBlock),
    ],
    [schedule.data],
  );
  const now = useMemo(
    () => ({ date: format.today, minute: toMinutes(format.time(format.now)) }),
    [format.today, format.now, format.time],
  );
  const canChange = (training: AdminTraining) =>
    !training.isCancelled && compareInstants(training.startDateTime, format.now) > 0;
  const canMove = (block: CalendarBlock) => block.kind === 'reservation' || canChange(block.training);

  const place = (at: Partial<NewPlace> = {}): NewPlace => ({
    date,
    time: '12:00',
    duration: newMinutes,
    roomId: room?.id,
    ...at,
  });
  const openBlock = (block: CalendarBlock) => {
    if (block.kind === 'training') setOpen({ kind: 'actions', training: block.training });
    else openReservation(block, {});
  };
  function openReservation(block: Extract<CalendarBlock, { kind: 'reservation' }>, at: Partial<NewPlace>) {
    const { date: on, time, duration } = block.reservation;
    setOpen({
      kind: 'reservation',
      reservation: block.reservation,
      place: { date: on, time, duration, roomId: undefined, ...at },
    });
  }
  function take(meant: Meant): void {
    const to = columns[meant.column];
    const fromColumn = columns[meant.fromColumn];
    if (!to || !fromColumn) return;
    const at = { date: to.date, time: toTime(meant.start), duration: meant.end - meant.start };
    const { block } = meant;
    if (block === null) {
      setOpen({ kind: 'reservation', reservation: null, place: { ...at, roomId: to.roomId } });
      return;
    }
    const roomIds = swapRoom(block.roomIds, fromColumn.roomId, to.roomId);
    if (block.kind === 'training') {
      setOpen({ kind: 'move', training: block.training, to: { ...at, roomIds } });
      return;
    }
    const names = new Map((units ?? []).flatMap((one) => one.rooms.map(({ id, name }) => [id, name])));
    const moved = roomIds.map((id) => ({ id, name: names.get(id) ?? '' }));
    setOpen({
      kind: 'reservation',
      reservation: { ...block.reservation, rooms: moved },
      place: { ...at, roomId: undefined },
    });
  }
  const onUndo = useCallback((id: number) => undo.mutate({ params: { id } }), [undo]);
  const go = (changed: Partial<AdminCalendarSearch>) =>
    void navigate(calendarLink({ ...search, unit: search.unit ?? (asked && unit?.id), date, ...changed }));

  const title = isWeek ? `${formatDate(from)}–${formatDate(until)}` : capitalize(format.weekdayAndDate(date));
  const error = schedule.data === undefined ? (schedule.error ?? unitsResult.error) : null;

  function body() {
    if (error) {
      return <NotLoaded title={t('errors.unableToGetSchedule')} query={schedule} />;
    }
    if (!schedule.data || !units) {
      return (
        <div className={classes.loading} role="status" aria-label={t('common.loading')}>
          <Skeleton width="full" />
          <Skeleton width="full" />
          <Skeleton width="full" />
        </div>
      );
    }
    if (rooms.length === 0) return <EmptyState title={t('editing.noRooms')} />;
    if (isNarrow) {
      return (
        <div className={classes.narrow}>
          <RoomLists
            columns={columns}
            blocks={blocks}
            onOpen={openBlock}
            onReserve={(column: GridColumn) =>
              setOpen({
                kind: 'reservation',
                reservation: null,
                place: place({ date: column.date, roomId: column.roomId }),
              })
            }
          />
        </div>
      );
    }
    return (
      <CalendarGrid
        label={title}
        columns={columns}
        blocks={blocks}
        parts={parts}
        now={now}
        isHeld={open !== null}
        canMove={canMove}
        onOpen={openBlock}
        onMeant={take}
      />
    );
  }

  return (
    <div className={isNarrow ? undefined : classes.screen}>
      <CalendarBar
        title={title}
        search={search}
        date={date}
        previous={isWeek ? previousWeek(date) : previousDate(date)}
        next={isWeek ? nextWeek(date) : nextDate(date)}
        isToday={format.today >= from && format.today <= until}
        choices={[
          {
            label: t('schedule.club'),
            value: unit?.id,
            options: units ?? [],
            onChoose: (id) => go({ unit: id, room: undefined }),
          },
          ...(isWeek
            ? [
                {
                  label: t('schedule.room'),
                  value: room?.id,
                  options: rooms,
                  onChoose: (id: number) => go({ room: id }),
                },
              ]
            : []),
        ]}
        onAdd={() => setOpen({ kind: 'new', place: place() })}
        onMore={() => setOpen({ kind: 'more' })}
      />
      {body()}
      <CalendarSheets open={open} onOpen={setOpen} place={place()} canChange={canChange} onUndo={onUndo} />
    </div>
  );
}
