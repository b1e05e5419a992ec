import { compareInstants } from '#shared/kernel/dates.ts';
import type { TaughtTraining } from '#shared/registrations/attendance/contract.ts';
import { occupancyOf } from '#shared/registrations/attendance/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { TimedItem, TimedRowLink } from '#web/ui/timed-row.tsx';

interface TaughtRowProps {
  training: TaughtTraining;
  /** With its club, and how full it is. */
  isWhole?: boolean;
}

/** A training of one's own: before it begins how full it is, after it how many came. */
export function TaughtRow({ training, isWhole = false }: TaughtRowProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { booked, maxPlaces, waitingCount, trained, isCancelled, endDateTime, duration } = training;
  const isOver = compareInstants(endDateTime, format.now) <= 0;
  const waiting = waitingCount > 0 ? t('schedule.waiting', { count: waitingCount }) : undefined;
  const isFull = booked >= maxPlaces;
  const state = () => {
    if (isCancelled) return { state: t('schedule.cancelled'), tone: 'bad' as const };
    if (isOver) {
      return { state: t('attendance.came', { trained, booked }), tone: 'faint' as const };
    }
    return {
      state: `${booked} / ${maxPlaces}`,
      stateNote: waiting ?? (isWhole ? `${occupancyOf(training)}%` : undefined),
      tone: isFull ? ('strong' as const) : ('quiet' as const),
    };
  };
  return (
    <TimedItem>
      <TimedRowLink
        to="/attendance"
        search={{ id: training.id }}
        row={{
          time: training.time,
          timeNote: format.minutes(duration),
          isNoteSilent: true,
          color: training.typeColor,
          minutes: duration,
          title: training.name,
          text: training.roomName,
          textMore: isWhole ? ` · ${training.clubName}` : undefined,
          ground: 'none',
          isStruck: isCancelled,
          isFaint: isOver,
          ...state(),
        }}
      />
    </TimedItem>
  );
}
