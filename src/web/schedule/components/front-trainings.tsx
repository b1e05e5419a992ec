import { Link } from '@tanstack/react-router';
import { rowState } from '#shared/schedule/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import classes from '#web/tenants/front/front-screen.module.css';
import { TimedItem, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useNextTrainings } from '../queries.ts';
import { dayLink, trainingLink } from './links.ts';
import { useStateLabels } from './state-labels.ts';
import { trainingName } from './training-row.tsx';

/** On a desk there is room for one more. */
const shownMost = 4;

/** The next trainings of today, or of tomorrow where today has no more. */
export function FrontTrainings() {
  const { t } = useTexts();
  const { trainings, isTomorrow, date } = useNextTrainings();
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const { configuration } = useStartContext();
  const hasClubs = configuration.clubs.length > 1;
  const count = trainings?.length ?? 0;
  const title = t(isTomorrow ? 'landing.tomorrow' : 'landing.laterToday');
  return (
    <section className={classes.trainings} aria-label={title}>
      <div className={classes.partHead}>
        <h2 className={classes.heading}>
          {isTomorrow || count === 0 ? (
            title
          ) : (
            <>
              <span className={classes.onPhone}>{title}</span>
              <span className={classes.onDesk}>{t('landing.laterTodayCount', { count })}</span>
            </>
          )}
        </h2>
        <Link {...dayLink('public', isTomorrow ? { date } : {})} className={classes.all}>
          {t('landing.allTrainings')}
        </Link>
      </div>
      {trainings === undefined ? <TimedRowSkeletons label={t('common.loading')} count={3} /> : null}
      {trainings?.length === 0 ? <p className={classes.quiet}>{t('landing.noneSoon')}</p> : null}
      <ul className={classes.list}>
        {trainings?.slice(0, shownMost).map((training) => (
          <TimedItem key={training.id} ground="none">
            <TimedRowLink
              {...trainingLink('public', training.id)}
              row={{
                ...toLabels(rowState(training, null, format.now), training.date),
                time: training.time,
                timeNote: format.minutes(training.duration),
                isNoteSilent: true,
                color: training.typeColor,
                minutes: training.duration,
                title: trainingName(training),
                // Several clubs are shown: the club says more than the room.
                text: training.trainerName || (hasClubs ? training.clubName : training.roomName),
                textMore:
                  training.trainerName === ''
                    ? undefined
                    : ` · ${hasClubs ? training.clubName : training.roomName}`,
              }}
            />
          </TimedItem>
        ))}
      </ul>
    </section>
  );
}
