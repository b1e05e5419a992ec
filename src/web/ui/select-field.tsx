import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { useId } from 'react';
import { Icon } from './icon.tsx';
import classes from './select-field.module.css';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** How to fix it; shown under the field with a sign and read out. */
  error?: string | undefined;
  /** The options. */
  children: ReactNode;
  ref?: Ref<HTMLSelectElement>;
}

/** A labelled choice out of a few, with the device's own list. */
export function SelectField({ label, error, children, id, ...rest }: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const noteId = `${fieldId}-note`;
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={fieldId}>
        {label}
      </label>
      <div className={classes.box}>
        <select
          {...rest}
          id={fieldId}
          className={classes.select}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : noteId}
        >
          {children}
        </select>
        <Icon name="chevronDown" size={20} className={classes.sign} />
      </div>
      <p id={noteId} className={classes.error} aria-live="polite">
        {error === undefined ? null : <Icon name="warning" size={18} />}
        {error}
      </p>
    </div>
  );
}
