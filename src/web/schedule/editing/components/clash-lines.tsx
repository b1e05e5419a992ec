import type { PlannedOccurrence } from '#shared/schedule/editing/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import classes from './editing.module.css';

/** What stands in the way of a date (specification point 5: rooms are listed, the trainer is named). */
export function ClashLines({ occurrence }: { occurrence: PlannedOccurrence }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  return occurrence.clashes.map(({ kind, names, with: other }) => (
    <p key={`${kind} ${other.id} ${other.startDateTime}`} className={classes.clash}>
      {t(`editing.clash_${kind}`, {
        names: names.join(', '),
        name: other.name,
        time: `${format.time(other.startDateTime)}–${format.time(other.endDateTime)}`,
      })}
    </p>
  ));
}
