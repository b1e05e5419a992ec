import { useEffect, useSyncExternalStore } from 'react';

type MemberParts = typeof import('./member-parts.ts');

let parts: MemberParts | undefined;
const listeners = new Set<() => void>();

/** Fetches what stands around a member's screens, once. It is apart: a visitor's first page does without. */
export async function bringMemberParts(): Promise<void> {
  if (parts) return;
  parts = await import('./member-parts.ts');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What stands around a member's screens, as soon as it is there. Whoever draws a page that may be a member's brings it
 * before, so that what was drawn on the server is taken over in one piece.
 */
export function useMemberParts(isNeeded: boolean): MemberParts | undefined {
  const found = useSyncExternalStore(
    subscribe,
    () => parts,
    () => parts,
  );
  const isMissing = isNeeded && found === undefined;
  useEffect(() => {
    if (isMissing) void bringMemberParts().catch(() => undefined);
  }, [isMissing]);
  return found;
}
