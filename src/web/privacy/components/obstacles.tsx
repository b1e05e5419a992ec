import { eurosToCents } from '#shared/kernel/money.ts';
import { formatDate, formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import type { Erasure } from '../queries.ts';
import classes from './part.module.css';

type Obstacle = Erasure['obstacles'][number];

/** Where each is settled; what staff are is settled by an administrator. */
const places = {
  debt: { to: '/invoices', text: 'goDebt' },
  contract: { to: '/contracts', text: 'goContract' },
  booking: { to: '/workouts', text: 'goBooking' },
  rental: { to: '/pool', text: 'goRental' },
} as const;

/** What must be settled first, and where. */
export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const { t } = useTexts();
  const labelsOf = useObstacleLabels();
  const kinds = [...new Set(obstacles.map(({ kind }) => kind))];
  return (
    <>
      <Notice tone="warn" icon="info" text={t('privacy.obstaclesTitle')} />
      <ul className={classes.rows}>
        {obstacles.map((obstacle) => (
          <li key={`${obstacle.kind} ${obstacle.name} ${obstacle.startDateTime}`}>
            <ListRow title={labelsOf(obstacle)} />
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        {kinds.map((kind) =>
          kind === 'staff' ? null : (
            <ButtonLink key={kind} to={places[kind].to} size="small" variant="plain">
              {t(`privacy.obstacle.${places[kind].text}`)}
            </ButtonLink>
          ),
        )}
      </div>
    </>
  );
}

/** One sentence for each: what it is, and what to do about it. */
function useObstacleLabels(): (obstacle: Obstacle) => string {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  return ({ kind, name, amount, endDate, startDateTime }) => {
    if (kind === 'staff') return t('privacy.obstacle.staff');
    if (kind === 'debt') {
      return t('privacy.obstacle.debt', { amount: formatMoney(eurosToCents(amount ?? 0), language) });
    }
    if (kind === 'contract') {
      return endDate === null
        ? t('privacy.obstacle.contractOpen', { name: name ?? '' })
        : t('privacy.obstacle.contract', { name: name ?? '', date: formatDate(endDate) });
    }
    const when = startDateTime === null ? '' : format.dayAndTime(startDateTime);
    return t(`privacy.obstacle.${kind}`, { name: name ?? '', when });
  };
}
