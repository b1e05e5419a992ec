import { useSyncExternalStore } from 'react';
import { useStartContext } from './start-context.ts';

const tickMs = 15_000;

declare global {
  interface Window {
    /** In development: the instant the page believes in, for tests. */
    __trennNow?: string;
  }
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let ticked: string | undefined;

/** The device's instant. In development a test may set it with `window.__trennNow`. */
export function currentInstant(isDevelopment = false): string {
  if (isDevelopment && typeof window !== 'undefined' && window.__trennNow) return window.__trennNow;
  return Temporal.Now.instant().round('second').toString();
}

/**
 * Now, as an instant: first that of rendering, so that hydration finds what the server drew, then the device's,
 * every 15 seconds.
 */
export function useNow(): string {
  const { now, isDevelopment } = useStartContext();
  return useSyncExternalStore(
    subscribe,
    () => {
      if (isDevelopment && window.__trennNow) return window.__trennNow;
      ticked ??= currentInstant();
      return ticked;
    },
    () => now,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    tick();
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  ticked = currentInstant();
  for (const listener of listeners) listener();
}
