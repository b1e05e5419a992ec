import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { useOwnStrikes, useStrikeLabels } from '../strikes/queries.ts';
import classes from './strikes.module.css';

interface OwnStrikesProps {
  /** Only while they close booking ahead. */
  isOnlyWhenClosed: boolean;
}

/** What the member's places left unused mean; nothing when there are none that may count. */
export function OwnStrikes({ isOnlyWhenClosed }: OwnStrikesProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const labelsOf = useStrikeLabels();
  const { data } = useOwnStrikes();
  const live = data?.strikes.filter(({ standing }) => standing !== 'over') ?? [];
  if (!data || data.most === 0 || live.length === 0) return null;
  const { bannedUntil, counting, most, days, banDays } = data;
  if (isOnlyWhenClosed && bannedUntil === null) return null;
  return (
    <details className={classes.panel}>
      <summary className={classes.summary}>
        <span>
          {bannedUntil === null
            ? t('strikes.count', { counting, most })
            : t('strikes.closed', { until: format.dayAndTime(bannedUntil) })}
        </span>
        <Icon name="chevronDown" size={20} className={classes.chevron} />
      </summary>
      <p className={classes.text}>{t('strikes.rule', { most, days, banDays })}</p>
      <ul className={classes.list}>
        {live.map((strike) => (
          <li key={strike.registrationId}>
            <ListRow title={strike.trainingName} text={labelsOf(strike)} />
          </li>
        ))}
      </ul>
      <p className={classes.text}>{t('strikes.notRight')}</p>
    </details>
  );
}
