/** Loads Temporal where the browser has none yet; others never fetch it. */
export async function loadTemporal(): Promise<void> {
  if (typeof Temporal === 'undefined') await import('temporal-polyfill/global');
}
