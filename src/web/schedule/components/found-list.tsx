import type { OwnTraining } from '#shared/schedule/contract.ts';
import { previousDate, rowState } from '#shared/schedule/domain.ts';
import { findTrainings } from '#shared/schedule/finding/domain.ts';
import { nearestTo } from '#shared/schedule/nearest/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useTrainingsAhead } from '../queries.ts';
import classes from './filter-chips.module.css';
import { type FilterChipsProps, trainingLink } from './links.ts';
import { useStateLabels } from './state-labels.ts';
import { trainingName } from './training-row.tsx';

interface FoundListProps extends FilterChipsProps {
  typed: string;
  /** Looks for other words instead; for none, it is over. */
  onType: (text: string) => void;
  /** The timetable is narrowed to what was chosen. */
  onChoose: () => void;
}

const namesOf = ({ name, typeName, trainerName }: Pick<OwnTraining, 'name' | 'typeName' | 'trainerName'>) => [
  name,
  typeName,
  trainerName,
];

/** As many rows as anybody reads; one more letter finds the rest. */
const mostRows = 30;

/** What the typed words find in two weeks: styles and trainers to narrow the timetable to, and trainings by time. */
export function FoundList({ area, search, linkTo, typed, onType, onChoose }: FoundListProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const { clubs } = useStartContext().configuration;
  const { trainings, isOver } = useTrainingsAhead(area, previousDate(format.today), true);
  if (!trainings) return isOver ? null : <TimedRowSkeletons count={3} label={t('common.loading')} />;
  const found = findTrainings(trainings as readonly OwnTraining[], typed, format.now);
  if (!found) return null;
  const count = found.trainings.length;
  const nearest = count === 0 ? nearestTo(typed, trainings.flatMap(namesOf)) : null;
  return (
    <>
      <p className={classes.found} role="status">
        {t('schedule.foundCount', { count })}
      </p>
      {count === 0 ? (
        <div className={classes.none}>
          {nearest === null ? null : (
            <Button variant="plain" isWide onClick={() => onType(nearest)}>
              {t('schedule.didYouMean', { words: nearest })}
            </Button>
          )}
          <Button variant={nearest === null ? 'plain' : 'text'} isWide onClick={() => onType('')}>
            {t('schedule.showAll')}
          </Button>
        </div>
      ) : null}
      {found.styles.map(({ id, name, color, count: many }) => (
        <ListRowLink
          key={id}
          {...linkTo({ ...search, filter: id, text: undefined })}
          replace
          resetScroll={false}
          onClick={onChoose}
          start={<Mark color={color} />}
          title={name}
          text={t('schedule.foundCount', { count: many })}
        />
      ))}
      {found.trainers.map(({ id, name, count: many }) => (
        <ListRowLink
          key={id}
          {...linkTo({ ...search, trainer: id, text: undefined })}
          replace
          resetScroll={false}
          onClick={onChoose}
          start={<Icon name="user" />}
          title={name}
          text={t('schedule.foundCount', { count: many })}
        />
      ))}
      <TimedList>
        {found.trainings.slice(0, mostRows).map((training) => {
          const { id, date, time, duration, typeColor, trainerName, clubName, roomName } = training;
          const state = toLabels(rowState(training, training.own ?? null, format.now), date);
          return (
            <TimedItem key={id} ground={state.ground}>
              <TimedRowLink
                {...trainingLink(area, id, search.destination)}
                replace
                row={{
                  ...state,
                  ...{ time, timeNote: format.shortDay(date), color: typeColor, minutes: duration },
                  title: trainingName(training),
                  text: [trainerName, clubs.length > 1 ? clubName : roomName].filter(Boolean).join(' · '),
                }}
              />
            </TimedItem>
          );
        })}
      </TimedList>
    </>
  );
}
