import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import { Page } from './page.tsx';
import classes from './panes.module.css';

interface PanesProps {
  /** The page's name while what is read stands alone. */
  title: string;
  children: ReactNode;
  /** What is read of the list: `<Reader>`. */
  reader: ReactNode | undefined;
}

/** A list, and what is read of it: one of them at a time on a phone, side by side from 900 px. */
export function Panes({ title, children, reader }: PanesProps) {
  const isReading = reader !== undefined;
  return (
    <Page width="table" className={joinClasses(isReading && classes.wide)}>
      <div className={joinClasses(classes.panes, isReading && classes.reading)}>
        <div className={classes.list}>{children}</div>
        {isReading ? <h1 className={classes.alone}>{title}</h1> : null}
        {reader}
      </div>
    </Page>
  );
}

/** The card of what is read. */
export function Reader({ children }: { children: ReactNode }) {
  return <div className={classes.reader}>{children}</div>;
}

/** What closes the card while there is nothing else at its top. */
export function ReaderClose({ children }: { children: ReactNode }) {
  return <div className={classes.closing}>{children}</div>;
}
