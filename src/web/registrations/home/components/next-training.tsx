import { Link } from '@tanstack/react-router';
import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { Suggestion } from '#shared/registrations/home/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { keepTogether } from '#web/ui/timed-row.tsx';
import classes from './home.module.css';
import { SuggestionList } from './suggestions.tsx';

interface NextTrainingProps {
  registration: UserRegistration;
  /** As it was seen last: the server cannot be asked. */
  isOld: boolean;
}

/** The next training: time left, name, when and where; until when it can be given back; one link. */
export function NextTraining({ registration, isOld }: NextTrainingProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { startDateTime, endDateTime, state, freeUntil, listMovesUntil, roomName, trainerName } =
    registration;
  const isOn = compareInstants(startDateTime, format.now) <= 0;
  const isWaiting = state === 'waiting' || state === 'offered';
  const isFree = compareInstants(format.now, freeUntil) <= 0;
  const until = format.until(freeUntil);
  const lead = () => {
    if (isOn) return t('registrations.onNow', { time: format.time(endDateTime) });
    const duration = format.durationFromNow(startDateTime);
    return t(isWaiting ? 'registrations.waitingNext' : 'registrations.nextIn', { duration });
  };
  const deadline = () => {
    if (isOn) return '';
    if (isOld && !isWaiting) return t('home.cancelOffline');
    if (registration.heldUntil) {
      const held = t('schedule.movesUntil', { until: format.until(registration.heldUntil) });
      return [t('schedule.offered'), held].join(' · ');
    }
    if (isWaiting) {
      const count = registration.placeInWaitingList;
      const isMoving = compareInstants(format.now, listMovesUntil) < 0;
      return [
        t('registrations.position', { count, ordinal: true }),
        isMoving
          ? t('schedule.movesUntil', { until: format.until(listMovesUntil) })
          : t('schedule.standsStill'),
      ].join(' · ');
    }
    if (!isFree) return `${t('registrations.cancellingCosts')} ${t('registrations.costsTheVisit')}`;
    return `${t('registrations.cancelFreeWord')} ${t('registrations.untilTime', { until })}`;
  };
  const date = localDate(startDateTime, format.timeZone);
  const day = format.isNamed(date) ? format.day(date) : format.weekdayAndDate(date);
  return (
    <article className={classes.card}>
      <p className={classes.lead}>
        <Mark color={registration.trainingTypeColor} />
        {lead()}
      </p>
      <h2 className={classes.name}>{keepTogether(registration.trainingName)}</h2>
      <p className={classes.when}>
        {`${capitalize(day)} ${format.time(startDateTime)}–${format.time(endDateTime)}`}
      </p>
      <p className={classes.where}>
        {keepTogether(
          trainerName === ''
            ? roomName
            : t('registrations.placeWithTrainer', { room: roomName, trainer: trainerName }),
        )}
      </p>
      <div className={classes.foot}>
        <p className={isFree || isWaiting || isOld ? classes.deadline : classes.lateDeadline}>{deadline()}</p>
        <Link to="/training" search={{ id: registration.trainingId }} className={classes.details}>
          {t('common.details')}
          <Icon name="chevronRight" size={18} isStrong />
        </Link>
      </div>
    </article>
  );
}

/** Nothing is booked: what could be, and the way to all of it. */
export function NothingNext({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { t } = useTexts();
  return (
    <article className={classes.card}>
      <h2 className={classes.name}>{t('registrations.noneUpcoming')}</h2>
      {suggestions.length === 0 ? (
        <p className={classes.where}>{t('registrations.noneUpcomingText')}</p>
      ) : (
        <SuggestionList suggestions={suggestions} />
      )}
      <ButtonLink to="/calendar/day" isWide className={classes.open}>
        {t('home.bookNext')}
      </ButtonLink>
    </article>
  );
}
