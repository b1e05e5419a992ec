import { HomeSkeleton } from '#web/registrations/home/components/home-skeleton.tsx';
import { RoutePending } from './route-states.tsx';
import classes from './waiting.module.css';

/** Home as grey rows, in the place of the login page, for whoever comes back. */
export function WaitingHome() {
  return (
    <div className={classes.home}>
      <HomeSkeleton isWhole />
    </div>
  );
}

/** Of a frame that has no screen yet: grey rows for whoever comes back. */
export function WaitingScreen() {
  return (
    <>
      <div className={classes.elsewhere}>
        <RoutePending />
      </div>
      <WaitingHome />
    </>
  );
}
