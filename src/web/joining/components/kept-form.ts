import { deviceMs } from '#web/kernel/device.ts';
import { keptForMs } from '../queries.ts';

/** Under which name the draft of this visit stands in the entry of the browser's history. */
const name = 'draft';

/**
 * Notes with this entry of the history which draft on the server it belongs to: what was typed is asked for again after a
 * reload, or when somebody comes back from paying. Never what was typed itself, and gone with the tab; another tab, and
 * whoever opens the form next, know nothing of it.
 */
export function noteDraft(token: string): void {
  replaceState({ ...window.history.state, [name]: { token, at: deviceMs() } });
}

/** The draft of this entry, where it was worked on within the last minutes; an older one is forgotten. */
export function notedDraft(): string | null {
  const noted: unknown = window.history.state?.[name];
  if (typeof noted !== 'object' || noted === null) return null;
  const { token, at } = noted as { token?: unknown; at?: unknown };
  const isFresh = typeof at === 'number' && Math.abs(deviceMs() - at) < keptForMs;
  if (isFresh && typeof token === 'string') return token;
  forgetDraft();
  return null;
}

export function forgetDraft(): void {
  const { [name]: noted, ...state } = window.history.state ?? {};
  if (noted !== undefined) replaceState(state);
}

/** Nobody navigated: the router is not told. */
function replaceState(state: object): void {
  History.prototype.replaceState.call(window.history, state, '');
}
