import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Mark } from '#web/ui/mark.tsx';
import type { GridColumn } from './calendar-grid.tsx';
import { useBlockLabels } from './grid-block.tsx';
import { type CalendarBlock, toTime } from './grid-places.ts';
import classes from './room-lists.module.css';

interface RoomListsProps {
  columns: readonly GridColumn[];
  blocks: readonly CalendarBlock[];
  onOpen: (block: CalendarBlock) => void;
  onReserve: (column: GridColumn) => void;
}

/** On a phone: each column as a list in order of time. A row asks what to do; nothing is dragged. */
export function RoomLists({ columns, blocks, onOpen, onReserve }: RoomListsProps) {
  const { t } = useTexts();
  return columns.map((column) => {
    const own = blocks
      .filter(({ date, roomIds }) => date === column.date && roomIds.includes(column.roomId))
      .toSorted((a, b) => a.start - b.start);
    return (
      <section key={column.key} className={classes.room} aria-label={column.title}>
        <div className={classes.head}>
          <h2 className={classes.title}>{column.title}</h2>
          <Button
            size="small"
            variant="text"
            onClick={() => onReserve(column)}
            aria-label={`${t('editing.reserve')}: ${column.title}`}
          >
            {t('editing.reserve')}
          </Button>
        </div>
        {column.closed === '' ? null : <p className={classes.closed}>{column.closed}</p>}
        {own.length === 0 ? <p className={classes.none}>{t('editing.nothingHere')}</p> : null}
        <ul>
          {own.map((block) => (
            <li key={block.key} className={classes.item}>
              <Row block={block} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Row({ block, onOpen }: { block: CalendarBlock; onOpen: (block: CalendarBlock) => void }) {
  const { t } = useTexts();
  const { state } = useBlockLabels(block);
  const who = block.kind === 'training' ? block.training.trainerName : t('editing.reserved');
  return (
    <button
      type="button"
      className={joinClasses(classes.row, block.isOff && classes.off)}
      onClick={() => onOpen(block)}
    >
      <span className={classes.times}>
        <span className={classes.time}>{toTime(block.start)}</span>
        <span className={classes.until}>{toTime(block.end)}</span>
      </span>
      {block.kind === 'training' ? (
        <Mark color={block.training.typeColor} minutes={block.end - block.start} />
      ) : (
        <span />
      )}
      <span>
        <span className={classes.name}>{block.name}</span>
        <span className={classes.who}>{who}</span>
      </span>
      <span className={joinClasses(classes.state, block.isOff && classes.bad)}>{state}</span>
    </button>
  );
}
