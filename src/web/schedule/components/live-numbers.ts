import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

/** Listening begins when the page has come to rest. */
const listenAfterMs = 1000;

/** Keeps the numbers of what is shown true for as long as it is shown. */
export function useLiveNumbers(): void {
  const client = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const brought = await import('./live-timetable.ts').catch(() => undefined);
      if (!isOver) stop = brought?.watchTimetable(client);
    }, listenAfterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client]);
}

/** The same around another noun's screen: whoever waits sees a promotion there, too. */
export function LiveNumbers({ children }: { children: ReactNode }): ReactNode {
  useLiveNumbers();
  return children;
}
