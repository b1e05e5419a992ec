import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type { StartContext } from './start-context.ts';

const tickMs = 15_000;

declare global {
  interface Window {
    /** In development: the instant the page believes in, for tests. */
    __trennNow?: string;
  }
}

/** The device's instant. In development a test may set it with `window.__trennNow`. */
export function currentInstant(isDevelopment = false): string {
  if (isDevelopment && typeof window !== 'undefined' && window.__trennNow) return window.__trennNow;
  return Temporal.Now.instant().round('second').toString();
}

const context = createContext<string | null>(null);

/** Lends `useNow` what `useClock` says. */
export const NowProvider = context.Provider;

/** Now, as an instant at a whole minute. */
export function useNow(): string {
  const now = useContext(context);
  if (now === null) throw new Error('no clock around this component');
  return now;
}

/**
 * The one clock of a page: first the instant of rendering, so that hydration finds what the server drew, then the
 * device's. It moves by whole minutes, as trainings do: a page that was drawn in this minute is not drawn again.
 * A new minute is drawn between touches and keys, never before them.
 */
export function useClock({ now, isDevelopment }: StartContext): string {
  const [seen, setSeen] = useState(() => wholeMinute(now));
  useEffect(() => {
    function tick() {
      if (document.visibilityState === 'hidden') return;
      const minute = wholeMinute(currentInstant(isDevelopment));
      startTransition(() => setSeen(minute));
    }
    tick();
    const timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [isDevelopment]);
  return seen;
}

/** An instant in UTC as text, without its seconds. */
function wholeMinute(instant: string): string {
  return `${instant.slice(0, 16)}:00Z`;
}
