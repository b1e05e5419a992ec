import { Link } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, IconButton, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SegmentedControl, SegmentLink } from '#web/ui/segmented-control.tsx';
import classes from './calendar-bar.module.css';

export interface AdminCalendarSearch {
  date?: string | undefined;
  /** A club. */
  unit?: number | undefined;
  /** The room whose week is shown. */
  room?: number | undefined;
  mode?: 'week' | undefined;
  /** A training whose actions are open. */
  id?: number | undefined;
}

/** The admin calendar with another search; only what is chosen goes into the address. */
export function calendarLink({ date, unit, room, mode }: AdminCalendarSearch) {
  return {
    to: '/admin-calendar',
    search: {
      ...(date !== undefined && { date }),
      ...(unit !== undefined && { unit }),
      ...(room !== undefined && { room }),
      ...(mode !== undefined && { mode }),
    },
    activeOptions: { exact: true },
  } as const;
}

interface CalendarBarProps {
  title: string;
  search: AdminCalendarSearch;
  date: string;
  previous: string;
  next: string;
  isToday: boolean;
  choices: readonly {
    readonly label: string;
    readonly value: number | undefined;
    readonly options: readonly { readonly id: number; readonly name: string }[];
    readonly onChoose: (id: number) => void;
  }[];
  onAdd: () => void;
  onMore: () => void;
}

/** Title, steps, the club and for a week its room, day or week, and what can be added. */
export function CalendarBar(props: CalendarBarProps) {
  const { title, search, date, previous, next, isToday, choices, onAdd, onMore } = props;
  const { t } = useTexts();
  const isWeek = search.mode === 'week';
  return (
    <header className={classes.bar}>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.steps}>
        <IconLink
          {...calendarLink({ ...search, date: previous })}
          label={t(isWeek ? 'schedule.previousWeek' : 'schedule.previousDay')}
        >
          <Icon name="chevronLeft" size={20} />
        </IconLink>
        <IconLink
          {...calendarLink({ ...search, date: next })}
          label={t(isWeek ? 'schedule.nextWeek' : 'schedule.nextDay')}
        >
          <Icon name="chevronRight" size={20} />
        </IconLink>
        {isToday ? null : (
          <Link {...calendarLink({ ...search, date: undefined })} className={classes.today}>
            {t('schedule.toToday')}
          </Link>
        )}
      </div>
      <div className={classes.end}>
        {choices.map(({ label, value, options, onChoose }) =>
          options.length < 2 ? null : (
            <span key={label} className={classes.choice}>
              <select
                aria-label={label}
                className={classes.select}
                value={value}
                onChange={(event) => onChoose(Number(event.target.value))}
              >
                {options.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="chevronDown" size={16} className={classes.sign} />
            </span>
          ),
        )}
        <SegmentedControl label={t('schedule.view')} className={classes.views}>
          <SegmentLink {...calendarLink({ ...search, date, mode: undefined })} isSelected={!isWeek}>
            {t('schedule.day')}
          </SegmentLink>
          <SegmentLink {...calendarLink({ ...search, date, mode: 'week' })} isSelected={isWeek}>
            {t('schedule.week')}
          </SegmentLink>
        </SegmentedControl>
        <Button size="small" onClick={onAdd} className={classes.add}>
          {t('editing.addTraining')}
        </Button>
        <IconButton
          label={t('editing.more')}
          className={classes.more}
          onClick={onMore}
          aria-haspopup="dialog"
        >
          <Icon name="menu" />
        </IconButton>
      </div>
    </header>
  );
}
