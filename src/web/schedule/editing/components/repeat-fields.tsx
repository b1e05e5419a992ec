import { addDays, startOfWeek } from '#shared/kernel/dates.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { formatWeekday } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize } from '#web/kernel/time-format.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import classes from './editing.module.css';
import type { TrainingDraft } from './training-draft.ts';

type Repeat = Pick<TrainingDraft, 'repeats' | 'weekdays' | 'everyWeeks' | 'until'>;

interface RepeatFieldsProps {
  draft: TrainingDraft;
  faults: { weekdays: string | undefined; until: string | undefined };
  onChange: (changed: Partial<Repeat>) => void;
  weekdayOfDate: number;
}

const monday = startOfWeek('2026-01-05');
const weeks = [1, 2, 3, 4, 5, 6, 7, 8];

/** Whether a new training repeats: on which days of the week, every how many weeks, until when. */
export function RepeatFields({ draft, faults, onChange, weekdayOfDate }: RepeatFieldsProps) {
  const { t, language } = useTexts();
  const { repeats, weekdays, everyWeeks, until } = draft;
  const toggle = (day: number) =>
    onChange({
      weekdays: weekdays.includes(day)
        ? weekdays.filter((one) => one !== day)
        : [...weekdays, day].toSorted(),
    });
  return (
    <>
      <Checkbox
        checked={repeats}
        onChange={() => onChange({ repeats: !repeats, ...(repeats ? {} : { weekdays: [weekdayOfDate] }) })}
      >
        {t('editing.repeats')}
      </Checkbox>
      {repeats ? (
        <>
          <fieldset className={classes.group} data-field="weekdays">
            <legend className={classes.legend}>{t('editing.onWeekdays')}</legend>
            <div className={classes.pair}>
              {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                <Checkbox key={day} checked={weekdays.includes(day)} onChange={() => toggle(day)}>
                  {capitalize(formatWeekday(addDays(monday, day - 1), language))}
                </Checkbox>
              ))}
            </div>
            <p className={classes.error} aria-live="polite">
              {faults.weekdays}
            </p>
          </fieldset>
          <div className={classes.dates}>
            <SelectField
              label={t('editing.everyWeeks')}
              value={everyWeeks}
              onChange={(event) => onChange({ everyWeeks: event.target.value })}
            >
              {weeks.map((count) => (
                <option key={count} value={count}>
                  {t('editing.weeks', { count })}
                </option>
              ))}
            </SelectField>
            <DateField
              label={t('editing.until')}
              name="until"
              value={until}
              error={faults.until}
              onChange={(date) => onChange({ until: date })}
            />
          </div>
        </>
      ) : null}
    </>
  );
}
