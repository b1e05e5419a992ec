import { showSnackbar } from './snackbar.tsx';
import type { Texts } from './texts.tsx';

/** Copies a text for pasting elsewhere and says that it is, or that the browser refuses, as those inside other apps do. */
export async function copyText(text: string, t: Texts['t'], copied: string): Promise<void> {
  try {
    // Where the page is not secure there is no clipboard at all.
    await navigator.clipboard.writeText(text);
    showSnackbar({ type: 'success', text: copied });
  } catch {
    showSnackbar({ type: 'error', text: t('common.notCopied') });
  }
}
