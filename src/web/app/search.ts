import { z } from 'zod';
import { queryChoice, queryDate, queryInteger } from '#shared/kernel/wire.ts';

/** Texts both ways: an address never holds JSON, and a number that is a text stays one. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

/** A text of the address; anything odd is treated as absent. */
export const queryText = z
  .custom<string | undefined>()
  .transform((raw: unknown) => (typeof raw === 'string' && raw.length <= 500 ? raw : undefined))
  .optional();

/** What a timetable's address may say (specification point 2). `unit` is a club, `filter` a style, `group` a room group. */
export const TimetableSearch = z.object({
  date: queryDate,
  unit: queryInteger,
  group: queryInteger,
  room: queryInteger,
  trainer: queryInteger,
  filter: queryInteger,
  mode: queryText,
});

export const IdSearch = z.object({ id: queryInteger });
export const MailsSearch = z.object({ id: queryInteger, offset: queryInteger });
export const WorkoutsSearch = z.object({ period: queryChoice(['upcoming', 'past']), page: queryInteger });
