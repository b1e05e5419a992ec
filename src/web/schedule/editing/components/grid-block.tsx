import { memo } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Mark } from '#web/ui/mark.tsx';
import classes from './calendar-grid.module.css';
import { type CalendarBlock, type PlacedBlock, toTime } from './grid-places.ts';
import { useNumbers } from './placed.tsx';

interface GridBlockProps {
  placed: PlacedBlock;
  column: number;
  /** The first minute drawn. */
  from: number;
  roomName: string;
  isTabStop: boolean;
  isPast: boolean;
  isMovable: boolean;
}

/** Something that takes a room: name, time and trainer, places. Pressed, it asks what to do. */
export const GridBlock = memo(function GridBlock(props: GridBlockProps) {
  const { placed, column, from, roomName, isTabStop, isPast, isMovable } = props;
  const { block, lane, lanes } = placed;
  const ref = useNumbers<HTMLButtonElement>({
    '--start': block.start - from,
    '--length': block.end - block.start,
    '--lane': lane,
    '--lanes': lanes,
  });
  const { t } = useTexts();
  const labels = useBlockLabels(block);
  return (
    <button
      ref={ref}
      type="button"
      className={joinClasses(
        classes.block,
        block.kind === 'reservation' && classes.reservation,
        block.isOff && classes.off,
        isPast && classes.past,
      )}
      data-key={block.key}
      data-column={column}
      tabIndex={isTabStop ? 0 : -1}
    >
      {block.kind === 'training' ? (
        <Mark color={block.training.typeColor} minutes={60} isFaint={isPast} className={classes.mark} />
      ) : null}
      <span className={classes.lines}>
        <span className={classes.name}>{block.name}</span>
        <span className={classes.line}>{labels.line}</span>
        {labels.state === '' ? null : (
          <span className={joinClasses(classes.line, block.isOff && classes.bad)}>{labels.state}</span>
        )}
        <span className="visually-hidden">
          {[t('editing.ends', { time: toTime(block.end) }), roomName].join(', ')}
        </span>
      </span>
      {isMovable ? (
        <>
          <span className={classes.edgeStart} data-edge="start" />
          <span className={classes.edgeEnd} data-edge="end" />
        </>
      ) : null}
    </button>
  );
});

/** What stands under the name. */
export function useBlockLabels(block: CalendarBlock): { line: string; state: string } {
  const { t } = useTexts();
  const time = toTime(block.start);
  if (block.kind === 'reservation') return { line: `${time}, ${t('editing.reserved')}`, state: '' };
  const { trainerName, booked, maxPlaces, waitingCount, isCancelled, closureName } = block.training;
  const line = [time, shortName(trainerName)].filter(Boolean).join(', ');
  if (isCancelled) return { line, state: closureName === '' ? t('schedule.cancelled') : closureName };
  const waiting = waitingCount > 0 ? [t('schedule.waiting', { count: waitingCount })] : [];
  return { line, state: [`${booked} / ${maxPlaces}`, ...waiting].join(', ') };
}

/** "Liis Tamberg" as "Liis T." */
function shortName(name: string): string {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first;
}
