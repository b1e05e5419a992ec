import { joinClasses } from './classes.ts';
import classes from './skeleton.module.css';

interface SkeletonProps {
  /** Height of the words it stands for. */
  size?: 'caption' | 'body' | 'title' | 'block';
  /** Share of the place's width. */
  width?: 'short' | 'half' | 'long' | 'full';
  className?: string | undefined;
}

/** A grey bar where words will be: it does not move, and waits 150 ms before it shows. Journeys wait until it is gone. */
export function Skeleton({ size = 'body', width = 'long', className }: SkeletonProps) {
  return (
    <span
      className={joinClasses(classes.bar, classes[size], classes[width], className)}
      aria-hidden="true"
      data-skeleton=""
    />
  );
}

/** Bars where the rows of a list will be, told as `label`. */
export function RowSkeletons({ label }: { label: string }) {
  return (
    <div className={classes.rows} role="status" aria-label={label}>
      <Skeleton width="half" />
      <Skeleton width="half" />
      <Skeleton width="half" />
    </div>
  );
}

/** Bars where rows of two lines will be, told as `label`. */
export function ListRowSkeletons({ count = 3, label }: { count?: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} className={classes.row}>
          <Skeleton width="half" />
          <Skeleton width="long" size="caption" />
        </div>
      ))}
    </div>
  );
}
