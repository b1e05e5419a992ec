import type { ReactNode } from 'react';
import { useStartContext } from '#web/kernel/start-context.ts';
import { FrontActions } from './components/front-actions.tsx';
import { Contacts, FrontClubs, FrontEnd } from './components/front-clubs.tsx';
import { FrontOpen } from './components/front-open.tsx';
import { FrontPrices } from './components/front-prices.tsx';
import classes from './front-screen.module.css';
import { useLanding } from './queries.ts';

/** A centre's front page: when it is open, what begins next (`trainings`), what it costs, where it is. */
export function FrontScreen({ trainings }: { trainings: ReactNode }) {
  const { configuration } = useStartContext();
  const landing = useLanding();
  return (
    <div className={classes.page}>
      <div className={classes.inside}>
        <h1 className={classes.slogan}>{configuration.slogan}</h1>
        <div className={classes.top}>
          <div className={classes.first}>
            {landing ? <FrontOpen clubs={landing.clubs} /> : null}
            {trainings}
            <div className={classes.wideActions}>
              <FrontActions landing={landing} isWide />
            </div>
          </div>
          {landing ? <FrontPrices landing={landing} /> : null}
        </div>
        {landing ? (
          <div className={classes.places}>
            <FrontClubs clubs={landing.clubs} />
            <Contacts landing={landing} />
          </div>
        ) : null}
        {landing ? <FrontEnd company={landing.company} /> : null}
      </div>
      <div className={classes.bar}>
        <FrontActions landing={landing} />
      </div>
    </div>
  );
}
