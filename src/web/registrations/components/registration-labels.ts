import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import type { TimedRowContent } from '#web/ui/timed-row.tsx';

export interface RegistrationLabels {
  state: string;
  note?: string | undefined;
  /** Word and note in one line. */
  line: string;
  tone: TimedRowContent['tone'];
  icon?: TimedRowContent['stateIcon'];
}

/** What "My trainings" says about a registration: ahead of it what cancelling means, behind it what became of it. */
export function useRegistrationLabels(): (registration: UserRegistration) => RegistrationLabels {
  const labelsOf = useParts();
  return (registration) => {
    const labels = labelsOf(registration);
    const isInLine = registration.state === 'waiting' || registration.state === 'offered';
    const joint = isInLine || registration.refilledDateTime ? ' · ' : ' ';
    return { ...labels, line: [labels.state, labels.note].filter(Boolean).join(joint) };
  };
}

function useParts(): (registration: UserRegistration) => Omit<RegistrationLabels, 'line'> {
  const { t } = useTexts();
  const format = useTimeFormat();
  return (registration) => {
    const { state, presence, freeUntil, listMovesUntil, placeInWaitingList: count } = registration;
    const { startDateTime, heldUntil, refilledDateTime } = registration;
    const isAhead = compareInstants(format.now, startDateTime) < 0;
    const isFree = compareInstants(format.now, freeUntil) <= 0;
    // On the training's own day its clock time is enough.
    const untilOf = (instant: string) =>
      localDate(instant, format.timeZone) === localDate(startDateTime, format.timeZone)
        ? format.time(instant)
        : format.until(instant);
    const until = untilOf(freeUntil);
    switch (state) {
      case 'offered':
        return {
          state: t('schedule.offered'),
          note: heldUntil ? t('schedule.movesUntil', { until: untilOf(heldUntil) }) : undefined,
          tone: 'accent',
          icon: 'hourglass',
        };
      case 'waiting':
        return {
          state: t('registrations.position', { count, ordinal: true }),
          note:
            compareInstants(format.now, listMovesUntil) < 0
              ? t('schedule.movesUntil', { until: untilOf(listMovesUntil) })
              : t('schedule.standsStill'),
          tone: 'accent',
          icon: 'hourglass',
        };
      case 'booked':
        if (presence === true) return { state: t('registrations.present'), tone: 'quiet', icon: 'check' };
        if (presence === false) return { state: t('registrations.absent'), tone: 'warn' };
        if (!isAhead) return { state: t('registrations.wasBooked'), tone: 'quiet' };
        return isFree
          ? {
              state: t('registrations.cancelFreeWord'),
              note: t('registrations.untilTime', { until }),
              tone: 'quiet',
            }
          : {
              state: t('registrations.cancellingCosts'),
              note: t('registrations.costsTheVisit'),
              tone: 'warn',
            };
      case 'cancelledFree':
        return {
          state: t('registrations.wasCancelled'),
          note: refilledDateTime
            ? t('registrations.refilled', { time: format.time(refilledDateTime) })
            : undefined,
          tone: 'faint',
        };
      case 'cancelledLate':
        return { state: t('registrations.wasCancelledLate'), tone: 'warn' };
      case 'cancelledByCentre':
        return { state: t('registrations.wasCancelledByCentre'), tone: 'bad' };
      case 'left':
        return { state: t('registrations.wasLeft'), tone: 'faint' };
      case 'declined':
        return { state: t('registrations.wasDeclined'), tone: 'faint' };
      case 'expired':
        return { state: t('registrations.wasExpired'), tone: 'faint' };
      case 'noShow':
        return { state: t('registrations.absent'), tone: 'warn' };
      case 'closed':
        return { state: t('registrations.noPlaceCame'), tone: 'faint' };
    }
  };
}

export interface RegistrationDay {
  date: string;
  items: UserRegistration[];
}

/** Registrations under their local dates, in the order given. */
export function groupByDay(items: readonly UserRegistration[], timeZone: string): RegistrationDay[] {
  const days: RegistrationDay[] = [];
  for (const item of items) {
    const date = localDate(item.startDateTime, timeZone);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else days.push({ date, items: [item] });
  }
  return days;
}
