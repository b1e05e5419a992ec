import type { Ref, TextareaHTMLAttributes } from 'react';
import { useId } from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import classes from './text-field.module.css';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string | undefined;
  /** How to fix it; shown under the field with a sign and read out. */
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled text of several lines. */
export function TextArea({ label, hint, error, id, ...rest }: TextAreaProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  const note = error ?? hint;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      <textarea
        {...rest}
        id={fieldId}
        className={classes.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      <p
        id={noteId}
        className={joinClasses(classes.note, error !== undefined && classes.error)}
        aria-live="polite"
      >
        {error === undefined ? null : <Icon name="warning" size={18} />}
        {note}
      </p>
    </div>
  );
}
