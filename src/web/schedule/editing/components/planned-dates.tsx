import { outcomes, type SchedulePlan } from '#shared/schedule/editing/contract.ts';
import { formatDate, formatWeekday } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ClashLines } from './clash-lines.tsx';
import classes from './editing.module.css';
import { outcomeText, placeText } from './plan-labels.ts';

/** A change of many dates: how many of each kind, and each of them with what becomes of it. */
export function PlannedDates({ plan, isOpen }: { plan: SchedulePlan; isOpen: boolean }) {
  const { t, language } = useTexts();
  const counted = outcomes.filter((outcome) => plan.counts[outcome] > 0);
  return (
    <>
      <dl className={classes.facts}>
        {counted.map((outcome) => (
          <div key={outcome}>
            <dt>{t(`editing.outcome_${outcome}`)}</dt>
            <dd>{plan.counts[outcome]}</dd>
          </div>
        ))}
      </dl>
      {plan.occurrences.length === 0 ? null : (
        <details open={isOpen || undefined}>
          <summary className={classes.summary}>
            {t('editing.dates', { count: plan.occurrences.length })}
            <Icon name="chevronDown" size={20} />
          </summary>
          <ul className={classes.list}>
            {plan.occurrences.map((occurrence) => {
              const { before, after, trainingId, name, booked, keptFields } = occurrence;
              const at = before ?? after;
              const isMoved = before && after && placeText(before) !== placeText(after);
              return (
                <li key={`${trainingId} ${at?.startDateTime}`}>
                  <span className={classes.line}>
                    <span className={classes.date}>
                      {at
                        ? `${formatWeekday(at.date, language, 'short')} ${formatDate(at.date)} ${at.time}`
                        : name}
                    </span>
                    <span>{outcomeText(t, occurrence)}</span>
                  </span>
                  {isMoved && after ? <span className={classes.quiet}>→ {placeText(after)}</span> : null}
                  {booked > 0 ? (
                    <span className={classes.quiet}>{t('editing.bookings', { count: booked })}</span>
                  ) : null}
                  {keptFields.length > 0 ? <span className={classes.quiet}>{t('editing.kept')}</span> : null}
                  <ClashLines occurrence={occurrence} />
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </>
  );
}
