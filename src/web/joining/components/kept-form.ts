import type { JoinForm } from '#shared/joining/domain.ts';

const key = 'join';

/** What was typed in this tab, and the token of its draft on the server. */
export interface KeptForm {
  readonly form: Partial<JoinForm>;
  readonly token: string | null;
}

/** In this tab alone, and until it is closed: what is typed is personal. */
export function readKept(): KeptForm | undefined {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('form' in kept)) return undefined;
    const { form, token } = kept as { form: unknown; token?: unknown };
    if (typeof form !== 'object' || form === null) return undefined;
    return { form, token: typeof token === 'string' ? token : null };
  } catch {
    return undefined;
  }
}

export function writeKept(kept: KeptForm): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden storage: the draft on the server is left.
  }
}

export function forgetKept(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}
