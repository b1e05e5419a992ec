import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import classes from './editing.module.css';

export interface Action {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
  readonly isCostly?: boolean;
  /** Leads to another page; otherwise `onPress`. */
  readonly link?: { readonly to: string; readonly search: object };
  readonly onPress?: () => void;
}

/** What can be done, each on a line of its own (specification point 2: the choose-action dialog). */
export function ActionList({ text, actions }: { text?: string; actions: readonly Action[] }) {
  return (
    <div className={classes.stack}>
      {text === undefined ? null : <p className={classes.text}>{text}</p>}
      <ul className={classes.menu}>
        {actions.map(({ key, icon, text: labels, isCostly, link, onPress }) => (
          <li key={key}>
            {link ? (
              <Link {...link} className={classes.action}>
                <Icon name={icon} />
                {labels}
              </Link>
            ) : (
              <button
                type="button"
                className={joinClasses(classes.action, isCostly && classes.isCostly)}
                onClick={onPress}
              >
                <Icon name={icon} />
                {labels}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The line under a training's name: when, where, who. */
export function useWhereText(): (what: {
  date: string;
  time: string;
  rooms: readonly { name: string }[];
  trainerName?: string;
}) => string {
  const { t } = useTexts();
  return ({ date, time, rooms, trainerName }) =>
    [
      t('editing.at', { date: date.split('-').reverse().join('.'), time }),
      rooms.map(({ name }) => name).join(' + '),
      trainerName ?? '',
    ]
      .filter(Boolean)
      .join(', ');
}
