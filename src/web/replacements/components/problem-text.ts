import type { Texts } from '#web/kernel/texts.tsx';

/** Why somebody cannot hold a training, in words: the catalogue's text of its code. */
export function problemText(
  t: Texts['t'],
  { code, details }: { readonly code: string; readonly details: Readonly<Record<string, string | number>> },
): string {
  return t([`errors.${code}`, 'errors.unknown'] as unknown as 'errors.unknown', { ...details });
}
