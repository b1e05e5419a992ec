import type { FreezePlan, LostBooking } from '#shared/contracts/freezes/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import type { Fact } from '#web/ui/facts.tsx';
import classes from './plan-facts.module.css';

/** Bookings that are given back, by name; nothing where none are. */
export function LostBookings({ bookings }: { bookings: readonly (typeof LostBooking)['_output'][] }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  if (bookings.length === 0) return null;
  return (
    <div className={classes.lost}>
      <p>{t('contracts.lostBookings', { count: bookings.length })}</p>
      <ul>
        {bookings.map(({ name, startsAt, isLate }) => (
          <li key={`${name} ${startsAt}`}>
            {name}, {format.dayAndTime(startsAt)}
            {isLate ? ` (${t('contracts.lostLate')})` : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Counted visits of periods that become fewer, before → after. */
export function useVisitFacts(): (visits: FreezePlan['visits']) => Fact[] {
  const { t } = useTexts();
  return (visits) =>
    visits.map(({ from, until, before, after }) => ({
      label: t('contracts.visitsOf', { from: formatDate(from), until: formatDate(until) }),
      value: t('contracts.billMove', { before, after }),
    }));
}

/** Bills to come that become others, before → after. */
export function useBillFacts(): (bills: FreezePlan['bills']) => Fact[] {
  const { t } = useTexts();
  const money = useMoney();
  return (bills) =>
    bills.map(({ date, before, after }) => ({
      label: t('contracts.bill', { date: formatDate(date) }),
      value: t('contracts.billMove', { before: money(before), after: money(after) }),
    }));
}
