import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { joinClasses } from './classes.ts';
import classes from './segmented-control.module.css';

interface SegmentedControlProps {
  /** What is chosen here, for those who listen. */
  label: string;
  /** As wide as its place, in equal parts. */
  isWide?: boolean;
  /** `Segment` or `SegmentLink`. */
  children: ReactNode;
  className?: string | undefined;
}

/** Two to four views of the same thing, one of them shown. */
export function SegmentedControl({ label, isWide = false, children, className }: SegmentedControlProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box in every browser
    <div
      className={joinClasses(classes.control, isWide && classes.wide, className)}
      role="group"
      aria-label={label}
    >
      {children}
    </div>
  );
}

interface SegmentProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  isSelected: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Segment({ isSelected, className, ...rest }: SegmentProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(classes.segment, isSelected && classes.selected, className)}
      aria-pressed={isSelected}
    />
  );
}

interface SegmentAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  isSelected: boolean;
  children?: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
}

function SegmentAnchor({ isSelected, className, children, ...rest }: SegmentAnchorProps) {
  return (
    <a
      {...rest}
      className={joinClasses(classes.segment, isSelected && classes.selected, className)}
      aria-current={isSelected ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

export const SegmentLink = createLink(SegmentAnchor);
