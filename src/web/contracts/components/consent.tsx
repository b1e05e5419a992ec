import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import classes from './consent.module.css';

/** A yes that must be given, with what is missing under it. */
export function Consent({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div className={classes.consent}>
      {children}
      <p className={classes.error} aria-live="polite">
        {error === undefined ? null : (
          <>
            <Icon name="warning" size={18} />
            {error}
          </>
        )}
      </p>
    </div>
  );
}
