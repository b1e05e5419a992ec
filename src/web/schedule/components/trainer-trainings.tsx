import { Link } from '@tanstack/react-router';
import { compareInstants } from '#shared/kernel/dates.ts';
import { rowState } from '#shared/schedule/domain.ts';
import type { TrainerPage } from '#shared/trainers/pages/contract.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import classes from '#web/trainers/trainer-screen.module.css';
import { TimedItem, TimedRowLink } from '#web/ui/timed-row.tsx';
import { trainingLink, weekLink } from './links.ts';
import { useStateLabels } from './state-labels.ts';
import { trainingName } from './training-row.tsx';

/** So many of the next trainings stand on the page. */
const shownMost = 3;

/** The trainings that a trainer gives next; the timetable has all of them. */
export function TrainerTrainings({ trainer }: { trainer: TrainerPage }) {
  const area = useIsMember() ? 'member' : 'public';
  const { t } = useTexts();
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const { configuration } = useStartContext();
  const next = trainer.trainings.filter(
    ({ startDateTime }) => compareInstants(startDateTime, format.now) > 0,
  );
  const [first] = next;
  return (
    <section className={classes.part} aria-label={t('training.nextTrainings')}>
      <div className={classes.partHead}>
        <h2 className={classes.heading}>{t('training.nextTrainings')}</h2>
        {first && next.length > shownMost ? (
          <Link {...weekLink(area, { date: first.date, trainer: trainer.id })} className={classes.all}>
            {t('training.allTrainings', { count: next.length })}
          </Link>
        ) : null}
      </div>
      {first ? null : <p className={classes.quiet}>{t('training.noTrainings')}</p>}
      <ul className={`${classes.list} ${classes.timed}`}>
        {next.slice(0, shownMost).map((training) => (
          <TimedItem key={training.id} ground="none">
            <TimedRowLink
              {...trainingLink(area, training.id)}
              row={{
                ...toLabels(rowState(training, null, format.now), training.date),
                time: training.time,
                timeNote: format.shortDay(training.date),
                color: training.typeColor,
                minutes: training.duration,
                title: trainingName(training),
                text: configuration.clubs.length > 1 ? training.clubName : training.roomName,
                textMore: configuration.clubs.length > 1 ? ` · ${training.roomName}` : undefined,
              }}
            />
          </TimedItem>
        ))}
      </ul>
    </section>
  );
}
