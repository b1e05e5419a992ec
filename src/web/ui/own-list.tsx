import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './own-list.module.css';

interface OwnListProps {
  /** For who hears it. */
  label?: string;
  children: ReactNode;
}

/** Rows of what one has, ruled between. */
export function OwnList({ label, children }: OwnListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface EndedListProps {
  title: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}

/** What cannot be used any more, folded. Nothing where there is none. */
export function EndedList({ title, count, isOpen = false, children }: EndedListProps) {
  if (count === 0) return null;
  return (
    <details className={classes.ended} open={isOpen}>
      <summary className={classes.summary}>
        <Icon name="chevronRight" size={20} className={classes.chevron} />
        {title} ({count})
      </summary>
      {children}
    </details>
  );
}

/** At the end of a row that leads on: what is left, as it is seen and as it is heard. */
export function LeftAndOn({ seen, heard }: { seen: string; heard: string }) {
  return (
    <span className={classes.left}>
      <span className={classes.number} aria-hidden="true">
        {seen}
      </span>
      <span className="visually-hidden">{heard}</span>
      <Icon name="chevronRight" size={20} className={classes.onward} />
    </span>
  );
}

interface GivenRowProps {
  /** Whoever was given it has it. */
  isTaken: boolean;
  name: ReactNode;
  text: ReactNode;
  /** `GivenAction`s. */
  children: ReactNode;
}

/** Something of one's own that another was given. */
export function GivenRow({ isTaken, name, text, children }: GivenRowProps) {
  return (
    <li className={classes.given}>
      <div className={classes.words}>
        <p className={classes.name}>
          {isTaken ? <Icon name="check" size={18} isStrong className={classes.check} /> : null}
          {name}
        </p>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.actions}>{children}</div>
    </li>
  );
}

interface GivenActionProps {
  /** With whom or which, for who hears it. */
  label: string;
  onPress: () => void;
  children: string;
}

/** What can be done with what was given. */
export function GivenAction({ label, onPress, children }: GivenActionProps) {
  return (
    <button type="button" className={classes.action} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}
