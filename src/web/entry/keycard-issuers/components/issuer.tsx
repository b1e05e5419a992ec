import { type ReactNode, useId } from 'react';
import classes from './issuer.module.css';

interface IssuerProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** One wallet that the centre issues cards for. */
export function Issuer({ title, text, children }: IssuerProps) {
  const headingId = useId();
  return (
    <section className={classes.issuer} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.heading}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
