import { type RefObject, useLayoutEffect } from 'react';

const gap = 6;
const margin = 8;

/**
 * Tells an open dialog where beside something it stands: below it, else above it, always within the window. The style
 * sheet uses the numbers where there is room for a dialog beside anything.
 */
export function usePlaceBeside(
  isOpen: boolean,
  dialog: RefObject<HTMLElement | null>,
  beside: (() => HTMLElement | null) | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew each time it opens
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!isOpen || !element || !beside) return;
    function place() {
      const anchor = beside?.()?.getBoundingClientRect();
      if (!element || !anchor) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const { innerWidth, innerHeight } = window;
      const below = anchor.bottom + gap;
      const above = anchor.top - gap - height;
      const isBelow = below + height + margin <= innerHeight || above < margin;
      const top = Math.max(margin, Math.min(isBelow ? below : above, innerHeight - margin - height));
      const left = Math.max(margin, Math.min(anchor.left, innerWidth - margin - width));
      element.style.setProperty('--left', `${Math.round(left)}px`);
      element.style.setProperty('--top', `${Math.round(top)}px`);
    }
    const seen = new ResizeObserver(place);
    seen.observe(element);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      seen.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [isOpen]);
}
