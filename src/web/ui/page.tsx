import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import classes from './page.module.css';

interface PageProps {
  /** `list` 640, `table` 1120, `wide` the whole content area. */
  width?: 'list' | 'table' | 'wide';
  /** In the middle of the content area instead of at its left edge. */
  isCentred?: boolean;
  children: ReactNode;
  className?: string | undefined;
}

/** A screen's own space: side margins, top and bottom; the frame around it adds none. */
export function Page({ width = 'list', isCentred = false, children, className }: PageProps) {
  return (
    <div className={joinClasses(classes.page, classes[width], isCentred && classes.centred, className)}>
      {children}
    </div>
  );
}

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Before the title: a back link. */
  back?: ReactNode;
  /** At the right end. */
  children?: ReactNode;
  /** `title` 32 px, `flow` 28 px in forms and flows. */
  size?: 'title' | 'flow';
}

/** The screen's name, said once. */
export function PageHeader({ title, subtitle, back, children, size = 'title' }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      {back === undefined ? null : <div className={classes.back}>{back}</div>}
      <div className={classes.titles}>
        <h1 className={joinClasses(classes.title, size === 'flow' && classes.flow)}>{title}</h1>
        {subtitle === undefined ? null : <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {children === undefined ? null : <div className={classes.actions}>{children}</div>}
    </header>
  );
}
