import type { KeyboardEvent } from 'react';
import { isWholeTime, readTypedTime, stepTime, withSeparators } from '#shared/kernel/typed.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { useTexts } from './texts.tsx';
import { useTypedInput, type ValueFieldProps } from './typed-input.ts';

interface TimeFieldProps extends ValueFieldProps {
  /** Minutes that the arrow keys go up and down. */
  step?: number;
  /** Where a day may end: 24:00 counts. */
  hasMidnightAtEnd?: boolean;
}

/** A time of day, HH:mm in 24 hours whatever the browser's language; typed, or moved by the arrow keys. */
export function TimeField({ value, defaultValue, onChange, onBlur, error, ...rest }: TimeFieldProps) {
  const { step = 5, hasMidnightAtEnd = false, ...field } = rest;
  const { t } = useTexts();
  const typed = useTypedInput({
    ...{ value, defaultValue, onChange, onBlur },
    read: (text) => readTypedTime(text, hasMidnightAtEnd),
    isWhole: isWholeTime,
    show: (time) => time,
    complete: (text) => withSeparators(text, 'time'),
    problem: t('validation.timeInvalid'),
  });

  function press(event: KeyboardEvent<HTMLInputElement>) {
    typed.props.onKeyDown(event);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const now = typed.now();
    if (direction === 0 || now === undefined) return;
    event.preventDefault();
    typed.set(stepTime(now, direction * step));
  }

  return (
    <TextField
      autoComplete="off"
      placeholder="--:--"
      {...field}
      {...typed.props}
      inputMode="numeric"
      onKeyDown={press}
      error={typed.error ?? error}
    />
  );
}
