import { Link } from '@tanstack/react-router';
import type { OwnStatistics } from '#shared/statistics/contract.ts';
import { type OwnWindow, shareOf } from '#shared/statistics/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useNumber } from '#web/kernel/money.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { MonthChart } from './components/month-chart.tsx';
import classes from './own-statistics-screen.module.css';
import { useOwnStatistics } from './queries.ts';

interface OwnStatisticsScreenProps {
  search: { window?: 'currentMonth' | 'last12Months' | undefined; filter?: number | undefined };
}

/** A member's own trainings: how many, by month and style, how many weeks in a row, and which (mission 2.12). */
export function OwnStatisticsScreen({ search }: OwnStatisticsScreenProps) {
  const { t } = useTexts();
  const window: OwnWindow = search.window ?? 'last30Days';
  const query = useOwnStatistics(window);
  const { data, error } = query;
  return (
    <Page width="table">
      <PageHeader
        title={t('statistics.ownTitle')}
        subtitle={data ? `${formatDate(data.from)}–${formatDate(data.until)}` : ' '}
      />
      <SegmentedControl label={t('registrations.title')} isWide className={classes.pages}>
        <SegmentLink to="/workouts" search={{}} isSelected={false}>
          {t('registrations.upcoming')}
        </SegmentLink>
        <SegmentLink to="/workouts" search={{ period: 'past' }} isSelected={false}>
          {t('registrations.past')}
        </SegmentLink>
        <SegmentLink to="/statistics" search={{}} isSelected>
          {t('registrations.statistics')}
        </SegmentLink>
      </SegmentedControl>
      <SegmentedControl label={t('statistics.window')} className={classes.windows}>
        <SegmentLink
          to="/statistics"
          search={{ window: 'currentMonth' }}
          isSelected={window === 'currentMonth'}
        >
          {t('statistics.currentMonth')}
        </SegmentLink>
        <SegmentLink to="/statistics" search={{}} isSelected={window === 'last30Days'}>
          {t('statistics.last30Days')}
        </SegmentLink>
        <SegmentLink
          to="/statistics"
          search={{ window: 'last12Months' }}
          isSelected={window === 'last12Months'}
        >
          {t('statistics.last12Months')}
        </SegmentLink>
      </SegmentedControl>
      {data ? (
        <Whole statistics={data} search={search} />
      ) : error ? (
        <NotLoaded title={t('statistics.notLoaded')} query={query} />
      ) : (
        <TimedRowSkeletons label={t('common.loading')} />
      )}
    </Page>
  );
}

interface WholeProps extends OwnStatisticsScreenProps {
  statistics: OwnStatistics;
}

function Whole({ statistics, search }: WholeProps) {
  const { t } = useTexts();
  const number = useNumber();
  const { trained, hours, streak, byMonth } = statistics;
  const minutes = Math.round(hours * 60);
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (
    <>
      <dl className={classes.tiles}>
        <div>
          <dt>{t('statistics.trainings')}</dt>
          <dd>{number(trained)}</dd>
        </div>
        <div>
          <dt>{t('statistics.timeTrained')}</dt>
          <dd>
            {rest === 0
              ? t('common.hours', { hours: whole })
              : t('common.hoursMinutes', { hours: whole, minutes: rest })}
          </dd>
        </div>
        <div>
          <dt>{t('statistics.weeksInARow')}</dt>
          <dd>
            {streak.current}
            {streak.best > streak.current ? (
              <span className={classes.best}>{t('statistics.bestStreak', { count: streak.best })}</span>
            ) : null}
          </dd>
        </div>
      </dl>
      <MonthChart months={byMonth} />
      {trained === 0 ? (
        <EmptyState icon="dumbbell" title={t('statistics.ownNone')} text={t('statistics.ownNoneText')}>
          <ButtonLink to="/calendar/day" isWide>
            {t('statistics.openTimetable')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Styles statistics={statistics} search={search} />
          <Trainings statistics={statistics} search={search} />
        </>
      )}
    </>
  );
}

function Styles({ statistics: { byStyle, trained }, search }: WholeProps) {
  const { t } = useTexts();
  return (
    <section className={classes.part}>
      <h2 className={classes.title}>{t('statistics.byStyle')}</h2>
      <ul>
        {byStyle.map((style) => (
          <li key={style.styleId}>
            <Link
              to="/statistics"
              search={{ ...search, filter: style.styleId }}
              hash="list"
              resetScroll={false}
              className={classes.row}
            >
              <span className={classes.name}>
                <Mark color={style.color} />
                {style.name}
              </span>
              <span className={classes.count}>{t('statistics.ownTrained', { count: style.trained })}</span>
              <svg className={classes.bar} width="100%" height="6" aria-hidden="true">
                <rect className={classes.ground} width="100%" height="6" rx="3" />
                <rect
                  className={classes.fill}
                  width={`${shareOf(style.trained, trained) ?? 0}%`}
                  height="6"
                  rx="3"
                />
              </svg>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trainings({ statistics: { list, byStyle }, search }: WholeProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const shown = list.filter(({ styleId }) => search.filter === undefined || styleId === search.filter);
  const name = byStyle.find(({ styleId }) => styleId === search.filter)?.name;
  return (
    <section id="list" className={classes.part}>
      <div className={classes.head}>
        <h2 className={classes.title}>
          {name === undefined ? t('statistics.ownList') : t('statistics.listOf', { name })}
          <span className={classes.of}>{shown.length}</span>
        </h2>
        {search.filter === undefined ? null : (
          <Link
            to="/statistics"
            search={{ ...search, filter: undefined }}
            resetScroll={false}
            className={classes.all}
          >
            {t('statistics.allTrainings')}
          </Link>
        )}
      </div>
      <TimedList label={t('statistics.ownList')}>
        {shown.map((training) => (
          <TimedItem key={training.trainingId}>
            <TimedRowLink
              to="/training"
              search={{ id: training.trainingId }}
              row={{
                time: training.time,
                timeNote: format.minutes(training.duration),
                isNoteSilent: true,
                color: training.color,
                minutes: training.duration,
                title: training.name,
                text: `${format.shortDay(training.date)}${training.date.slice(2, 4) === format.today.slice(2, 4) ? '' : `.${training.date.slice(0, 4)}`}`,
                state: '',
                tone: 'quiet',
                ground: 'none',
              }}
            />
          </TimedItem>
        ))}
      </TimedList>
    </section>
  );
}
