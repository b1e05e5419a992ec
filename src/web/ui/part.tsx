import type { ReactNode, Ref } from 'react';
import classes from './part.module.css';

interface PartProps {
  title: string;
  /** Of the heading, which takes focus when what was pressed in the part is gone. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A part of a long screen under its heading, by which it is also called. */
export function Part({ title, headingRef, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A sentence about the whole part. */
export function PartNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

/** Rows one under the other, each below a line; its children are `li`. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** Below a row's words: how it stands. */
export function RowStatus({ children }: { children: ReactNode }) {
  return <span className={classes.status}>{children}</span>;
}
