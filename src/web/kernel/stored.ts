import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { type ColourMode, colourModes, type PageRules } from '#shared/kernel/page-rules.ts';

/**
 * What this browser remembers (specification point 3, "Locally stored keys"). Never a token: that lives in
 * memory, and the right to a new one in a cookie no script can read.
 */
export interface Stored {
  /**
   * Whether the last session was one to keep; the log-in form starts with the same choice. `isEnding`: it was ended here
   * where no server answered, by hand or since nobody was there, and is still to be ended there.
   */
  auth: { isLoggedIn: boolean; keep: boolean; isEnding?: true | 'idle' };
  colormode: ColourMode;
  /** A preset's name, or two dates as yyyy-MM-dd. */
  date_range: { preset: string } | { from: string; until: string };
  has_logged_in: boolean;
  language: Language;
  /** Where somebody is led who logs in by an app, which opens the browser anew; `at` as `Date.now()`. */
  login_target: { href: string; at: number };
  menu: { isCollapsed: boolean; openSubmenus: string[] };
  /** The page rules as they were read last, and the instant they were read; used where they cannot be. */
  rules: PageRules & { readAt: string };
  /** The timetable's view as it was left. */
  screen: 'day' | 'week';
  /** A message that a reload cut off. */
  snackbar: { type: 'success' | 'warning' | 'error'; text: string; at: number };
}

export type StoredKey = keyof Stored;

type Readers = { readonly [Key in StoredKey]: (value: unknown) => value is Stored[Key] };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Storage can be edited by hand and outlives versions: what does not fit is treated as absent. */
const readers: Readers = {
  auth: (value): value is Stored['auth'] =>
    isRecord(value) &&
    typeof value.isLoggedIn === 'boolean' &&
    typeof value.keep === 'boolean' &&
    (value.isEnding === undefined || value.isEnding === true || value.isEnding === 'idle'),
  colormode: (value): value is ColourMode => colourModes.some((mode) => mode === value),
  date_range: (value): value is Stored['date_range'] =>
    isRecord(value) &&
    (typeof value.preset === 'string' || (typeof value.from === 'string' && typeof value.until === 'string')),
  has_logged_in: (value) => typeof value === 'boolean',
  language: isLanguage,
  login_target: (value): value is Stored['login_target'] =>
    isRecord(value) &&
    typeof value.href === 'string' &&
    /^\/(?!\/)/.test(value.href) &&
    typeof value.at === 'number',
  menu: (value): value is Stored['menu'] =>
    isRecord(value) &&
    typeof value.isCollapsed === 'boolean' &&
    Array.isArray(value.openSubmenus) &&
    value.openSubmenus.every((name) => typeof name === 'string'),
  rules: (value): value is Stored['rules'] =>
    isRecord(value) && isRecord(value.main) && isRecord(value.pages) && typeof value.readAt === 'string',
  screen: (value) => value === 'day' || value === 'week',
  snackbar: (value): value is Stored['snackbar'] =>
    isRecord(value) &&
    ['success', 'warning', 'error'].includes(String(value.type)) &&
    typeof value.text === 'string' &&
    typeof value.at === 'number',
};

/** Keys the server needs in order to render the same page. */
const mirrored: readonly StoredKey[] = ['language', 'colormode'];
const yearInSeconds = 31_536_000;

/** The value under a key; undefined when absent, unusable, or when there is no storage (server, private mode). */
export function readStored<Key extends StoredKey>(key: Key): Stored[Key] | undefined {
  const raw = storage()?.getItem(key);
  if (raw === null || raw === undefined) return undefined;
  const value = parse(raw);
  return readers[key](value) ? value : undefined;
}

/** Remembers a value; language and colour mode also go into cookies of the same names. */
export function writeStored<Key extends StoredKey>(key: Key, value: Stored[Key]): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    storage()?.setItem(key, text);
  } catch {
    // A full or forbidden storage loses a convenience, nothing else.
  }
  if (mirrored.includes(key)) writeCookie(key, text);
}

/** Writes cookies that are gone anew from what is remembered; whether there were any. Those that are there last longer. */
export function restoreMirrored(): boolean {
  let isRestored = false;
  for (const key of mirrored) {
    const value = readStored(key);
    if (value === undefined) continue;
    const isGone = readCookie(key) === undefined;
    writeCookie(key, String(value));
    // Where cookies are refused, there is nothing to come back to.
    isRestored ||= isGone && readCookie(key) !== undefined;
  }
  return isRestored;
}

/** A mirrored value as the server reads it. */
export function readCookie(name: string): string | undefined {
  // All are single words: nothing in them is escaped.
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

export function removeStored(key: StoredKey): void {
  storage()?.removeItem(key);
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}

function storage(): Storage | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function writeCookie(name: string, value: string): void {
  if (typeof document === 'undefined') return;
  const isSecure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some supported browsers
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${yearInSeconds}${isSecure}`;
}
