import { type ComponentType, type KeyboardEvent, useId, useRef, useState } from 'react';
import { formatDate, parseLocalDate } from '#shared/kernel/dates.ts';
import { isWholeDate, readTypedDate, withSeparators } from '#shared/kernel/typed.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CalendarProps } from './calendar.tsx';
import { Sheet } from './dialog.tsx';
import { showSnackbar } from './snackbar.tsx';
import { useTexts } from './texts.tsx';
import { useTimeFormat } from './time-format.ts';
import { useTypedInput, type ValueFieldProps } from './typed-input.ts';

interface DateFieldProps extends ValueFieldProps {
  /** The first and the last date the calendar offers; the form says what else it refuses. */
  min?: string | undefined;
  max?: string | undefined;
  /** Without a calendar where one is of no help: nobody turns pages back to the day they were born. */
  hasCalendar?: boolean;
  /** How to mend what is no date, in the form's own words. */
  problem?: string | undefined;
}

/**
 * A date, dd.MM.yyyy whatever the browser's language: typed, or chosen in a calendar, which is fetched when it is
 * asked for. Its value is yyyy-MM-dd, empty while there is none.
 */
export function DateField({ value, defaultValue, onChange, onBlur, error, id, ...rest }: DateFieldProps) {
  const { min, max, hasCalendar = true, problem, ...field } = rest;
  const { t, bring } = useTexts();
  const { today } = useTimeFormat();
  const ownId = useId();
  const fieldId = id ?? ownId;
  const button = useRef<HTMLButtonElement>(null);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();
  const [isOpen, setIsOpen] = useState(false);
  const typed = useTypedInput({
    ...{ value, defaultValue, onChange, onBlur },
    read: (text) => readTypedDate(text, today),
    isWhole: isWholeDate,
    show: (date) => (parseLocalDate(date) === undefined ? date : formatDate(date)),
    complete: (text) => withSeparators(text, 'date'),
    problem: problem ?? t('validation.dateInvalid'),
  });

  async function open(): Promise<void> {
    try {
      const [part] = await Promise.all([import('./calendar.tsx'), bring(['calendar'])]);
      setCalendar(() => part.Calendar);
      setIsOpen(true);
    } catch {
      showSnackbar({ type: 'warning', text: t('common.calendarFailed') });
    }
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    typed.props.onKeyDown(event);
    if (!hasCalendar || event.key !== 'ArrowDown') return;
    event.preventDefault();
    void open();
  }

  return (
    <>
      <TextField
        autoComplete="off"
        placeholder={t('common.datePlaceholder')}
        {...field}
        {...typed.props}
        id={fieldId}
        inputMode="numeric"
        onKeyDown={press}
        error={typed.error ?? error}
        {...(hasCalendar && {
          end: (
            <IconButton
              ref={button}
              label={t('common.openCalendar')}
              aria-describedby={`${fieldId}-label`}
              aria-haspopup="dialog"
              disabled={field.disabled}
              onClick={() => void open()}
            >
              <Icon name="calendar" size={22} />
            </IconButton>
          ),
        })}
      />
      {Calendar ? (
        <Sheet
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          title={field.label}
          variant="popover"
          beside={() => button.current?.parentElement?.parentElement ?? null}
        >
          <Calendar
            {...{ min, max, today }}
            chosen={typed.now()}
            onChoose={(date) => {
              typed.set(date);
              setIsOpen(false);
            }}
          />
        </Sheet>
      ) : null}
    </>
  );
}
