import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fallbackPageRules } from '#shared/kernel/page-rules.ts';
import { readStored, removeStored, type Stored, type StoredKey, writeStored } from './stored.ts';

const cookies: string[] = [];
let items = new Map<string, string>();

beforeEach(() => {
  cookies.length = 0;
  items = new Map();
  vi.stubGlobal('window', {
    location: { protocol: 'https:' },
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
      removeItem: (key: string) => items.delete(key),
    },
  });
  vi.stubGlobal('document', {
    set cookie(text: string) {
      cookies.push(text);
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('stored keys', () => {
  // shows: stored-auth, stored-colormode, stored-date-range, stored-has-logged-in, stored-language, stored-menu
  // shows: stored-rules, stored-screen, stored-snackbar
  test('each is kept under its own name', () => {
    const rules = { ...fallbackPageRules, readAt: '2026-11-22T10:00:00Z' };
    const kept: Stored = {
      ...{ auth: { isLoggedIn: true, keep: false }, colormode: 'dark', date_range: { preset: 'nextWeek' } },
      ...{ has_logged_in: true, language: 'lv', menu: { isCollapsed: false, openSubmenus: [] }, rules },
      ...{ login_target: { href: '/pay?id=1', at: 1 }, screen: 'week' },
      ...{ snackbar: { type: 'success', text: 'Saved', at: 1 } },
    };
    for (const key of Object.keys(kept) as StoredKey[]) {
      writeStored(key, kept[key]);
      expect(readStored(key)).toEqual(kept[key]);
    }
    expect([...items.keys()].join(' ')).toBe(
      'auth colormode date_range has_logged_in language menu rules login_target screen snackbar',
    );
  });

  test.each(['https://else.where/', '//else.where', 'pay'])('nobody is led from a log-in to %s', (href) => {
    writeStored('login_target', { href, at: 1 });
    expect(readStored('login_target')).toBeUndefined();
  });

  // shows: message-kinds
  test.each(['success', 'warning', 'error'] as const)('a message that a reload cut off may be %s', (type) => {
    writeStored('snackbar', { type, text: 'x', at: 1 });
    expect(readStored('snackbar')?.type).toBe(type);
  });

  test('come back as they were written', () => {
    writeStored('menu', { isCollapsed: true, openSubmenus: ['calendar'] });
    writeStored('has_logged_in', true);
    writeStored('language', 'lv');
    expect(readStored('menu')).toEqual({ isCollapsed: true, openSubmenus: ['calendar'] });
    expect(readStored('has_logged_in')).toBe(true);
    expect(readStored('language')).toBe('lv');
    removeStored('language');
    expect(readStored('language')).toBeUndefined();
  });

  test('only language and colour mode are told to the server', () => {
    writeStored('language', 'et');
    writeStored('colormode', 'dark');
    writeStored('has_logged_in', true);
    writeStored('screen', 'week');
    expect(cookies).toEqual([
      'language=et; Path=/; SameSite=Lax; Max-Age=31536000; Secure',
      'colormode=dark; Path=/; SameSite=Lax; Max-Age=31536000; Secure',
    ]);
    expect(items.get('language')).toBe('et');
  });

  test.each<[StoredKey, string]>([
    ['auth', '"eyJ.token.x"'],
    ['auth', '{"isLoggedIn":1}'],
    ['auth', '{"isLoggedIn":false,"keep":true,"isEnding":1}'],
    ['colormode', 'sepia'],
    ['date_range', '{}'],
    ['has_logged_in', 'yes'],
    ['language', 'ru'],
    ['menu', '{"isCollapsed":true,"openSubmenus":[1]}'],
    ['menu', '{broken'],
    ['rules', 'null'],
    ['screen', 'month'],
    ['snackbar', '{"type":"joy","text":"x","at":1}'],
  ])('%s holding %s counts as absent', (key, raw) => {
    items.set(key, raw);
    expect(readStored(key)).toBeUndefined();
  });

  test('nothing is remembered where there is no window, and nothing breaks', () => {
    vi.unstubAllGlobals();
    writeStored('language', 'et');
    expect(readStored('language')).toBeUndefined();
  });

  test('a storage that refuses breaks nothing', () => {
    vi.stubGlobal('window', {
      location: { protocol: 'http:' },
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    expect(readStored('menu')).toBeUndefined();
    expect(() => writeStored('menu', { isCollapsed: false, openSubmenus: [] })).not.toThrow();
  });
});
