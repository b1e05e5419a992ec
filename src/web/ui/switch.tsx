import type { InputHTMLAttributes, ReactNode } from 'react';
import classes from './switch.module.css';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  children: ReactNode;
  checked: boolean;
  /** A quieter second line. */
  hint?: string;
}

/** Something that is on or off from the press on; the whole line is the target. */
export function Switch({ children, hint, checked, ...rest }: SwitchProps) {
  return (
    <label className={classes.line}>
      <span>
        <span className={classes.words}>{children}</span>
        {hint === undefined ? null : <span className={classes.hint}>{hint}</span>}
      </span>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={classes.input}
      />
    </label>
  );
}
