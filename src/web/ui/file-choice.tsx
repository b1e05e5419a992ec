import type { ChangeEvent, ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import classes from './file-choice.module.css';
import { Icon, type IconName } from './icon.tsx';

interface FileChoiceProps {
  id: string;
  /** As the browser wants it: endings and types. */
  accept: string;
  icon: IconName;
  /** What pressing does, or what is being done. */
  children: ReactNode;
  isDisabled: boolean;
  /** The id of what tells what became of it. */
  describedBy: string;
  isPrimary?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A button that asks for a file. */
export function FileChoice(props: FileChoiceProps) {
  const { id, accept, icon, children, isDisabled, describedBy, isPrimary = false, onChange } = props;
  return (
    <div className={classes.file}>
      <input
        id={id}
        type="file"
        accept={accept}
        className={classes.input}
        disabled={isDisabled}
        aria-describedby={describedBy}
        onChange={onChange}
      />
      <label htmlFor={id} className={joinClasses(classes.label, isPrimary && classes.primary)}>
        <Icon name={icon} size={20} />
        {children}
      </label>
    </div>
  );
}
