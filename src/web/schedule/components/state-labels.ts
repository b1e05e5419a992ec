import { localDate } from '#shared/kernel/dates.ts';
import type { RowState } from '#shared/schedule/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { type TimeFormat, useTimeFormat } from '#web/kernel/time-format.ts';
import type { TimedRowContent } from '#web/ui/timed-row.tsx';

export type StateLabels = Pick<
  TimedRowContent,
  'state' | 'stateNote' | 'stateIcon' | 'tone' | 'ground' | 'isStruck' | 'isFaint'
>;

/**
 * Each state's word and how the row carries it: words before colour, colour only repeats them. On the training's
 * own `date` a clock time is enough.
 */
export function useStateLabels(): (state: RowState, date: string) => StateLabels {
  const { t } = useTexts();
  const format = useTimeFormat();
  return (state, date) => stateLabels(state, date, t, format);
}

function stateLabels(
  state: RowState,
  date: string,
  t: ReturnType<typeof useTexts>['t'],
  format: TimeFormat,
): StateLabels {
  const untilOf = (instant: string) =>
    localDate(instant, format.timeZone) === date ? format.time(instant) : format.until(instant);
  const plain = { ground: 'none', tone: 'quiet' } as const;
  const waitingNote = (waiting: Extract<RowState, { kind: 'waiting' }>) => {
    if (waiting.isMoving) return t('schedule.movesUntil', { until: untilOf(waiting.movesUntil) });
    return t(waiting.isFree ? 'schedule.placeFree' : 'schedule.standsStill');
  };
  switch (state.kind) {
    case 'free':
      return { ...plain, state: t('schedule.places', { count: state.freePlaces }) };
    case 'few':
      return { ...plain, state: t('schedule.places', { count: state.freePlaces }), tone: 'warn' };
    case 'full':
      return {
        ...plain,
        state: t('schedule.full'),
        stateNote: state.waitingCount > 0 ? t('schedule.waiting', { count: state.waitingCount }) : undefined,
        tone: 'strong',
      };
    case 'booked':
      return {
        state: t('schedule.booked'),
        stateNote: state.place === null ? undefined : t('schedule.place', { place: state.place }),
        stateIcon: 'check',
        tone: 'accent',
        ground: 'own',
      };
    case 'waiting':
      return {
        state: t('schedule.position', { count: state.position, ordinal: true }),
        stateNote: waitingNote(state),
        stateIcon: 'hourglass',
        tone: 'accent',
        ground: 'outlined',
      };
    case 'offered':
      return {
        state: t('schedule.offered'),
        stateNote: t('schedule.movesUntil', { until: untilOf(state.heldUntil) }),
        stateIcon: 'hourglass',
        tone: 'accent',
        ground: 'own',
      };
    case 'givenBack':
      return { ...plain, state: t('schedule.givenBack'), stateNote: undefined };
    case 'past':
      return {
        ...plain,
        state: state.isOwn ? t('schedule.youWereBooked') : '',
        tone: 'faint',
        isFaint: true,
      };
    case 'cancelled':
      return { ...plain, state: t('schedule.cancelled'), tone: 'bad', isStruck: true };
    case 'closed':
      return {
        ...plain,
        state: t('schedule.closed'),
        stateNote:
          state.since === null ? undefined : t('schedule.closedSince', { time: format.until(state.since) }),
      };
    case 'notOpen':
      return { ...plain, state: t('schedule.notOpen'), stateNote: format.dayAndTime(state.opens) };
  }
}
