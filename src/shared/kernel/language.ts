export const languages = ['et', 'en', 'lv'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (languages as readonly string[]).includes(value);
}

/**
 * The language to show (specification point 1): the stored choice; an unsupported stored value gives the
 * first supported language; without one the host's country suffix decides, otherwise English.
 */
export function detectLanguage(
  stored: string | null | undefined,
  host: string,
  supported: readonly Language[] = languages,
): Language {
  const first = supported[0] ?? 'en';
  if (stored) return isLanguage(stored) && supported.includes(stored) ? stored : first;
  const bySuffix: Record<string, Language> = { ee: 'et', lv: 'lv' };
  const suffix = host.toLowerCase().split(':')[0]?.split('.').at(-1) ?? '';
  const wanted = bySuffix[suffix] ?? 'en';
  return supported.includes(wanted) ? wanted : first;
}
