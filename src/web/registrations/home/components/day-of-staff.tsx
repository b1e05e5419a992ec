import type { TaughtTraining } from '#shared/registrations/attendance/contract.ts';
import type { Home } from '#shared/registrations/home/contract.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { useTaughtRow } from '../../taught/queries.ts';
import classes from './home.module.css';

interface DayOfStaffProps extends Pick<Home, 'led' | 'centre'> {
  isOpen: (path: string) => boolean;
}

/** Today, of whoever works here: the centre's day in a line for administrators, a trainer's own trainings. */
export function DayOfStaff({ led, centre, isOpen }: DayOfStaffProps) {
  return (
    <>
      {centre ? <CentreToday centre={centre} isOpen={isOpen} /> : null}
      {led ? <TaughtToday led={led} /> : null}
    </>
  );
}

function CentreToday({
  centre,
  isOpen,
}: {
  centre: NonNullable<Home['centre']>;
  isOpen: (path: string) => boolean;
}) {
  const { t } = useTexts();
  const { isSettingUp } = useStartContext().configuration;
  const { trainings: count, booked, places } = centre;
  return (
    <section className={classes.staff} aria-labelledby="home-centre">
      <h2 id="home-centre" className={classes.staffTitle}>
        {t('home.centreToday')}
      </h2>
      <p className={classes.staffText}>
        {count === 0
          ? t('home.noTrainingsToday')
          : `${t('home.trainings', { count })}, ${t('home.taken', { booked, places })}`}
      </p>
      <div className={classes.links}>
        <ButtonLink to="/admin-calendar" search={{}} variant="plain" size="small">
          {t('menu.adminTimetable')}
        </ButtonLink>
        {isOpen('/desk') ? (
          <ButtonLink to="/desk" variant="plain" size="small">
            {t('menu.desk')}
          </ButtonLink>
        ) : null}
        <ButtonLink to="/admin" variant="plain" size="small">
          {t('menu.backOffice')}
        </ButtonLink>
      </div>
      {isSettingUp ? (
        <ListRowLink
          to="/admin/setup"
          start={<Icon name="check" />}
          title={t('registrations.setUp')}
          text={t('registrations.setUpText')}
        />
      ) : null}
    </section>
  );
}

function TaughtToday({ led }: { led: readonly TaughtTraining[] }) {
  const { t } = useTexts();
  return (
    <section className={classes.staff} aria-labelledby="home-led">
      <h2 id="home-led" className={classes.staffTitle}>
        {t('home.ledToday')}
      </h2>
      {led.length === 0 ? (
        <p className={classes.staffText}>{t('home.noneLedToday')}</p>
      ) : (
        <TimedList>
          {led.map((training) => (
            <TaughtRow key={training.id} training={training} />
          ))}
        </TimedList>
      )}
    </section>
  );
}

function TaughtRow({ training }: { training: TaughtTraining }) {
  const { t } = useTexts();
  const row = useTaughtRow()(training);
  const { booked, maxPlaces, waitingCount, isCancelled } = training;
  return (
    <TimedItem>
      <TimedRowLink
        to="/attendance"
        search={{ id: training.id }}
        row={{
          ...row,
          state: isCancelled ? t('schedule.cancelled') : `${booked} / ${maxPlaces}`,
          tone: isCancelled ? 'bad' : row.isFaint ? 'faint' : 'quiet',
          ...(waitingCount > 0 &&
            !row.isFaint && { stateNote: t('schedule.waiting', { count: waitingCount }) }),
        }}
      />
    </TimedItem>
  );
}
