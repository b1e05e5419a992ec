import { deviceMs } from '#web/kernel/device.ts';
import { keptForMs } from '../queries.ts';

/** Under which name the draft of this visit stands in the entry of the browser's history. */
const name = 'draft';
/** A browser refuses an entry that is written a hundred times within seconds: with every key it would be. */
const renewedAfterMs = 10_000;

/**
 * Notes with this entry of the history which draft on the server it belongs to: what was typed is asked for again after a
 * reload, or when somebody comes back from paying. Never what was typed itself, and gone with the tab; another tab, and
 * whoever opens the form next, know nothing of it.
 */
export function noteDraft(token: string): void {
  const noted = readNoted();
  if (noted?.token === token && age(noted) < renewedAfterMs) return;
  replaceState({ ...window.history.state, [name]: { token, at: deviceMs() } });
}

/** The draft of this entry, where it was worked on within the last minutes; an older one is forgotten. */
export function notedDraft(): string | null {
  const noted = readNoted();
  if (noted && age(noted) < keptForMs) return noted.token;
  forgetDraft();
  return null;
}

interface Noted {
  readonly token: string;
  readonly at: number;
}

const age = ({ at }: Noted) => Math.abs(deviceMs() - at);

function readNoted(): Noted | undefined {
  const { token, at } = (window.history.state?.[name] ?? {}) as Partial<Noted>;
  return typeof token === 'string' && typeof at === 'number' ? { token, at } : undefined;
}

export function forgetDraft(): void {
  const { [name]: noted, ...state } = window.history.state ?? {};
  if (noted !== undefined) replaceState(state);
}

/** Nobody navigated: the router is not told. */
function replaceState(state: object): void {
  History.prototype.replaceState.call(window.history, state, '');
}
