import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { TimetableFilter } from '#shared/kernel/page-rules.ts';
import type { ScheduleFilters } from '#shared/schedule/contract.ts';
import { type FilterName, hasFilters } from '#shared/schedule/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Chip, ChipLink } from '#web/ui/chip.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { keepTogether } from '#web/ui/timed-row.tsx';
import { roomsToChoose, useScheduleFilters } from '../queries.ts';
import classes from './filter-chips.module.css';
import { FindChips } from './find-chips.tsx';
import { type FilterChipsProps, type ScheduleSearch, unfiltered } from './links.ts';

interface Option {
  id: number;
  name: string;
  color?: string;
}

const parameters = {
  club: 'unit',
  roomGroup: 'group',
  room: 'room',
  trainer: 'trainer',
  style: 'filter',
} as const satisfies Record<TimetableFilter, FilterName>;

const labels = {
  club: ['schedule.club', 'schedule.allClubs'],
  roomGroup: ['schedule.roomGroup', 'schedule.allRoomGroups'],
  room: ['schedule.room', 'schedule.allRooms'],
  trainer: ['schedule.trainer', 'schedule.allTrainers'],
  style: ['schedule.style', 'schedule.allStyles'],
} as const satisfies Record<TimetableFilter, readonly [string, string]>;

function optionsOf(kind: TimetableFilter, all: ScheduleFilters, search: ScheduleSearch): readonly Option[] {
  if (kind === 'club') return all.clubs;
  if (kind === 'roomGroup') return all.roomGroups;
  if (kind === 'trainer') return all.trainers;
  if (kind === 'style') return all.styles;
  return roomsToChoose(all, search.unit);
}

/**
 * Chips to find a training by, and one for each selector that the centre's page rules name; each opens its choices, all
 * plain links.
 */
export function FilterChips({ area, search, linkTo }: FilterChipsProps) {
  const { pageRules } = useStartContext();
  const { t } = useTexts();
  const all = useScheduleFilters();
  const [open, setOpen] = useState<TimetableFilter | null>(null);
  const headingId = useId();
  const shown = pageRules.filters.filter((kind) => {
    const isChosen = search[parameters[kind]] !== undefined;
    return isChosen || all === undefined || optionsOf(kind, all, search).length > 1;
  });
  return (
    <section className={classes.chips} aria-labelledby={headingId}>
      <h2 id={headingId} className="visually-hidden">
        {t('schedule.filters')}
      </h2>
      <FindChips area={area} search={search} linkTo={linkTo} />
      {shown.map((kind) => {
        const chosen = search[parameters[kind]];
        const options = all ? optionsOf(kind, all, search) : [];
        const name = options.find(({ id }) => id === chosen)?.name;
        const label = t(labels[kind][0]);
        return (
          <div key={kind} className={classes.chip}>
            <Chip
              hasChoices
              isSelected={chosen !== undefined}
              aria-expanded={open === kind}
              aria-label={name === undefined ? undefined : `${label}: ${name}`}
              onClick={() => setOpen(kind)}
            >
              {name === undefined ? label : keepTogether(name)}
            </Chip>
            <Sheet isOpen={open === kind} onClose={() => setOpen(null)} title={label}>
              <Choices
                area={area}
                kind={kind}
                options={options}
                search={search}
                linkTo={linkTo}
                onChoose={() => setOpen(null)}
              />
            </Sheet>
          </div>
        );
      })}
      {hasFilters(search) ? (
        <ChipLink {...linkTo(unfiltered(search))} replace resetScroll={false} isRemoving>
          {t('schedule.removeFilters')}
        </ChipLink>
      ) : null}
    </section>
  );
}

interface ChoicesProps extends FilterChipsProps {
  kind: TimetableFilter;
  options: readonly Option[];
  onChoose: () => void;
}

/** What an open sheet offers; a closed one draws none of it. */
function Choices({ kind, options, search, linkTo, onChoose }: ChoicesProps) {
  const { t } = useTexts();
  const chosen = search[parameters[kind]];
  return (
    <ul className={classes.options}>
      {[{ id: undefined, name: t(labels[kind][1]) }, ...options].map((option) => (
        <li key={option.id ?? 'all'}>
          <Link
            {...linkTo(changed(search, parameters[kind], option.id))}
            replace
            resetScroll={false}
            className={joinClasses(classes.option, option.id === chosen && classes.chosen)}
            aria-current={option.id === chosen ? 'true' : undefined}
            onClick={onChoose}
          >
            {'color' in option && option.color ? <Mark color={option.color} /> : null}
            <span className={classes.name}>{keepTogether(option.name)}</span>
            {option.id === chosen ? <Icon name="check" size={20} isStrong /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A room belongs to a club: choosing a club lets go of the room. */
function changed(search: ScheduleSearch, name: FilterName, id: number | undefined): ScheduleSearch {
  return { ...search, ...(name === 'unit' && { room: undefined }), [name]: id };
}
