import { type ReactNode, useId } from 'react';
import classes from './editing.module.css';

interface ChoicesProps<V extends string> {
  legend: string;
  value: V;
  options: readonly { readonly value: V; readonly text: ReactNode; readonly hint?: string }[];
  onChange: (value: V) => void;
}

/** One of a few, each a line. */
export function Choices<V extends string>({ legend, value, options, onChange }: ChoicesProps<V>) {
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.text}
            {option.hint === undefined ? null : <span className={classes.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface TextAreaProps {
  label: string;
  value: string;
  maxLength: number;
  onChange: (value: string) => void;
}

/** A labelled text of several lines. */
export function TextArea({ label, value, maxLength, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label className={classes.legend} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={classes.area}
        value={value}
        maxLength={maxLength}
        rows={3}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
