import { memo } from 'react';
import type { OwnTraining, Training } from '#shared/schedule/contract.ts';
import { rowState } from '#shared/schedule/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { isJustBooked } from '#web/registrations/booked/queries.ts';
import { TimedItem, type TimedRowContent, TimedRowLink } from '#web/ui/timed-row.tsx';
import type { Area } from '../queries.ts';
import { type ScheduleSearch, trainingLink } from './links.ts';
import { useStateLabels } from './state-labels.ts';

/** A training's name with its prefix, such as a group's. */
export function trainingName({ namePrefix, name }: Pick<Training, 'namePrefix' | 'name'>): string {
  return namePrefix === '' ? name : `${namePrefix} ${name}`;
}

interface TrainingRowProps {
  training: OwnTraining;
  area: Area;
  /** A club is chosen, so rooms need not say theirs. */
  isClubKnown?: boolean;
  /** Where the row leads instead of to the training itself. */
  destination?: ScheduleSearch['destination'];
  isCellWhenWide?: boolean;
  /** Over, and waiting behind a line on narrow screens. */
  isFolded?: boolean;
}

/**
 * A training in a list: carries its state, acts nowhere; the whole row leads to the training. A list that is drawn
 * again draws the changed rows only.
 */
export const TrainingRow = memo(function TrainingRow(props: TrainingRowProps) {
  const { training, area, isClubKnown = false, destination, isCellWhenWide, isFolded } = props;
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const { configuration } = useStartContext();
  const state = toLabels(rowState(training, training.own, format.now), training.date);
  const needsClub = !isClubKnown && configuration.clubs.length > 1;
  const place = needsClub ? `${training.roomName}, ${training.clubName}` : training.roomName;
  const row: TimedRowContent = {
    ...state,
    time: training.time,
    isNoteSilent: true,
    timeNote: format.minutes(training.duration),
    color: training.typeColor,
    minutes: training.duration,
    title: trainingName(training),
    text: training.trainerName === '' ? place : training.trainerName,
    textMore: training.trainerName === '' ? undefined : ` · ${place}`,
  };
  return (
    <TimedItem ground={row.ground} isFolded={isFolded}>
      <TimedRowLink
        {...trainingLink(area, training.id, destination)}
        row={row}
        isFresh={row.ground !== 'none' && isJustBooked(training.id)}
        {...(isCellWhenWide && { isCellWhenWide })}
      />
    </TimedItem>
  );
});
