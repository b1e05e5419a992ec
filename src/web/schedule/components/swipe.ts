import { type PointerEvent, useRef } from 'react';

const leastWay = 56;

/**
 * Handlers for a place that is swiped with a finger: to the left asks for the next, to the right for the previous.
 * The way must be clearly sideways, so that scrolling never turns a page.
 */
export function useSwipe(onPrevious: () => void, onNext: () => void) {
  const start = useRef<{ x: number; y: number; id: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      start.current = { x: event.clientX, y: event.clientY, id: event.pointerId };
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (!from || from.id !== event.pointerId) return;
      const wayX = event.clientX - from.x;
      const wayY = event.clientY - from.y;
      if (Math.abs(wayX) < leastWay || Math.abs(wayX) < 2 * Math.abs(wayY)) return;
      if (wayX < 0) onNext();
      else onPrevious();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
