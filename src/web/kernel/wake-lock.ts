import { useEffect } from 'react';

/** Keeps the screen awake while something on it is to be read off, where the browser can. */
export function useAwakeScreen(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused when the battery is low: then the screen sleeps as it would.
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void taken?.release();
      else lock = taken;
    };
    // The browser takes it back whenever the page is hidden.
    const renew = () => void take();
    renew();
    document.addEventListener('visibilitychange', renew);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', renew);
      void lock?.release();
    };
  }, [isWanted]);
}
