import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import classes from './list-row.module.css';

interface RowContent {
  title: ReactNode;
  text?: ReactNode;
  /** An icon or initials; shown on a quiet disc with `hasDisc`. */
  start?: ReactNode;
  hasDisc?: boolean;
  end?: ReactNode;
}

function content({ title, text, start, hasDisc = false, end }: RowContent) {
  return (
    <>
      {start === undefined ? null : (
        <span className={joinClasses(classes.start, hasDisc && classes.disc)} aria-hidden="true">
          {start}
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        {text === undefined ? null : <span className={classes.text}>{text}</span>}
      </span>
      {typeof end === 'string' ? <span>{end}</span> : end}
    </>
  );
}

/** A fact in two lines. Lists of them lie on the page with hairlines between. */
export function ListRow(props: RowContent) {
  return <div className={classes.row}>{content(props)}</div>;
}

interface RowAnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'title'>, RowContent {
  ref?: Ref<HTMLAnchorElement>;
}

function RowAnchor({ title, text, start, hasDisc, end, className, children: _, ...rest }: RowAnchorProps) {
  return (
    <a {...rest} className={joinClasses(classes.row, classes.link, className)}>
      {content({
        title,
        text,
        start,
        ...(hasDisc && { hasDisc }),
        end: end ?? <Icon name="chevronRight" size={20} className={classes.chevron} />,
      })}
    </a>
  );
}

/** A row that leads somewhere: takes what a router link takes, and the row's content. */
export const ListRowLink = createLink(RowAnchor);
