import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import classes from './facts.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactsProps {
  facts: readonly Fact[];
  /** With a line above and below: where it stands among other parts of a screen. */
  isFramed?: boolean;
  /** Told again whenever a value changes. */
  isLive?: boolean;
}

/** Word and value, one under the other. */
export function Facts({ facts, isFramed = false, isLive = false }: FactsProps) {
  return (
    <dl className={joinClasses(isFramed && classes.framed)} aria-live={isLive ? 'polite' : undefined}>
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Word and value in two columns, small: of what is read beside a list. */
export function ReaderFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.columns}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
