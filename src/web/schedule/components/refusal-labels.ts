import { formatDate } from '#shared/kernel/dates.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';

interface RefusalLabels {
  title: string;
  /** Says first that nothing was booked, then why and until when. */
  text: string;
  /** What stands in the way, in strong words after the text. */
  name?: string;
  end?: string;
}

/**
 * Why a training was not booked and until when, from the code and details of the refusal and, once it is known, the
 * instant at which it ends.
 */
export function useRefusalLabels(
  training: OwnTrainingDetail,
  canWait: boolean,
): (error: ApiError, until: string | null) => RefusalLabels {
  const { t } = useTexts();
  const format = useTimeFormat();
  const fullText = () => {
    if (!training.isWaitingListAllowed) return t('registrations.fullText');
    return t(canWait ? 'registrations.fullWaitText' : 'registrations.fullListText');
  };
  return (error, until) => {
    const { status, errors, details } = error;
    const text = (name: string) => String(details[name] ?? '');
    const count = Number(details.limit ?? 1);
    switch (errors[0]) {
      case 'sameStyleLimitExceeded':
        return {
          title: t('registrations.sameStyleTitle'),
          text: t('registrations.sameStyleText', { when: format.day(training.date), time: text('time') }),
          name: text('name'),
          end: t('registrations.limitOfDay', {
            when: format.isNamed(training.date) ? format.day(training.date) : formatDate(training.date),
          }),
        };
      case 'sameDayLimitExceeded':
        return { title: t('registrations.sameDayTitle', { count }), text: t('registrations.sameDayText') };
      case 'registeringLimitExceeded':
        return {
          title: t('registrations.limitTitle', { count }),
          text: t('registrations.limitText'),
          end:
            until === null
              ? t('registrations.limitNoEnd')
              : t('registrations.limitUntil', { when: format.dayAndTime(until) }),
        };
      case 'bookingBanned':
        return {
          title: t('registrations.bannedTitle'),
          text: t('registrations.bannedText', { date: text('date'), time: text('time') }),
          ...(until !== null && { end: t('registrations.bannedUntil', { when: format.dayAndTime(until) }) }),
        };
      case 'overlappingTraining':
        return {
          title: t('registrations.overlapTitle'),
          text: t('registrations.overlapText', { time: text('time') }),
          name: text('name'),
          end: t('registrations.overlapEnd'),
        };
      case 'coverNeeded':
        return { title: t('covers.neededTitle'), text: t('covers.neededText') };
      case 'contractNotForClub':
      case 'contractNotForTime':
      case 'contractEnded':
      case 'contractNotYetValid':
      case 'contractBlocked':
      case 'contractInDebt':
      case 'contractFrozen':
      case 'contractVisitsUsed': {
        const values = { date: text('date'), visits: text('visits') };
        return {
          title: t(`covers.${errors[0]}Title`, values),
          text: t(`covers.${errors[0]}Text`, values),
          end: t('covers.orTicket'),
        };
      }
      case 'noFreePlaces':
        return {
          title: t('registrations.fullTitle'),
          text: fullText(),
        };
      case 'bookingClosed':
        return {
          title: t('registrations.closedTitle'),
          text: t('registrations.closedText2', {
            time: text('time') || format.until(training.closesDateTime),
          }),
        };
      case 'bookingNotOpen':
        return {
          title: t('registrations.notOpenTitle'),
          text: t('registrations.notOpenText', { when: format.dayAndTime(until ?? training.opensDateTime) }),
        };
      case 'trainingCancelled':
      case 'trainingNotFound':
        return { title: t('registrations.trainingGoneTitle'), text: t('registrations.trainingGoneText') };
      case 'alreadyRegistered':
        return { title: t('registrations.alreadyTitle'), text: t('registrations.alreadyText') };
      case 'registeringNotAllowed':
        if (training.isClosed) {
          return { title: t('registrations.closedByCentre'), text: t('registrations.centreClosedText') };
        }
        return { title: t('registrations.notAllowedTitle'), text: t('registrations.notAllowedText') };
      case 'busyTryAgain':
        return { title: t('registrations.refusedTitle'), text: t('registrations.busyText') };
      default:
    }
    if (status === 0 && !navigator.onLine) {
      return { title: t('registrations.offlineTitle'), text: t('registrations.offlineText') };
    }
    if (status === 0 || status >= 500) {
      return { title: t('registrations.unknownTitle'), text: t('registrations.unknownText') };
    }
    return { title: t('registrations.refusedTitle'), text: errorText(error, t) };
  };
}
