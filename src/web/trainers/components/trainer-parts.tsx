import { Link } from '@tanstack/react-router';
import { compareInstants } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { rowState } from '#shared/schedule/domain.ts';
import type { TrainerPage } from '#shared/trainers/pages/contract.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeWords } from '#web/kernel/time-words.ts';
import { trainingLink, weekLink } from '#web/schedule/components/links.ts';
import { useStateWords } from '#web/schedule/components/state-words.ts';
import { trainingName } from '#web/schedule/components/training-row.tsx';
import type { Area } from '#web/schedule/queries.ts';
import { ListRow } from '#web/ui/list-row.tsx';
import { TimedItem, TimedRowLink } from '#web/ui/timed-row.tsx';
import { useFirstFree } from '../queries.ts';
import classes from '../trainer-screen.module.css';

/** So many of the next trainings stand on the page. */
const shownMost = 3;

/** The trainings that a trainer gives next; the timetable has all of them. */
export function NextTrainings({ trainer, area }: { trainer: TrainerPage; area: Area }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const toWords = useStateWords();
  const { configuration } = useStartContext();
  const next = trainer.trainings.filter(({ startDateTime }) => compareInstants(startDateTime, words.now) > 0);
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
                ...toWords(rowState(training, null, words.now), training.date),
                time: training.time,
                timeNote: words.shortDay(training.date),
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

/** What personal trainings with the trainer cost, and when the next could be. */
export function PersonalPrices({ trainer }: { trainer: TrainerPage }) {
  const { t, language } = useTexts();
  const words = useTimeWords();
  const firstFree = useFirstFree(trainer.id, true);
  const money = (euros: number) => formatMoney(eurosToCents(euros), language);
  return (
    <section className={classes.part} aria-label={t('training.personal')}>
      <h2 className={classes.heading}>{t('training.personal')}</h2>
      <ul className={`${classes.list} ${classes.rows}`}>
        {trainer.personal.map(({ id, name, visits, validCount, validUnit, price }, index) => {
          const isSoonest = index === 0 && firstFree;
          const valid = t(`training.validFor_${validUnit}`, { count: validCount });
          return (
            <li key={id}>
              <ListRow
                title={name}
                text={
                  isSoonest
                    ? capitalize(t('training.firstFree', { when: words.dayAndTime(firstFree) }))
                    : valid
                }
                end={
                  <span className={classes.price}>
                    {money(price)}
                    {visits !== null && visits > 1 ? (
                      <span className={classes.each}>
                        {t('training.each', { price: money(Math.round((price * 100) / visits) / 100) })}
                      </span>
                    ) : null}
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
