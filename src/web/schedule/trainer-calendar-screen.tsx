import { useEffect } from 'react';
import { addDays, weekDates } from '#shared/kernel/dates.ts';
import type { TaughtTraining } from '#shared/registrations/attendance/contract.ts';
import { occupancyOf } from '#shared/registrations/attendance/domain.ts';
import { formatDate, formatWeekday } from '#web/kernel/format.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useActor } from '#web/kernel/session.tsx';
import { readStored, writeStored } from '#web/kernel/stored.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { useTaughtTrainings } from '#web/registrations/attendance/queries.ts';
import { useTaughtRow } from '#web/registrations/taught/queries.ts';
import { IconLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { TrainerChoice } from './components/trainer-choice.tsx';
import classes from './trainer-calendar-screen.module.css';

export interface TrainerCalendarSearch {
  date?: string | undefined;
  /** As it was left, where the address does not say. */
  mode?: 'day' | 'week' | undefined;
  trainer?: number | undefined;
}

/** A trainer's own timetable: a day or a week, how full each training is; each opens its roll (specification point 2). */
export function TrainerCalendarScreen({ search }: { search: TrainerCalendarSearch }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const actor = useActor();
  const { mode, trainer } = search;
  const date = search.date ?? format.today;
  const isDay = (mode ?? readStored('screen')) !== 'week';
  useEffect(() => {
    if (mode) writeStored('screen', mode);
  }, [mode]);
  const days = isDay ? [date] : weekDates(date);
  const [from = date] = days;
  const until = days.at(-1) ?? date;
  const query = useTaughtTrainings(from, until, trainer);
  const isAdmin = actor.kind === 'member' && actor.isAdmin;
  const isOwn =
    actor.kind === 'member' &&
    (trainer ?? actor.trainerId) === actor.trainerId &&
    actor.trainerId !== undefined;
  const isNobody = isAdmin && trainer === undefined && actor.trainerId === undefined;
  const link = (parts: TrainerCalendarSearch) => ({
    to: '/trainer-calendar' as const,
    search: { ...(trainer !== undefined && { trainer }), ...(mode && { mode }), ...parts },
  });
  const step = isDay ? 1 : 7;
  const title = isDay ? capitalize(format.day(date)) : `${formatDate(from)}–${formatDate(until)}`;
  const { data, error } = query;
  return (
    <Page width="wide">
      <PageHeader title={t(isOwn ? 'attendance.ownTimetable' : 'menu.trainerTimetable')} subtitle={title}>
        <SegmentedControl label={t('schedule.view')}>
          <SegmentLink {...link({ date, mode: 'day' })} isSelected={isDay}>
            {t('schedule.day')}
          </SegmentLink>
          <SegmentLink {...link({ date, mode: 'week' })} isSelected={!isDay}>
            {t('schedule.week')}
          </SegmentLink>
        </SegmentedControl>
      </PageHeader>
      <div className={classes.steps}>
        {isAdmin ? <TrainerChoice path="/trainer-calendar" search={{ ...search }} /> : null}
        <div className={classes.arrows}>
          {days.includes(format.today) ? null : (
            <IconLink {...link({ date: undefined })} label={t('schedule.toToday')} hasDisc>
              <Icon name="calendar" size={20} />
            </IconLink>
          )}
          <IconLink
            {...link({ date: addDays(date, -step) })}
            label={t(isDay ? 'schedule.previousDay' : 'schedule.previousWeek')}
            hasDisc
          >
            <Icon name="chevronLeft" size={20} />
          </IconLink>
          <IconLink
            {...link({ date: addDays(date, step) })}
            label={t(isDay ? 'schedule.nextDay' : 'schedule.nextWeek')}
            hasDisc
          >
            <Icon name="chevronRight" size={20} />
          </IconLink>
        </div>
      </div>
      {body()}
    </Page>
  );

  function body() {
    if (isNobody) return <EmptyState icon="user" title={t('attendance.chooseTrainer')} />;
    if (!data && error) {
      return <NotLoaded title={t('errors.unableToGetSchedule')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.length === 0) {
      return <EmptyState title={t(isDay ? 'schedule.noneThatDay' : 'schedule.noneInWeek')} />;
    }
    return (
      <div className={joinClasses(classes.days, isDay && classes.one)}>
        {days.map((day) => (
          <Day key={day} date={day} trainings={data.filter((one) => one.date === day)} />
        ))}
      </div>
    );
  }
}

function Day({ date, trainings }: { date: string; trainings: readonly TaughtTraining[] }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  return (
    <section className={joinClasses(classes.day, trainings.length === 0 && classes.none)}>
      <h2 className={joinClasses(classes.heading, date === format.today && classes.today)}>
        {format.isNamed(date) ? capitalize(format.day(date)) : capitalize(formatWeekday(date, language))}
        <span className={classes.date}>{formatDate(date).slice(0, 5)}</span>
      </h2>
      {trainings.length === 0 ? (
        <p className={classes.nothing}>{t('schedule.noTrainings')}</p>
      ) : (
        <TimedList>
          {trainings.map((training) => (
            <TaughtRow key={training.id} training={training} />
          ))}
        </TimedList>
      )}
    </section>
  );
}

/** A training of one's own: before it begins how full it is, after it how many came. */
function TaughtRow({ training }: { training: TaughtTraining }) {
  const { t } = useTexts();
  const row = useTaughtRow()(training);
  const { booked, maxPlaces, waitingCount, trained, isCancelled } = training;
  const state = () => {
    if (isCancelled) return { state: t('schedule.cancelled'), tone: 'bad' as const };
    if (row.isFaint) return { state: t('attendance.came', { trained, booked }), tone: 'faint' as const };
    return {
      state: `${booked} / ${maxPlaces}`,
      stateNote:
        waitingCount > 0 ? t('schedule.waiting', { count: waitingCount }) : `${occupancyOf(training)}%`,
      tone: booked >= maxPlaces ? ('strong' as const) : ('quiet' as const),
    };
  };
  return (
    <TimedItem>
      <TimedRowLink
        to="/attendance"
        search={{ id: training.id }}
        row={{ ...row, textMore: ` · ${training.clubName}`, ...state() }}
      />
    </TimedItem>
  );
}
