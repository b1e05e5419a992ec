import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import classes from './tag.module.css';

interface TagProps {
  tone?: 'neutral' | 'accent' | 'ok' | 'warn' | 'bad';
  children: ReactNode;
}

/** A word for an unusual state; usual ones need none. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={joinClasses(classes.tag, classes[tone])}>{children}</span>;
}
