import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import classes from './chip.module.css';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Something is chosen here. */
  isSelected?: boolean;
  /** Opens a list of choices. */
  hasChoices?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A pill of 36 px with a target of 44. */
export function Chip({ isSelected = false, hasChoices = false, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(classes.chip, isSelected && classes.selected, className)}
      aria-haspopup={hasChoices ? 'dialog' : undefined}
    >
      <span className={classes.words}>{children}</span>
      {hasChoices ? <Icon name="chevronDown" size={16} className={classes.sign} /> : null}
    </button>
  );
}

interface ChipAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  isSelected?: boolean;
  /** Pressing takes the choice away. */
  isRemoving?: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function ChipAnchor({
  isSelected = false,
  isRemoving = false,
  className,
  children,
  ...rest
}: ChipAnchorProps) {
  return (
    <a {...rest} className={joinClasses(classes.chip, isSelected && classes.selected, className)}>
      <span className={classes.words}>{children}</span>
      {isRemoving ? <Icon name="close" size={16} className={classes.sign} /> : null}
    </a>
  );
}

/** A chip that is a plain link. */
export const ChipLink = createLink(ChipAnchor);
