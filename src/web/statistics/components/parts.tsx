import { Link } from '@tanstack/react-router';
import type { Sums, TrainerStatistics } from '#shared/statistics/contract.ts';
import { shareOf } from '#shared/statistics/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import classes from './parts.module.css';
import { type StatisticsSearch, statisticsLink } from './statistics-links.ts';

interface PartsProps {
  statistics: TrainerStatistics;
  isPersonal: boolean;
  search: StatisticsSearch;
}

/** The sums by style or by type; each leads to the trainings behind it. */
export function Parts({ statistics, isPersonal, search }: PartsProps) {
  const { t } = useTexts();
  const { window, mode } = search;
  const kept = { ...(window && { window }) };
  const isByType = mode === 'type';
  const parts: (Sums & { key: string; name: string; color?: string; search: StatisticsSearch })[] = isByType
    ? statistics.byType.map((part) => ({
        ...part,
        key: part.type,
        name: t(`statistics.${part.type}`),
        search: { ...kept, mode: 'type', type: part.type },
      }))
    : statistics.byStyle.map((part) => ({
        ...part,
        key: String(part.styleId),
        search: { ...kept, filter: part.styleId },
      }));
  return (
    <section className={classes.parts}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t(isByType ? 'statistics.byType' : 'statistics.byStyle')}</h2>
        <SegmentedControl label={t('statistics.parts')}>
          <SegmentLink {...statisticsLink(isPersonal, kept)} resetScroll={false} isSelected={!isByType}>
            {t('statistics.style')}
          </SegmentLink>
          <SegmentLink
            {...statisticsLink(isPersonal, { ...kept, mode: 'type' })}
            resetScroll={false}
            isSelected={isByType}
          >
            {t('statistics.type')}
          </SegmentLink>
        </SegmentedControl>
      </div>
      <ul>
        {parts.map((part) => {
          const share = shareOf(part.booked, part.totalPlaces);
          return (
            <li key={part.key}>
              <Link
                {...statisticsLink(isPersonal, part.search)}
                hash="list"
                resetScroll={false}
                className={classes.row}
              >
                <span className={classes.name}>
                  {part.color === undefined ? null : <Mark color={part.color} />}
                  {part.name}
                </span>
                <span className={classes.count}>
                  {t('statistics.trainingsCount', { count: part.trainings })}
                </span>
                <span className={classes.of}>
                  {t('statistics.partOf', { booked: part.booked, places: part.totalPlaces })}
                </span>
                <svg className={classes.bar} width="100%" height="6" aria-hidden="true">
                  <rect className={classes.ground} width="100%" height="6" rx="3" />
                  <rect className={classes.fill} width={`${Math.min(100, share ?? 0)}%`} height="6" rx="3" />
                </svg>
                <span className={classes.share}>{share === null ? '–' : `${share}%`}</span>
                <Icon name="chevronRight" size={20} className={classes.chevron} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
