import { type RefObject, useEffect } from 'react';

/** Under which name what was typed lies in the entry of the browser's history. */
const name = 'typed';

/**
 * Keeps what was typed with this visit of the page, so that whoever comes back from paying finds it again: in this entry
 * of the history alone, never for the next one who opens the form.
 */
export function keepFields(values: Readonly<Record<string, string>>): void {
  window.history.replaceState({ ...window.history.state, [name]: values }, '');
}

/** Puts what was kept back into fields that are still empty. */
export function useKeptFields(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const kept: unknown = window.history.state?.[name];
    if (typeof kept !== 'object' || kept === null) return;
    for (const [field, value] of Object.entries(kept)) {
      const input = form.current?.elements.namedItem(field);
      if (input instanceof HTMLInputElement && input.value === '') input.value = String(value);
    }
  }, [form]);
}
