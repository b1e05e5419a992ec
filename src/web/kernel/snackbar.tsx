import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { deviceMs } from './device.ts';
import { useTopDialog } from './dialog.tsx';
import classes from './snackbar.module.css';
import { readStored, removeStored, writeStored } from './stored.ts';
import { useTexts } from './texts.tsx';

/** Specification point 9. A message that a reload cut off is shown again, shorter. */
export const snackbarMs = 5_000;
export const initialSnackbarMs = 2_000;
export const snackbarTransitionMs = 300;
/** How old a cut-off message may be: a reload takes seconds, a visit tomorrow is another matter. */
const cutOffMs = 15_000;

export interface Snackbar {
  type: 'success' | 'warning' | 'error';
  text: string;
  durationMs?: number;
  /** At most one. An error with an action stays until it is closed. */
  action?: { text: string; onPress: () => void };
}

interface Shown extends Snackbar {
  id: number;
}

let current: Shown | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows a message; a new one takes the place of the old one. Does nothing on the server. */
export function showSnackbar(snackbar: Snackbar): void {
  if (typeof window === 'undefined') return;
  count += 1;
  change({ ...snackbar, id: count });
}

/** Closing clears the message (specification point 4). */
function closeSnackbar(): void {
  change(null);
}

function change(next: Shown | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function staysOpen(snackbar: Snackbar): boolean {
  return snackbar.type === 'error' && snackbar.action !== undefined;
}

const icons: Record<Snackbar['type'], IconName> = { success: 'check', warning: 'info', error: 'warning' };

/** The one place where messages appear: above the bars, read out politely, inside an open dialog if there is one. */
export function SnackbarHost(): ReactNode {
  const { t } = useTexts();
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const dialog = useTopDialog();
  const place = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<Shown | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const visible = shown ?? leaving;

  useEffect(() => {
    const kept = readStored('snackbar');
    removeStored('snackbar');
    if (kept && deviceMs() - kept.at < cutOffMs) {
      showSnackbar({ type: kept.type, text: kept.text, durationMs: initialSnackbarMs });
    }
    function keep() {
      if (current && !current.action) {
        writeStored('snackbar', { type: current.type, text: current.text, at: deviceMs() });
      }
    }
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, []);

  useEffect(() => {
    if (!shown || isHeld || staysOpen(shown)) return;
    const timer = setTimeout(closeSnackbar, shown.durationMs ?? snackbarMs);
    return () => clearTimeout(timer);
  }, [shown, isHeld]);

  // The words stay while they fade.
  useEffect(() => {
    if (shown) {
      setLeaving(shown);
      return;
    }
    setIsHeld(false);
    const timer = setTimeout(() => setLeaving(null), snackbarTransitionMs);
    return () => clearTimeout(timer);
  }, [shown]);

  const isVisible = visible !== null;
  useLayoutEffect(() => {
    // Measuring makes the browser lay the page out: only while there is a message.
    if (!isVisible) return;
    return followEdge(() => {
      const lift = dialog ? sheetHeight(dialog) : bottomBarHeight();
      place.current?.style.setProperty('--lift', `${lift}px`);
    });
  }, [isVisible, dialog]);

  const host = (
    <div ref={place} className={classes.place} role="status" aria-live="polite" aria-atomic="true">
      {visible ? (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press clears the view, time does too
        <div
          key={visible.id}
          className={joinClasses(classes.snackbar, classes[visible.type], !shown && classes.leaving)}
          onClick={visible.action ? undefined : closeSnackbar}
          onFocus={() => setIsHeld(true)}
          onBlur={() => setIsHeld(false)}
        >
          <Icon name={icons[visible.type]} size={20} className={classes.icon} />
          <p className={classes.text}>{visible.text}</p>
          {visible.action ? (
            <button type="button" className={classes.action} onClick={() => act(visible)}>
              {visible.action.text}
            </button>
          ) : null}
          {staysOpen(visible) ? (
            <IconButton label={t('common.close')} className={classes.close ?? ''} onClick={closeSnackbar}>
              <Icon name="close" size={20} />
            </IconButton>
          ) : null}
        </div>
      ) : null}
    </div>
  );
  return dialog ? createPortal(host, dialog) : host;
}

function act(snackbar: Shown): void {
  closeSnackbar();
  snackbar.action?.onPress();
}

/** A sheet from below carries the message above itself, where it covers no button; unless it fills the window. */
function sheetHeight(dialog: HTMLDialogElement): number {
  const { top, bottom } = dialog.getBoundingClientRect();
  const isFromBelow = bottom >= window.innerHeight - 1 && top > 96;
  return isFromBelow ? Math.round(window.innerHeight - top) : 0;
}

/**
 * Measures now and whenever what stands at the lower edge may have changed: a bar that tells what was just done grows with it,
 * after the message that says so.
 */
function followEdge(measure: () => void): () => void {
  let frame = 0;
  const later = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      measure();
    });
  };
  measure();
  const sizes = new ResizeObserver(later);
  sizes.observe(document.body);
  const parts = new MutationObserver(later);
  parts.observe(document.body, { childList: true, subtree: true, characterData: true });
  window.addEventListener('resize', later);
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    parts.disconnect();
    window.removeEventListener('resize', later);
  };
}

/** How wide a message is at most. */
const widest = 480;

/** Height of what is fixed or stuck to the lower edge of the window where a message stands, such as tabs and an action bar. */
function bottomBarHeight(): number {
  const middle = window.innerWidth / 2;
  const side = Math.min(widest, window.innerWidth - 24) / 2;
  return Math.max(...[middle - side + 1, middle, middle + side - 1].map(barHeightAt));
}

function barHeightAt(across: number): number {
  let edge = window.innerHeight;
  // Each bar found moves the probe above itself, so that a bar on top of the tabs is seen too.
  for (let probe = 0; probe < 3; probe += 1) {
    const bar = document.elementsFromPoint(across, edge - 2).find((element) => isBar(element, edge));
    if (!bar) break;
    edge = bar.getBoundingClientRect().top;
  }
  return Math.max(0, Math.round(window.innerHeight - edge));
}

function isBar(element: Element, edge: number): boolean {
  const { position } = getComputedStyle(element);
  if (position !== 'fixed' && position !== 'sticky') return false;
  if (element instanceof HTMLDialogElement || element.closest('[role="status"]')) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs(bottom - edge) <= 2 && bottom - top < window.innerHeight / 2;
}
