import {
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import classes from './calendar-grid.module.css';
import { GridBlock } from './grid-block.tsx';
import {
  type CalendarBlock,
  type Column,
  clashesAt,
  doRoomsMeet,
  layOut,
  neighbourOf,
  type RoomParts,
  shownHours,
  swapRoom,
  toTime,
} from './grid-places.ts';
import { Placed, useNumbers } from './placed.tsx';
import { type Meant, useGridGestures } from './use-grid-gestures.ts';

export interface GridColumn extends Column {
  /** At its head, and to the right of that. */
  readonly title: string;
  readonly note: string;
  readonly roomName: string;
  /** The closure that lies on it; empty where none does. */
  readonly closed: string;
}

interface CalendarGridProps {
  label: string;
  columns: readonly GridColumn[];
  blocks: readonly CalendarBlock[];
  parts: RoomParts;
  /** The centre's date and minute of the day now. */
  now: { date: string; minute: number };
  isHeld: boolean;
  canMove: (block: CalendarBlock) => boolean;
  onOpen: (block: CalendarBlock) => void;
  onMeant: (meant: Meant) => void;
}

const directions = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/**
 * Rooms × time, or days × time of a room: each block lies at its time, is dragged by its middle or an edge, and empty
 * space is drawn upon. By keys: arrows go from block to block, with Alt they move one, with Alt and Shift its length,
 * N draws, Enter confirms, Escape lets it be.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { label, columns, blocks, parts, now, isHeld, canMove, onOpen, onMeant } = props;
  const { t } = useTexts();
  const id = useId();
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const hours = useMemo(() => shownHours(blocks), [blocks]);
  const placed = useMemo(
    () =>
      columns.map(({ date, roomId }) =>
        layOut(blocks.filter((block) => block.date === date && block.roomIds.includes(roomId))),
      ),
    [columns, blocks],
  );
  // A combined room takes its parts with it, and each part takes the whole.
  const shadows = useMemo(
    () =>
      columns.map(({ date, roomId }) =>
        blocks.filter(
          (block) =>
            block.date === date &&
            !block.isOff &&
            !block.roomIds.includes(roomId) &&
            doRoomsMeet(block.roomIds, [roomId], parts),
        ),
      ),
    [columns, blocks, parts],
  );
  const byKey = useMemo(() => new Map(blocks.map((block) => [block.key, block])), [blocks]);
  const [stop, setStop] = useState<{ column: number; key: string } | null>(null);
  const tabStop = findStop(placed, stop);

  const gestures = useGridGestures({
    body,
    columns: columns.length,
    hours,
    isHeld,
    canMove,
    blockOf: (key) => byKey.get(key),
    look: (meant) => {
      const clashes = clashesOf(meant);
      const time = `${toTime(meant.start)}–${toTime(meant.end)}`;
      const where = columns[meant.column];
      const names = clashes.map(({ name, start }) => `${name} ${toTime(start)}`).join(', ');
      return {
        text: `${time}, ${where?.title ?? ''}`,
        note: clashes.length > 0 ? t('editing.inTheWay', { names }) : (meant.block?.name ?? ''),
        clashes: clashes.map(({ key }) => key),
      };
    },
    onDone: onMeant,
  });

  function clashesOf({ block, fromColumn, column, start, end }: Meant): CalendarBlock[] {
    const to = columns[column];
    if (!to) return [];
    const from = columns[fromColumn]?.roomId ?? to.roomId;
    const roomIds = block ? swapRoom(block.roomIds, from, to.roomId) : [to.roomId];
    const place = { date: to.date, start, end, roomIds, trainerId: block?.trainerId ?? null };
    return clashesAt(blocks, place, parts, block?.key);
  }

  const sheet = useNumbers<HTMLDivElement>({
    '--columns': columns.length,
    '--minutes': hours.until - hours.from,
  });
  useFirstSight(scroller, hours.from, blocks.length > 0, columns[0]?.date ?? '', now);

  function blockAt(target: EventTarget): { block: CalendarBlock; column: number } | null {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    const block = byKey.get(element?.dataset.key ?? '');
    return element && block ? { block, column: Number(element.dataset.column) } : null;
  }

  function onClick(event: MouseEvent): void {
    const pressed = blockAt(event.target);
    if (pressed && !gestures.wasDrag()) onOpen(pressed.block);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const focused = blockAt(event.target);
    if (gestures.onKeyDown(event, focused)) {
      event.preventDefault();
      return;
    }
    const direction = directions[event.key as keyof typeof directions];
    if (!direction || !focused) return;
    event.preventDefault();
    const next = neighbourOf(placed, { column: focused.column, key: focused.block.key }, direction);
    if (!next) return;
    setStop(next);
    body.current
      ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"][data-column="${next.column}"]`)
      ?.focus();
  }

  const isNowShown =
    columns.some(({ date }) => date === now.date) && now.minute >= hours.from && now.minute <= hours.until;
  const marks = Array.from({ length: (hours.until - hours.from) / 60 }, (_, hour) => hours.from + hour * 60);
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      data-scroller
      aria-label={label}
      aria-describedby={`${id}-keys`}
      // What scrolls is reached by keys, also while it is empty.
      tabIndex={tabStop ? -1 : 0}
      onKeyDown={onKeyDown}
    >
      <p id={`${id}-keys`} className="visually-hidden">
        {t('editing.keys')}
      </p>
      <p ref={gestures.said} className="visually-hidden" aria-live="assertive" />
      <div ref={sheet} className={classes.sheet}>
        <div className={classes.corner} />
        <div className={classes.heads}>
          {columns.map(({ key, title, note, date, closed }) => (
            <div key={key} className={classes.head}>
              <h2 className={joinClasses(classes.title, date === now.date && classes.today)}>{title}</h2>
              <span className={classes.note}>{note}</span>
              {closed === '' ? null : <p className={classes.closure}>{closed}</p>}
            </div>
          ))}
        </div>
        <div className={classes.times} aria-hidden="true">
          {marks.map((minute) => (
            <Placed key={minute} className={classes.time} numbers={{ '--start': minute - hours.from }}>
              {minute === hours.from ? '' : toTime(minute)}
            </Placed>
          ))}
          {isNowShown ? (
            <Placed className={classes.nowTime} numbers={{ '--start': now.minute - hours.from }}>
              {toTime(now.minute)}
            </Placed>
          ) : null}
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the blocks within are buttons */}
        <div ref={body} className={classes.body} onClick={onClick} {...gestures.pointer}>
          {columns.map(({ key, roomName, closed }, column) => (
            <div key={key} className={joinClasses(classes.column, closed !== '' && classes.closed)}>
              {(shadows[column] ?? []).map(({ key: block, start, end, name }) => (
                <Placed
                  key={block}
                  className={classes.shadow}
                  numbers={{ '--start': start - hours.from, '--length': end - start }}
                >
                  {name}
                </Placed>
              ))}
              {(placed[column] ?? []).map((one) => (
                <GridBlock
                  key={one.block.key}
                  placed={one}
                  column={column}
                  from={hours.from}
                  roomName={roomName}
                  isTabStop={tabStop?.column === column && tabStop.key === one.block.key}
                  isPast={isOver(one.block, now)}
                  isMovable={canMove(one.block)}
                />
              ))}
            </div>
          ))}
          {isNowShown ? (
            <Placed className={classes.now} numbers={{ '--start': now.minute - hours.from }} />
          ) : null}
          <div className={classes.ghost} data-ghost="" aria-hidden="true">
            <span className={classes.ghostLine} />
            <span className={classes.ghostNote} />
          </div>
        </div>
      </div>
    </section>
  );
}

function isOver({ date, end }: CalendarBlock, now: { date: string; minute: number }): boolean {
  return date < now.date || (date === now.date && end <= now.minute);
}

/** The one block that Tab reaches: the last that had focus, else the first. */
function findStop(
  placed: readonly (readonly { block: CalendarBlock }[])[],
  stop: { column: number; key: string } | null,
): { column: number; key: string } | null {
  if (stop && placed[stop.column]?.some(({ block }) => block.key === stop.key)) return stop;
  const column = placed.findIndex((blocks) => blocks.length > 0);
  const key = placed[column]?.[0]?.block.key;
  return key === undefined ? null : { column, key };
}

/** Each day opens at an hour before now, or before its first block. */
function useFirstSight(
  scroller: { current: HTMLElement | null },
  from: number,
  isThere: boolean,
  date: string,
  now: { date: string; minute: number },
): void {
  const seen = useRef('');
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !isThere || seen.current === date) return;
    seen.current = date;
    const first = element.querySelector<HTMLElement>('[data-key]');
    const minute = date === now.date ? now.minute - 60 : undefined;
    const pixels = element.scrollHeight / 1000;
    element.scrollTop =
      minute === undefined
        ? Math.max(0, (first?.offsetTop ?? 0) - 24)
        : Math.max(0, (minute - from) * pixels);
  }, [scroller, from, isThere, date, now.date, now.minute]);
}
