import { joinClasses } from './classes.ts';
import rows from './timed-row.module.css';
import classes from './timed-row-skeletons.module.css';

/** Rows of the same size while the real ones are on their way. */
export function TimedRowSkeletons({ count = 6, label }: { count?: number; label: string }) {
  return (
    <div role="status" data-skeleton="">
      <span className="visually-hidden">{label}</span>
      <ul className={joinClasses(rows.list, classes.skeletons)} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li className={joinClasses(rows.item, classes.item)} key={index}>
            <span className={rows.row}>
              <span className={rows.times}>
                <span className={joinClasses(classes.bar, classes.tall)} />
                <span className={joinClasses(classes.bar, classes.note)} />
              </span>
              <span className={classes.markBar} />
              <span className={rows.words}>
                <span className={joinClasses(classes.bar, classes.tall, classes.name)} />
                <span className={joinClasses(classes.bar, classes.place)} />
              </span>
              <span className={joinClasses(classes.bar, classes.word)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
