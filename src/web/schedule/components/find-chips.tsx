import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useDeferredValue, useState } from 'react';
import { type PartOfDay, partsOfDay } from '#shared/schedule/domain.ts';
import { isSought } from '#shared/schedule/finding/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { Chip, ChipLink } from '#web/ui/chip.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './filter-chips.module.css';
import type { FilterChipsProps, ScheduleSearch } from './links.ts';

// What is found is drawn when somebody looks for something: most pages never do.
const FoundList = lazy(() => import('./found-list.tsx').then(({ FoundList: list }) => ({ default: list })));

const timeTexts = {
  morning: 'schedule.morning',
  day: 'schedule.midday',
  evening: 'schedule.evening',
} as const satisfies Record<PartOfDay, string>;

/** The chips every timetable has: words to look for, places left, time of day. All of it stands in the address. */
export function FindChips({ area, search, linkTo }: FilterChipsProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState<'text' | 'time' | null>(null);
  const close = () => setOpen(null);
  const { text, time, free } = search;
  const timeName = time && t(timeTexts[time]);
  const period = periodName(search, t);
  return (
    <>
      {period === undefined ? null : (
        <div className={classes.chip}>
          <ChipLink
            {...linkTo({ ...search, from: undefined, until: undefined })}
            replace
            resetScroll={false}
            isSelected
            isRemoving
          >
            {period}
          </ChipLink>
        </div>
      )}
      <div className={classes.chip}>
        <Chip
          hasChoices
          isSelected={text !== undefined}
          aria-expanded={open === 'text'}
          aria-label={text === undefined ? undefined : `${t('schedule.search')}: ${text}`}
          onClick={() => setOpen('text')}
        >
          {text === undefined ? t('schedule.search') : `“${text}”`}
        </Chip>
        <Sheet isOpen={open === 'text'} onClose={close} title={t('schedule.search')}>
          <SearchForm area={area} search={search} linkTo={linkTo} isOpen={open === 'text'} onSearch={close} />
        </Sheet>
      </div>
      <div className={classes.chip}>
        <ChipLink
          {...linkTo({ ...search, free: free === 1 ? undefined : 1 })}
          replace
          resetScroll={false}
          isSelected={free === 1}
          isRemoving={free === 1}
          aria-current={free === 1 ? 'true' : undefined}
        >
          {t('schedule.freeOnly')}
        </ChipLink>
      </div>
      <div className={classes.chip}>
        <Chip
          hasChoices
          isSelected={time !== undefined}
          aria-expanded={open === 'time'}
          aria-label={timeName && `${t('schedule.timeOfDay')}: ${timeName}`}
          onClick={() => setOpen('time')}
        >
          {timeName ?? t('schedule.timeOfDay')}
        </Chip>
        <Sheet isOpen={open === 'time'} onClose={close} title={t('schedule.timeOfDay')}>
          <ul className={classes.options}>
            {[undefined, ...partsOfDay].map((part) => (
              <li key={part ?? 'all'}>
                <Link
                  {...linkTo({ ...search, time: part })}
                  replace
                  resetScroll={false}
                  className={joinClasses(classes.option, part === time && classes.chosen)}
                  aria-current={part === time ? 'true' : undefined}
                  onClick={close}
                >
                  <span className={classes.name}>
                    {t(part === undefined ? 'schedule.anyTime' : timeTexts[part])}
                  </span>
                  {part === time ? <Icon name="check" size={20} isStrong /> : null}
                </Link>
              </li>
            ))}
          </ul>
        </Sheet>
      </div>
    </>
  );
}

/** The dates that the address narrows the timetable to: of a camp, say, that a link leads to. */
function periodName({ from, until }: ScheduleSearch, t: Texts['t']): string | undefined {
  if (from === undefined) return until && t('schedule.periodUntil', { date: formatDate(until) });
  if (until === undefined) return t('schedule.periodFrom', { date: formatDate(from) });
  return until < from ? undefined : `${formatDate(from)}–${formatDate(until)}`;
}

interface SearchFormProps extends FilterChipsProps {
  isOpen: boolean;
  onSearch: () => void;
}

/** Finds while one types; Enter narrows the timetable to the words instead. */
function SearchForm({ area, search, linkTo, isOpen, onSearch }: SearchFormProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.text ?? '');
  const sought = useDeferredValue(typed);
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = typed.trim();
    onSearch();
    void navigate({
      ...linkTo({ ...search, text: text === '' ? undefined : text }),
      replace: true,
      resetScroll: false,
    });
  }
  return (
    <search>
      <form onSubmit={onSubmit} className={classes.search}>
        <TextField
          label={t('schedule.searchFor')}
          name="text"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={100}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {isOpen && isSought(sought) ? (
        <Suspense>
          <FoundList
            area={area}
            search={search}
            linkTo={linkTo}
            typed={sought}
            onType={setTyped}
            onChoose={onSearch}
          />
        </Suspense>
      ) : null}
    </search>
  );
}
