import { formatWeekday } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Chip } from '#web/ui/chip.tsx';
import classes from './times.module.css';

/** A time that can be chosen. */
export interface ChoosableTime {
  readonly date: string;
  readonly time: string;
  readonly startDateTime: string;
}

interface SlotDaysProps<Slot extends ChoosableTime> {
  slots: readonly Slot[];
  /** The start of the one that is chosen. */
  chosen?: string | undefined;
  onChoose: (slot: Slot) => void;
}

/** Free times by day: the day stands before, the times wrap. */
export function SlotDays<Slot extends ChoosableTime>({ slots, chosen, onChoose }: SlotDaysProps<Slot>) {
  const { language } = useTexts();
  const format = useTimeFormat();
  return (
    <ul className={classes.days}>
      {[...Map.groupBy(slots, ({ date }) => date)].map(([date, list]) => {
        const day = format.isNamed(date) ? format.day(date) : formatWeekday(date, language);
        return (
          <li key={date} className={classes.day}>
            <h3 className={classes.dayName}>
              {capitalize(day)} <span className={classes.date}>{`${date.slice(8)}.${date.slice(5, 7)}`}</span>
            </h3>
            <div className={classes.times}>
              {list.map((slot) => (
                <Chip
                  key={slot.startDateTime}
                  isSelected={slot.startDateTime === chosen}
                  aria-label={`${capitalize(format.weekdayAndDate(date))} ${slot.time}`}
                  onClick={() => onChoose(slot)}
                >
                  {slot.time}
                </Chip>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
