import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import { occupancyOf } from '#shared/registrations/attendance/domain.ts';
import { canSeeRoll } from '#shared/registrations/attendance/policy.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { rowState } from '#shared/schedule/domain.ts';
import { useAdminMode } from '#web/kernel/admin-mode.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useActor } from '#web/kernel/session.tsx';
import { ShareButton } from '#web/kernel/share-button.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Face } from '#web/ui/face.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRow, ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Page } from '#web/ui/page.tsx';
import { Places } from '#web/ui/places.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { breakable, keepTogether } from '#web/ui/timed-row.tsx';
import { BookingBar } from './components/booking-bar.tsx';
import { dayLink } from './components/links.ts';
import { useLiveNumbers } from './components/live-numbers.ts';
import { OldState } from './components/schedule-notices.tsx';
import { trainingName } from './components/training-row.tsx';
import { TrainingTold } from './components/training-told.tsx';
import { type Area, type Loaded, useTraining } from './queries.ts';
import classes from './training-detail-screen.module.css';

/** Who waits sees more; a visitor's first page does without. */
const OwnWaitlist = lazy(() =>
  import('./components/own-waitlist.tsx').then((parts) => ({ default: parts.OwnWaitlist })),
);

interface TrainingDetailScreenProps {
  area: Area;
  /** Of the address; without a readable one there is no training. */
  id: number | undefined;
  /** What stands under the facts of one that is over. */
  afterwards?: (trainingId: number) => ReactNode;
}

/** One training: its facts, its places, and the bar in which it is booked or given back. */
export function TrainingDetailScreen({ id, ...rest }: TrainingDetailScreenProps) {
  return id === undefined ? <NoSuchTraining area={rest.area} /> : <TrainingDetail {...rest} id={id} />;
}

function TrainingDetail({ area, id, afterwards }: TrainingDetailScreenProps & { id: number }) {
  const { now } = useTimeFormat();
  const loaded = useTraining(area, id);
  useLiveNumbers();
  const { data, error } = loaded;
  if (error?.status === 404) return <NoSuchTraining area={area} />;
  return (
    <Page width="wide" className={classes.page}>
      <div className={classes.main}>
        <TopLine area={area} training={data} />
        <OldState storedAt={loaded.storedAt} />
        {error ? <NotLoadedTraining loaded={loaded} /> : null}
        {!data && !error ? <DetailSkeleton /> : null}
        {data ? <Facts area={area} training={data} /> : null}
        {data?.own && (data.own.state === 'waiting' || data.own.state === 'offered') ? (
          <Suspense>
            <OwnWaitlist training={data} own={data.own} />
          </Suspense>
        ) : null}
        {data && afterwards && !data.isCancelled && compareInstants(data.endDateTime, now) <= 0
          ? afterwards(data.id)
          : null}
      </div>
      {data ? <BookingBar key={data.id} area={area} training={data} /> : null}
    </Page>
  );
}

function TopLine({ area, training }: { area: Area; training: OwnTrainingDetail | undefined }) {
  const { t } = useTexts();
  const router = useRouter();
  const canGoBack = useCanGoBack();

  // Back to where the reader came from, with filters and place on the page; the link stands for the rest.
  function goBack(event: MouseEvent) {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.back();
  }

  return (
    <div className={classes.top}>
      <IconLink
        {...dayLink(area, { date: training?.date })}
        label={t('common.back')}
        className={classes.back}
        onClick={goBack}
      >
        <Icon name="chevronLeft" />
      </IconLink>
      {training?.isPublic ? <ShareButton title={trainingName(training)} className={classes.share} /> : null}
    </div>
  );
}

function Facts({ area, training }: { area: Area; training: OwnTrainingDetail }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const actor = useActor();
  const { isAdminMode } = useAdminMode();
  const { startDateTime, endDateTime, maxPlaces, booked, freePlaces, waitingCount } = training;
  const state = rowState(training, training.own, format.now);
  const isCancelled = state.kind === 'cancelled';
  const hours = `${training.time}–${format.time(endDateTime)}`;
  const day = format.isNamed(training.date) ? `${capitalize(format.day(training.date))} ` : '';
  const when = () => {
    if (isCancelled) return undefined;
    if (compareInstants(endDateTime, format.now) <= 0) return t('schedule.isOver');
    if (compareInstants(startDateTime, format.now) <= 0) {
      return t('schedule.goesOn', { time: format.time(endDateTime) });
    }
    return t('schedule.startsIn', { duration: format.durationFromNow(startDateTime) });
  };
  const free = Math.max(0, freePlaces);
  // A title that says the style says it once.
  const kind = [training.typeName === training.name ? '' : training.typeName, training.level]
    .filter(Boolean)
    .join(' · ');
  const { trainerLiking, floor } = training;
  const bookedText = t('schedule.bookedOf', { booked, total: maxPlaces });
  const waitingText = waitingCount > 0 ? t('schedule.peopleWaiting', { count: waitingCount }) : undefined;
  const freeText = free > 0 ? t('schedule.freePlaces', { count: free }) : t('schedule.noFreePlaces');
  return (
    <>
      {kind === '' ? null : (
        <p className={classes.style}>
          <Mark color={training.typeColor} />
          {kind}
        </p>
      )}
      <h1 className={isCancelled ? classes.struckName : classes.name}>
        {breakable(keepTogether(trainingName(training)))}
      </h1>
      <p className={isCancelled ? classes.struckHours : classes.hours}>{day + hours}</p>
      <p className={classes.date}>
        {[format.weekdayAndDate(training.date), when()].filter(Boolean).join(' · ')}
      </p>
      <div className={classes.facts}>
        {training.trainerName === '' ? null : (
          <ListRowLink
            to="/public/trainer"
            search={{ id: training.trainerId ?? undefined }}
            start={<Face name={training.trainerName} photo={training.trainerPhoto} />}
            title={training.trainerName}
            text={
              trainerLiking === null
                ? t('training.trainer')
                : t('training.trainerLiking', { percent: trainerLiking.percent, count: trainerLiking.raters })
            }
          />
        )}
        <ListRow
          start={<Icon name="pin" size={22} />}
          hasDisc
          title={keepTogether(
            floor === null ? training.roomName : `${training.roomName}, ${t('training.floor', { floor })}`,
          )}
          text={[training.clubName, training.clubAddress].filter(Boolean).join(', ')}
        />
        {isCancelled || maxPlaces <= 0 ? null : (
          <div className={classes.places}>
            <div className={classes.placeLine}>
              <p className={classes.free}>{freeText}</p>
              <p className={classes.booked}>{[bookedText, waitingText].filter(Boolean).join(' · ')}</p>
            </div>
            <Places total={maxPlaces} taken={maxPlaces - free} label={`${freeText}, ${bookedText}`} />
          </div>
        )}
        {area === 'member' && canSeeRoll(actor, training) ? (
          <ListRowLink
            to="/attendance"
            search={{ id: training.id }}
            start={<Icon name="check" size={22} />}
            hasDisc
            title={t('schedule.roll')}
            text={t('schedule.rollText', { percent: occupancyOf(training) })}
          />
        ) : null}
        {area === 'member' && isAdminMode ? (
          <ListRowLink
            to="/admin-calendar"
            search={{ date: training.date, id: training.id }}
            start={<Icon name="pencil" size={22} />}
            hasDisc
            title={t('schedule.manage')}
            text={t('schedule.manageText')}
          />
        ) : null}
        <TrainingTold {...training} />
        {training.publicComment === '' ? null : <p className={classes.comment}>{training.publicComment}</p>}
      </div>
    </>
  );
}

function NoSuchTraining({ area }: { area: Area }) {
  const { t } = useTexts();
  return (
    <Page>
      <EmptyState level={1} title={t('schedule.trainingNotFound')} text={t('schedule.trainingNotFoundText')}>
        <ButtonLink {...dayLink(area, {})} isWide>
          {t('schedule.openTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function NotLoadedTraining({ loaded }: { loaded: Loaded<OwnTrainingDetail> }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { error, failedAt, isRetrying, retry } = loaded;
  const failed = Temporal.Instant.fromEpochMilliseconds(failedAt).toString();
  return (
    <ErrorState
      level={1}
      title={t('errors.unableToGetTrainingInfo')}
      text={error?.status === 0 ? t('common.noAnswer', { time: format.time(failed) }) : errorText(error, t)}
      retryText={t('common.tryAgain')}
      retryingText={t('common.tryingAgain')}
      isRetrying={isRetrying}
      onRetry={retry}
    />
  );
}

function DetailSkeleton() {
  const { t } = useTexts();
  return (
    <div role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
      <Skeleton size="caption" width="short" />
      <Skeleton size="title" width="long" />
      <Skeleton size="title" width="half" />
      <Skeleton width="half" />
      <div className={classes.facts}>
        <ListRow title={<Skeleton width="half" />} text={<Skeleton size="caption" width="long" />} />
        <ListRow title={<Skeleton width="half" />} text={<Skeleton size="caption" width="long" />} />
        <div className={classes.places}>
          <Skeleton width="full" />
        </div>
      </div>
    </div>
  );
}
