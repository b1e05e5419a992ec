import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './checkbox.module.css';
import { joinClasses } from './classes.ts';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  children: ReactNode;
  /** A quieter second line. */
  hint?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A yes-or-no with its words; the whole line is the target. */
export function Checkbox({ children, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={joinClasses(classes.line, className)}>
      <span className={classes.box}>
        <input {...rest} type="checkbox" className={classes.input} />
        <svg
          className={classes.tick}
          viewBox="0 0 24 24"
          width="24"
          height="24"
          fill="none"
          aria-hidden="true"
        >
          <path
            d="m6.5 12.5 3.75 3.75L17.5 8.5"
            stroke="currentColor"
            strokeWidth="2.25"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      <span>
        <span className={classes.words}>{children}</span>
        {hint === undefined ? null : <span className={classes.hint}>{hint}</span>}
      </span>
    </label>
  );
}
