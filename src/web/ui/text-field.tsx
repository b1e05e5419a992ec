import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import classes from './text-field.module.css';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** At the right end of the label's line: a link such as "Forgot it?". */
  labelEnd?: ReactNode;
  /** Under the field while there is no error. */
  hint?: string | undefined;
  /** How to fix it; shown under the field with a sign and read out. */
  error?: string | undefined;
  /** Inside the field at its right end: one 44 px button. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled line of text. The form decides when an error appears: on leaving the field or on submit. */
export function TextField({ label, labelEnd, hint, error, end, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  const note = error ?? hint;
  return (
    <div className={joinClasses(classes.field, className)}>
      <div className={classes.head}>
        <label id={`${fieldId}-label`} className={classes.label} htmlFor={fieldId}>
          {label}
        </label>
        {labelEnd}
      </div>
      <div className={classes.box}>
        <input
          {...rest}
          id={fieldId}
          className={joinClasses(classes.input, end !== undefined && classes.hasEnd)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
        />
        {end === undefined ? null : <div className={classes.end}>{end}</div>}
      </div>
      {/* The place for the message is always in the page, so that its arrival is read out. */}
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
