import { useEffect, useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { chooseAlternatives } from '#shared/schedule/domain.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TimedList } from '#web/ui/timed-row.tsx';
import { type Area, useWeekTrainings } from '../queries.ts';
import classes from './refusal-sheet.module.css';
import { TrainingRow } from './training-row.tsx';

interface RefusalWords {
  title: string;
  /** Says first that nothing was booked, then why and until when. */
  text: string;
  /** What stands in the way, in strong words after the text. */
  name?: string;
  end?: string;
}

/** Why a training was not booked and until when, from the code and details of the refusal. */
export function useRefusalWords(
  training: OwnTrainingDetail,
  canWait: boolean,
): (error: ApiError) => RefusalWords {
  const { t } = useTexts();
  const words = useTimeWords();
  const fullText = () => {
    if (!training.isWaitingListAllowed) return t('registrations.fullText');
    return t(canWait ? 'registrations.fullWaitText' : 'registrations.fullListText');
  };
  return (error) => {
    const { status, errors, details } = error;
    const text = (name: string) => String(details[name] ?? '');
    const count = Number(details.limit ?? 1);
    switch (errors[0]) {
      case 'sameStyleLimitExceeded':
        return {
          title: t('registrations.sameStyleTitle'),
          text: t('registrations.sameStyleText', { when: words.day(training.date), time: text('time') }),
          name: text('name'),
          end: t('registrations.untilMidnight'),
        };
      case 'sameDayLimitExceeded':
        return { title: t('registrations.sameDayTitle', { count }), text: t('registrations.sameDayText') };
      case 'registeringLimitExceeded':
        return { title: t('registrations.limitTitle', { count }), text: t('registrations.limitText') };
      case 'overlappingTraining':
        return {
          title: t('registrations.overlapTitle'),
          text: t('registrations.overlapText', { time: text('time') }),
          name: text('name'),
        };
      case 'noFreePlaces':
        return {
          title: t('registrations.fullTitle'),
          text: fullText(),
        };
      case 'bookingClosed':
        return {
          title: t('registrations.closedTitle'),
          text: t('registrations.closedText2', {
            time: text('time') || words.until(training.closesDateTime),
          }),
        };
      case 'bookingNotOpen':
        return {
          title: t('registrations.notOpenTitle'),
          text: t('registrations.notOpenText', { date: text('date'), time: text('time') }),
        };
      case 'trainingCancelled':
      case 'trainingNotFound':
        return { title: t('registrations.trainingGoneTitle'), text: t('registrations.trainingGoneText') };
      case 'alreadyRegistered':
        return { title: t('registrations.alreadyTitle'), text: t('registrations.alreadyText') };
      case 'registeringNotAllowed':
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

interface RefusalSheetProps {
  area: Area;
  training: OwnTrainingDetail;
  /** The refusal; null while there is none. */
  error: ApiError | null;
  isPending: boolean;
  /** A waiting list can be joined instead, as far as is known. */
  canWait: boolean;
  onClose: () => void;
  onRetry: () => void;
  onWait: () => void;
}

/** A refusal: why, until when, what instead. */
export function RefusalSheet(props: RefusalSheetProps) {
  const { training, error, onClose } = props;
  const wordsOf = useRefusalWords(training, props.canWait);
  // The words stay while the sheet leaves.
  const [last, setLast] = useState(error);
  useEffect(() => {
    if (error) setLast(error);
  }, [error]);
  const shown = error ?? last;
  return (
    <Sheet
      isOpen={error !== null}
      onClose={onClose}
      title={shown ? wordsOf(shown).title : ''}
      hasCloseButton={false}
    >
      {shown ? <Refusal {...props} error={shown} /> : null}
    </Sheet>
  );
}

const retriable = new Set(['busyTryAgain', 'unknown', 'serverError', 'tooManyRequests']);

function Refusal({
  area,
  training,
  error,
  isPending,
  canWait: mayWait,
  onClose,
  onRetry,
  onWait,
}: RefusalSheetProps & { error: ApiError }) {
  const { t } = useTexts();
  const { now } = useTimeWords();
  const { text, name, end } = useRefusalWords(training, mayWait)(error);
  const week = useWeekTrainings('member', training.date);
  const [code] = error.errors;
  const isRetriable = error.status === 0 || error.status >= 500 || retriable.has(code ?? '');
  const canWait = code === 'noFreePlaces' && mayWait && training.isWaitingListAllowed;
  const isLimit = code === 'registeringLimitExceeded';
  // Another time is no help where the rule would refuse that as well.
  const noneHelps =
    isRetriable || isLimit || code === 'registeringNotAllowed' || code === 'alreadyRegistered';
  const others = noneHelps
    ? []
    : chooseAlternatives({ ...training, own: null }, week.data ?? [], now, (other) => {
        if (code === 'sameDayLimitExceeded') return other.date !== training.date;
        if (code === 'sameStyleLimitExceeded') {
          return other.date !== training.date || other.styleId !== training.styleId;
        }
        return true;
      });
  return (
    <div className={classes.refusal}>
      <p className={classes.text}>
        {text}
        {name ? (
          <>
            {' '}
            <strong>{name}</strong>.
          </>
        ) : null}
        {end ? ` ${end}` : null}
      </p>
      {isRetriable ? (
        <Button isWide isPending={isPending} pendingText={t('common.tryingAgain')} onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
      {canWait ? (
        <Button isWide isPending={isPending} pendingText={t('registrations.joining')} onClick={onWait}>
          {t('registrations.join')}
        </Button>
      ) : null}
      {isLimit ? (
        <ButtonLink to="/workouts" replace isWide>
          {t('registrations.myTrainingsLimit')}
        </ButtonLink>
      ) : null}
      {others.length === 0 ? null : (
        <section>
          <h3 className={classes.heading}>
            {t(canWait ? 'registrations.orAnotherTime' : 'registrations.anotherTime')}
          </h3>
          <TimedList>
            {others.map((other) => (
              <TrainingRow key={other.id} training={other} area={area} hasDay isInSheet />
            ))}
          </TimedList>
        </section>
      )}
      <Button variant="plain" isWide onClick={onClose}>
        {t('common.close')}
      </Button>
    </div>
  );
}
