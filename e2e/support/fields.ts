import type { Locator } from '@playwright/test';
import { parseLocalDate } from '#shared/kernel/dates.ts';

/** The date that a field shows, yyyy-MM-dd. */
export async function dateIn(field: Locator): Promise<string> {
  const date = parseLocalDate(await field.inputValue());
  if (date === undefined) throw new Error('the field shows no date');
  return date;
}
