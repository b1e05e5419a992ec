import { compareInstants } from '#shared/kernel/dates.ts';
import type { TaughtTraining } from '#shared/registrations/attendance/contract.ts';
import { useTimeFormat } from '#web/kernel/time-format.ts';

/** A training of one's own as a row: when, what and where; how full it is, says the screen. */
export function useTaughtRow() {
  const format = useTimeFormat();
  return (training: TaughtTraining) => {
    const { time, duration, typeColor, name, roomName, isCancelled, endDateTime } = training;
    const isFaint = compareInstants(endDateTime, format.now) <= 0;
    return {
      ...{
        time,
        timeNote: format.minutes(duration),
        isNoteSilent: true,
        color: typeColor,
        minutes: duration,
      },
      ...{ title: name, text: roomName, ground: 'none' as const, isStruck: isCancelled, isFaint },
    };
  };
}
