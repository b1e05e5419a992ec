import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { createGhost, type Ghost, type GhostAt, type GhostLook } from './grid-ghost.ts';
import { type CalendarBlock, keepWithin, slotMinutes, snap } from './grid-places.ts';

/** A press becomes a drag after this many pixels. */
const dragPixels = 4;
/** Near an edge of the window of the calendar it scrolls by itself. */
const edgePixels = 48;
const scrollPixels = 14;
/** What the keyboard draws at first. */
const drawnMinutes = 60;

export interface Meant extends GhostAt {
  /** Null: drawn anew. */
  readonly block: CalendarBlock | null;
  /** The column it was taken from; its own where it is drawn. */
  readonly fromColumn: number;
}

interface Gesture {
  readonly kind: 'move' | 'start' | 'end' | 'draw';
  readonly block: CalendarBlock | null;
  readonly fromColumn: number;
  /** Minutes from its start, or the end that was taken, to the point where it was taken; where it is drawn, that minute. */
  readonly grip: number;
  readonly origin: { readonly x: number; readonly y: number };
  isLive: boolean;
  at: GhostAt;
}

interface GesturesOptions {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly columns: number;
  readonly hours: { readonly from: number; readonly until: number };
  readonly blockOf: (key: string) => CalendarBlock | undefined;
  readonly canMove: (block: CalendarBlock) => boolean;
  /** What the ghost says of a place. */
  readonly look: (meant: Meant) => GhostLook;
  readonly onDone: (meant: Meant) => void;
  /** Whether what was meant is still being asked about: its ghost stays. */
  readonly isHeld: boolean;
}

/**
 * Dragging, resizing and drawing by mouse or pen, and the same by keys. Fingers scroll: they use the dialogs.
 */
export function useGridGestures(options: GesturesOptions) {
  const { body, hours, isHeld } = options;
  const latest = useRef(options);
  latest.current = options;
  const gesture = useRef<Gesture | null>(null);
  const ghost = useRef<Ghost | null>(null);
  const pointer = useRef({ x: 0, y: 0 });
  const frame = useRef(0);
  const wasDragged = useRef(false);
  const said = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    ghost.current = body.current ? createGhost(body.current, hours.from) : null;
  }, [body, hours.from]);

  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current);
    gesture.current = null;
    ghost.current?.hide();
    if (said.current) said.current.textContent = '';
  }, []);

  useEffect(() => {
    if (!isHeld) stop();
  }, [isHeld, stop]);
  useEffect(() => {
    // The focus may be anywhere while the mouse draws.
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && gesture.current?.isLive) stop();
    };
    window.addEventListener('keydown', onEscape);
    return () => {
      window.removeEventListener('keydown', onEscape);
      stop();
    };
  }, [stop]);

  return useMemo(() => {
    const meantOf = ({ block, fromColumn, at }: Gesture): Meant => ({ block, fromColumn, ...at });

    function show(now: Gesture): GhostLook {
      const look = latest.current.look(meantOf(now));
      ghost.current?.show(now.at, look);
      return look;
    }

    function finish(): void {
      const done = gesture.current;
      cancelAnimationFrame(frame.current);
      gesture.current = null;
      if (!done) return;
      const { block, fromColumn, at } = done;
      const isSame =
        block !== null && at.column === fromColumn && at.start === block.start && at.end === block.end;
      if (isSame) stop();
      else latest.current.onDone(meantOf(done));
    }

    /** The column and minute under a point of the window. */
    function pointAt(x: number, y: number): { column: number; minute: number } {
      const rect = body.current?.getBoundingClientRect();
      if (!rect) return { column: 0, minute: 0 };
      const { columns, hours: drawn } = latest.current;
      const column = Math.floor(((x - rect.left) / rect.width) * columns);
      const minute = drawn.from + ((y - rect.top) / rect.height) * (drawn.until - drawn.from);
      return { column: Math.min(Math.max(column, 0), columns - 1), minute };
    }

    function follow(): void {
      const now = gesture.current;
      if (!now?.isLive) return;
      scrollAtEdge(body.current, pointer.current);
      const { column, minute } = pointAt(pointer.current.x, pointer.current.y);
      now.at = placeOf(now, column, minute, latest.current.hours);
      show(now);
      frame.current = requestAnimationFrame(follow);
    }

    function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      wasDragged.current = false;
      if (event.button !== 0 || event.pointerType === 'touch' || !(event.target instanceof Element)) return;
      const { column, minute } = pointAt(event.clientX, event.clientY);
      const pressed = event.target.closest<HTMLElement>('[data-key]');
      const block = pressed ? (latest.current.blockOf(pressed.dataset.key ?? '') ?? null) : null;
      if (pressed && (!block || !latest.current.canMove(block))) return;
      stop();
      const edge = event.target.closest<HTMLElement>('[data-edge]')?.dataset.edge;
      const kind = block ? (edge === 'start' || edge === 'end' ? edge : 'move') : 'draw';
      const anchor = snap(minute);
      gesture.current = {
        kind,
        block,
        fromColumn: column,
        grip: block ? minute - (kind === 'end' ? block.end : block.start) : anchor,
        origin: { x: event.clientX, y: event.clientY },
        isLive: false,
        at: { column, start: block?.start ?? anchor, end: block?.end ?? anchor + slotMinutes },
      };
    }

    function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
      const now = gesture.current;
      if (!now || event.pointerType === 'touch') return;
      pointer.current = { x: event.clientX, y: event.clientY };
      if (now.isLive || event.buttons === 0) return;
      const { x, y } = now.origin;
      if (Math.hypot(event.clientX - x, event.clientY - y) < dragPixels) return;
      now.isLive = true;
      wasDragged.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      ghost.current?.leave(now.block?.key ?? null);
      follow();
    }

    function onPointerUp(): void {
      if (gesture.current?.isLive) {
        // The last movement may not have been drawn yet.
        cancelAnimationFrame(frame.current);
        const { column, minute } = pointAt(pointer.current.x, pointer.current.y);
        gesture.current.at = placeOf(gesture.current, column, minute, latest.current.hours);
        show(gesture.current);
        finish();
      } else if (gesture.current?.origin.x !== -1) gesture.current = null;
    }

    function onPointerCancel(): void {
      if (gesture.current?.isLive) stop();
    }

    /** Arrow keys on a place that is meant: a slot up or down, a column left or right; with Shift its length. */
    function step(now: Gesture, key: string, isLength: boolean): boolean {
      const { columns, hours: drawn } = latest.current;
      const { column, start, end } = now.at;
      const up = key === 'ArrowUp' ? -slotMinutes : key === 'ArrowDown' ? slotMinutes : 0;
      const aside = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
      if (up === 0 && aside === 0) return false;
      if (isLength && up !== 0) {
        now.at = { column, start, end: Math.min(Math.max(end + up, start + slotMinutes), drawn.until) };
      } else if (!isLength) {
        const next = Math.min(Math.max(column + aside, 0), columns - 1);
        now.at = { column: next, ...keepWithin(start + up, end - start, drawn) };
      }
      say(now);
      return true;
    }

    function say(now: Gesture): void {
      const { text, note } = show(now);
      if (said.current) said.current.textContent = [text, note].filter(Boolean).join(', ');
      body.current?.querySelector('[data-ghost]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }

    function begin(block: CalendarBlock | null, column: number, start: number): Gesture {
      const drawn = keepWithin(start, drawnMinutes, latest.current.hours);
      const at = block ? { column, start: block.start, end: block.end } : { column, ...drawn };
      const origin = { x: -1, y: -1 };
      const made: Gesture = { kind: 'move', block, fromColumn: column, grip: 0, origin, isLive: false, at };
      gesture.current = made;
      ghost.current?.leave(block?.key ?? null);
      return made;
    }

    /** Returns whether the key was for the place that is meant. `focused` is the block the focus is on. */
    function onKeyDown(
      event: KeyboardEvent<HTMLElement>,
      focused: { block: CalendarBlock; column: number } | null,
    ): boolean {
      const now = gesture.current;
      if (now) {
        if (event.key === 'Escape') stop();
        else if (event.key === 'Enter' && !now.isLive) finish();
        else return step(now, event.key, event.shiftKey);
        return true;
      }
      if (event.altKey && focused && latest.current.canMove(focused.block)) {
        if (!event.key.startsWith('Arrow')) return false;
        return step(begin(focused.block, focused.column, 0), event.key, event.shiftKey);
      }
      const isDrawing = event.key.toLowerCase() === 'n' && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isDrawing) return false;
      say(begin(null, focused?.column ?? 0, focused?.block.end ?? latest.current.hours.from + 120));
      return true;
    }

    return {
      pointer: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
      onKeyDown,
      /** Whether the press that just ended was a drag, and so no press. */
      wasDrag: () => wasDragged.current,
      said,
    };
  }, [body, stop]);
}

function placeOf(
  { kind, block, grip, at }: Gesture,
  column: number,
  minute: number,
  hours: { from: number; until: number },
): GhostAt {
  if (kind === 'draw') {
    const other = Math.min(Math.max(snap(minute), hours.from), hours.until);
    const [start, end] = other < grip ? [other, grip] : [grip, Math.max(other, grip + slotMinutes)];
    return { column: at.column, start, end };
  }
  if (!block) return at;
  if (kind === 'start') {
    const start = Math.min(Math.max(snap(minute - grip), hours.from), block.end - slotMinutes);
    return { column: at.column, start, end: block.end };
  }
  if (kind === 'end') {
    const end = Math.max(Math.min(snap(minute - grip), hours.until), block.start + slotMinutes);
    return { column: at.column, start: block.start, end };
  }
  return { column, ...keepWithin(snap(minute - grip), block.end - block.start, hours) };
}

function scrollAtEdge(body: HTMLElement | null, { x, y }: { x: number; y: number }): void {
  const scroller = body?.closest<HTMLElement>('[data-scroller]');
  if (!scroller) return;
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const pull = (from: number, until: number, at: number) =>
    at < from + edgePixels ? -scrollPixels : at > until - edgePixels ? scrollPixels : 0;
  const across = pull(left + 60, right, x);
  const down = pull(top + 60, bottom, y);
  if (across !== 0 || down !== 0) scroller.scrollBy(across, down);
}
