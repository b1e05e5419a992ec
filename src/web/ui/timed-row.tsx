import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { joinClasses } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Mark } from './mark.tsx';
import classes from './timed-row.module.css';

export type RowTone = 'quiet' | 'strong' | 'warn' | 'accent' | 'bad' | 'faint';
/** `own` lies on the accent's soft ground, `outlined` has an accent edge. */
type RowGround = 'none' | 'own' | 'outlined';

export interface TimedRowContent {
  /** HH:mm, the spine of the list. */
  time: string;
  /** Under the time: a duration or a day. */
  timeNote: string;
  /** Seen only: the spoken name goes on with the title. */
  isNoteSilent?: boolean;
  color: string;
  minutes: number;
  title: string;
  /** Under the title. */
  text: string;
  /** Goes on after the text where there is room for it. */
  textMore?: string | undefined;
  /** A line of its own under the text. */
  textBelow?: string | undefined;
  /** The word at the right edge; empty when the row has none. */
  state: string;
  stateNote?: string | undefined;
  stateIcon?: IconName | undefined;
  tone: RowTone;
  ground: RowGround;
  isStruck?: boolean;
  isFaint?: boolean;
}

interface TimedRowProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'title'> {
  row: TimedRowContent;
  /** The ground comes in once, because it is news. */
  isFresh?: boolean;
  hasChevron?: boolean;
  /** From 800 px it is a cell of a week instead of a row. */
  isCellWhenWide?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A number stays with the word before it: "Saal 2" never breaks. */
export function keepTogether(text: string): string {
  return text.replace(/ (?=\d)/g, '\u00A0');
}

/**
 * Long words may break between syllables where a place is narrow: before the last consonant in front of a vowel,
 * as Estonian and Latvian do. Browsers have no dictionaries for them.
 */
export function breakable(text: string): string {
  return text.replace(/\p{L}{10,}/gu, (word) =>
    word.replace(
      /(?<=[aeiouyõäöüāēīū]\p{L}{0,3})(?=[^aeiouyõäöüāēīū][aeiouyõäöüāēīū]\p{L})/giu,
      (_, at: number) => (at >= 3 && at <= word.length - 3 ? '\u00AD' : ''),
    ),
  );
}

function TimedRowAnchor({ row, isFresh, hasChevron, isCellWhenWide, className, ...rest }: TimedRowProps) {
  const { ground, isStruck = false, isFaint = false } = row;
  return (
    <a
      {...rest}
      className={joinClasses(
        classes.row,
        ground !== 'none' && classes[ground],
        isFresh && classes.fresh,
        isStruck && classes.struck,
        isFaint && classes.isFaint,
        isCellWhenWide && classes.cell,
        hasChevron && classes.hasChevron,
        className,
      )}
    >
      <span className={classes.times}>
        <span className={classes.time}>{row.time}</span>
        <span className={classes.timeNote} aria-hidden={row.isNoteSilent || undefined}>
          {row.timeNote}
        </span>
      </span>
      <span className={classes.mark}>
        <Mark color={row.color} minutes={row.minutes} isFaint={isFaint || isStruck} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{breakable(keepTogether(row.title))}</span>
        <span className={classes.text}>
          {keepTogether(row.text)}
          {row.textMore ? <span className={classes.more}>{keepTogether(row.textMore)}</span> : null}
        </span>
        {row.textBelow ? <span className={classes.text}>{row.textBelow}</span> : null}
      </span>
      {row.state === '' ? null : (
        <span className={joinClasses(classes.state, classes[row.tone])}>
          <span className={classes.stateWord}>
            {row.stateIcon === undefined ? null : <Icon name={row.stateIcon} size={20} isStrong />}
            {row.state}
          </span>
          {row.stateNote === undefined ? null : <span className={classes.stateNote}>{row.stateNote}</span>}
        </span>
      )}
      {hasChevron ? <Icon name="chevronRight" size={20} className={classes.chevron} /> : null}
    </a>
  );
}

/** One training in a list: a single link, spoken as time, name, trainer, room and state. */
export const TimedRowLink = createLink(TimedRowAnchor);

interface TimedListProps {
  children: ReactNode;
  /** The list's name for those who listen. */
  label?: string | undefined;
  isCellsWhenWide?: boolean;
}

/** The list around timed rows: hairlines between them, none beside a row with a ground of its own. */
export function TimedList({ children, label, isCellsWhenWide = false }: TimedListProps) {
  return (
    <ul className={joinClasses(classes.list, isCellsWhenWide && classes.cells)} aria-label={label}>
      {children}
    </ul>
  );
}

interface TimedItemProps {
  ground?: RowGround;
  /** Marks it `data-folded`, for a list that hides what is over. */
  isFolded?: boolean | undefined;
  children: ReactNode;
}

export function TimedItem({ ground = 'none', isFolded, children }: TimedItemProps) {
  return (
    <li
      className={joinClasses(classes.item, ground !== 'none' && classes.hasGround)}
      data-folded={isFolded || undefined}
    >
      {children}
    </li>
  );
}
