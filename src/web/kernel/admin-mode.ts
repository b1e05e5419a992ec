import { useSyncExternalStore } from 'react';
import { useActor } from './session.tsx';

/** Of this tab alone: whoever opens another one begins as a member. */
const key = 'admin_mode';
const listeners = new Set<() => void>();

function isOn(): boolean {
  try {
    return sessionStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

function setIsOn(next: boolean): void {
  try {
    if (next) sessionStorage.setItem(key, 'true');
    else sessionStorage.removeItem(key);
  } catch {
    // A forbidden storage loses the mode, nothing else.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Administrators see the timetable as members do until they turn their mode on (specification point 6): then each
 * training leads on to changing it. It shows ways and gives no rights; the server asks for those each time.
 */
export function useAdminMode() {
  const actor = useActor();
  const isWanted = useSyncExternalStore(subscribe, isOn, () => false);
  const isOffered = actor.kind === 'member' && actor.isAdmin;
  return { isOffered, isAdminMode: isOffered && isWanted, toggle: () => setIsOn(!isWanted) };
}
