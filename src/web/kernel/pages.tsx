import type { ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import classes from './pages.module.css';
import { fewestRows, useRows } from './rows.ts';
import { RowsChoice } from './rows-choice.tsx';
import { useTexts } from './texts.tsx';

interface Turn {
  /** How many come before the page that it leads to. */
  readonly offset: number;
  readonly label: string;
  readonly children: ReactNode;
}

interface PagesProps {
  /** How many come before these. */
  offset: number;
  /** How many these are. */
  count: number;
  total: number;
  /** The link to a page. */
  turn: (turn: Turn) => ReactNode;
  /** After them. */
  children?: ReactNode;
}

/** Which rows of how many, how many at once, and the pages beside. Nothing where all have room. */
export function Pages({ offset, count, total, turn, children }: PagesProps) {
  const { t } = useTexts();
  const rows = useRows();
  if (total <= fewestRows) return null;
  const until = offset + count;
  return (
    <nav className={classes.pages} aria-label={t('common.pages')}>
      <RowsChoice />
      <span>{t('common.pageRange', { from: offset + 1, until, total })}</span>
      {offset > 0
        ? turn({
            offset: Math.max(0, offset - rows),
            label: t('common.previousPage'),
            children: <Icon name="chevronLeft" />,
          })
        : null}
      {until < total
        ? turn({ offset: offset + rows, label: t('common.nextPage'), children: <Icon name="chevronRight" /> })
        : null}
      {children}
    </nav>
  );
}
