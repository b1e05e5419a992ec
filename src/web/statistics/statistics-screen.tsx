import type { ReactNode } from 'react';
import type { TrainerStatistics } from '#shared/statistics/contract.ts';
import { peopleLeast, shareOf, type Window } from '#shared/statistics/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useNumber } from '#web/kernel/money.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { DayChart } from './components/day-chart.tsx';
import { HeldList } from './components/held-list.tsx';
import { Parts } from './components/parts.tsx';
import { type StatisticsSearch, statisticsLink } from './components/statistics-links.ts';
import { useStatistics } from './queries.ts';
import classes from './statistics-screen.module.css';

interface StatisticsScreenProps {
  isPersonal: boolean;
  search: StatisticsSearch;
  /** At the right end of the head: where else to look. */
  end?: ReactNode;
}

/** A trainer's own sums (specification points 3 and 9): each number opens the trainings behind it. */
export function StatisticsScreen({ isPersonal, search, end }: StatisticsScreenProps) {
  const { t } = useTexts();
  const window: Window = search.window ?? 'last30Days';
  const query = useStatistics(isPersonal, window);
  const { data, error } = query;
  const of = (personal: boolean, parts: StatisticsSearch) => statisticsLink(personal, parts);
  const kept = search.window === undefined ? {} : { window: search.window };
  return (
    <Page width="table">
      <PageHeader
        title={t(isPersonal ? 'statistics.personal' : 'statistics.group')}
        subtitle={data ? `${formatDate(data.from)}–${formatDate(data.until)}` : ' '}
      >
        {end}
      </PageHeader>
      <div className={classes.choices}>
        <SegmentedControl label={t('statistics.kind')}>
          <SegmentLink {...of(false, kept)} isSelected={!isPersonal}>
            {t('statistics.group')}
          </SegmentLink>
          <SegmentLink {...of(true, kept)} isSelected={isPersonal}>
            {t('statistics.personal')}
          </SegmentLink>
        </SegmentedControl>
        <SegmentedControl label={t('statistics.window')}>
          <SegmentLink {...of(isPersonal, { window: 'currentMonth' })} isSelected={window === 'currentMonth'}>
            {t('statistics.currentMonth')}
          </SegmentLink>
          <SegmentLink {...of(isPersonal, {})} isSelected={window === 'last30Days'}>
            {t('statistics.last30Days')}
          </SegmentLink>
        </SegmentedControl>
      </div>
      {body()}
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('statistics.notLoaded')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.list.length === 0) {
      return <EmptyState icon="dumbbell" title={t('statistics.none')} text={t('statistics.noneText')} />;
    }
    return (
      <>
        <Tiles statistics={data} />
        <DayChart statistics={data} />
        <Parts statistics={data} isPersonal={isPersonal} search={search} />
        <HeldList statistics={data} isPersonal={isPersonal} search={search} />
      </>
    );
  }
}

function Tiles({ statistics: { total } }: { statistics: TrainerStatistics }) {
  const { t } = useTexts();
  const number = useNumber();
  const { trainings, totalPlaces: places, booked, trained, workingHours, maleCount, femaleCount } = total;
  const hours = Math.floor(workingHours);
  const minutes = Math.round((workingHours - hours) * 60);
  const percent = (share: number | null) => (share === null ? '–' : `${share}%`);
  return (
    <div className={classes.tiles}>
      <Tile
        label={t('statistics.workingHours')}
        value={minutes === 0 ? t('common.hours', { hours }) : t('common.hoursMinutes', { hours, minutes })}
      />
      <Tile label={t('statistics.trainings')} value={number(trainings)} />
      <Tile
        label={t('statistics.occupancy')}
        value={percent(shareOf(booked, places))}
        note={t('statistics.occupancyOf', { booked, places })}
      />
      <Tile
        label={t('statistics.presence')}
        value={percent(shareOf(trained, booked))}
        note={t('statistics.presenceOf', { trained, booked })}
      />
      <div className={classes.tile}>
        <p className={classes.label}>{t('statistics.genders')}</p>
        {maleCount === null || femaleCount === null ? (
          <p className={classes.note}>{t('statistics.gendersFew', { least: peopleLeast })}</p>
        ) : (
          <>
            <svg className={classes.genders} width="100%" height="12" aria-hidden="true">
              <rect className={classes.rest} width="100%" height="12" rx="4" />
              <rect
                className={classes.main}
                width={`${shareOf(femaleCount, femaleCount + maleCount) ?? 0}%`}
                height="12"
                rx="4"
              />
            </svg>
            <p className={classes.both}>
              <span>{t('statistics.female', { count: femaleCount })}</span>
              <span>{t('statistics.male', { count: maleCount })}</span>
            </p>
          </>
        )}
      </div>
    </div>
  );
}

/** A number that leads to the list behind it. */
function Tile({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <a href="#list" className={classes.tile}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value}</span>
      {note === undefined ? null : <span className={classes.note}>{note}</span>}
    </a>
  );
}
