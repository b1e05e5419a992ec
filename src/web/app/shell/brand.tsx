import { Link } from '@tanstack/react-router';
import { useColourMode } from '#web/kernel/preferences.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './brand.module.css';

/** The centre's sign and name, the way home. A collapsed menu hides the name from sight only. */
export function Brand({ className, titleClassName }: { className?: string; titleClassName?: string }) {
  const { configuration } = useStartContext();
  const { mode } = useColourMode();
  return (
    <Link to="/" className={joinClasses(classes.brand, className)} activeProps={{}}>
      <img
        src={configuration.logo[mode]}
        alt=""
        fetchPriority="low"
        width="32"
        height="32"
        className={classes.sign}
      />
      <span className={joinClasses(classes.title, titleClassName)}>{configuration.title}</span>
    </Link>
  );
}
