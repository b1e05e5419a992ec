import { joinClasses } from './classes.ts';
import classes from './mark.module.css';

interface MarkProps {
  /** The style's own colour; it is moved to where it can be seen in each mode. */
  color: string;
  /** Upright, its height is the duration: 0.72 px a minute, 18 to 54 px. Without it, a lying capsule. */
  minutes?: number;
  /** A training that is over. */
  isFaint?: boolean;
  className?: string | undefined;
}

/** A training style's colour. It repeats a word and says nothing by itself. */
export function Mark({ color, minutes, isFaint = false, className }: MarkProps) {
  const isLying = minutes === undefined;
  const width = isLying ? 16 : 5;
  const height = isLying ? 5 : Math.round(Math.min(54, Math.max(18, minutes * 0.72)));
  return (
    <svg
      className={joinClasses(classes.mark, isFaint && classes.faint, className)}
      width={width}
      height={height}
      color={color}
      aria-hidden="true"
    >
      <rect width="100%" height="100%" rx="2.5" fill="currentColor" />
    </svg>
  );
}
