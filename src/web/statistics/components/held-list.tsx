import { Link } from '@tanstack/react-router';
import type { TrainerStatistics } from '#shared/statistics/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import classes from './held-list.module.css';
import { type HeldTraining, type StatisticsSearch, statisticsLink } from './statistics-links.ts';

interface HeldListProps {
  statistics: TrainerStatistics;
  isPersonal: boolean;
  search: StatisticsSearch;
}

/** The trainings that make the numbers, the latest first; each opens its roll. */
export function HeldList({ statistics, isPersonal, search }: HeldListProps) {
  const { t } = useTexts();
  const { filter, type, date, window, mode } = search;
  const list = statistics.list.filter(
    (training) =>
      (filter === undefined || training.styleId === filter) &&
      (type === undefined || training.type === type) &&
      (date === undefined || training.date === date),
  );
  const isNarrowed = list.length < statistics.list.length;
  const styleName = statistics.byStyle.find(({ styleId }) => styleId === filter)?.name;
  const name = styleName ?? (type ? t(`statistics.${type}`) : date === undefined ? '' : formatDate(date));
  return (
    <section id="list" className={classes.held}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {isNarrowed ? t('statistics.listOf', { name }) : t('statistics.list')}
          <span className={classes.count}>{list.length}</span>
        </h2>
        {isNarrowed ? (
          <Link
            {...statisticsLink(isPersonal, { ...(window && { window }), ...(mode && { mode }) })}
            resetScroll={false}
            className={classes.all}
          >
            {t('statistics.allTrainings')}
          </Link>
        ) : null}
      </div>
      <TimedList label={t('statistics.list')}>
        {list.map((training) => (
          <Row key={training.id} training={training} />
        ))}
      </TimedList>
    </section>
  );
}

function Row({ training }: { training: HeldTraining }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { booked, trained, totalPlaces: places, time, duration } = training;
  return (
    <TimedItem>
      <TimedRowLink
        to="/attendance"
        search={{ id: training.id }}
        row={{
          time,
          timeNote: format.minutes(duration),
          isNoteSilent: true,
          color: training.color,
          minutes: duration,
          title: training.name,
          text: format.shortDay(training.date),
          textMore: ` · ${t('statistics.occupancyOf', { booked, places })}`,
          state: t('statistics.came', { trained, booked }),
          tone: 'quiet',
          ground: 'none',
        }}
      />
    </TimedItem>
  );
}
