import type { ReactNode } from 'react';
import classes from './times.module.css';

/** The heading of a part: of a whole page, or within another part. */
export function Title({ level, children }: { level: 2 | 3; children: ReactNode }) {
  if (level === 3) return <h3 className={classes.name}>{children}</h3>;
  return <h2 className={classes.title}>{children}</h2>;
}
