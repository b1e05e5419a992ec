import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import classes from './filter-chips.module.css';

interface FilterLink<Filter extends string> {
  readonly key: string;
  readonly search: { readonly filter?: Filter };
  readonly isSelected: boolean;
  readonly 'aria-current': 'page' | undefined;
  readonly children: string;
}

interface FilterChipsProps<Filter extends string> {
  label: string;
  /** The first is of everything, and has no filter. */
  choices: readonly { readonly filter: Filter | undefined; readonly text: string }[];
  chosen: Filter | undefined;
  /** A `ChipLink` of the screen. */
  link(chip: FilterLink<Filter>): ReactNode;
  className?: string | undefined;
}

/** Which of several lists a screen shows: each has an address of its own. */
export function FilterChips<Filter extends string>({
  label,
  choices,
  chosen,
  link,
  className,
}: FilterChipsProps<Filter>) {
  return (
    <nav className={joinClasses(classes.filters, className)} aria-label={label}>
      {choices.map(({ filter, text }) =>
        link({
          key: text,
          search: filter ? { filter } : {},
          isSelected: filter === chosen,
          'aria-current': filter === chosen ? 'page' : undefined,
          children: text,
        }),
      )}
    </nav>
  );
}
