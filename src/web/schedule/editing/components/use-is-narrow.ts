import { useSyncExternalStore } from 'react';

/** Specification point 9: narrow under 800 px. */
const narrow = '(max-width: 799px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(narrow).matches,
    () => true,
  );
}
