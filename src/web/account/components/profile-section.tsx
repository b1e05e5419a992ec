import { type ReactNode, useId } from 'react';
import classes from './profile.module.css';

interface ProfileSectionProps {
  title: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}

/** One matter of the profile under its heading. */
export function ProfileSection({ title, isTitleHidden = false, children }: ProfileSectionProps) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={isTitleHidden ? 'visually-hidden' : classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
