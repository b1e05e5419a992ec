import { z } from 'zod';
import { dayOfWeek, localDate, localTime } from '#shared/kernel/dates.ts';
import { Id } from '#shared/kernel/wire.ts';
import { type ClientType, clientTypes } from '#shared/products/domain.ts';

/** One thing a contract is good for. What is null or empty does not limit. */
export const Benefit = z.object({
  clientType: z.enum(clientTypes),
  /** Empty: in every club. */
  clubIds: z.array(Id).default([]),
  /** Monday 1 to Sunday 7; empty: every day. */
  weekdays: z.array(z.number().int().min(1).max(7)).default([]),
  /** The clock times it may begin between, `HH:mm`; `until` is not included. */
  from: z.string().nullable().default(null),
  until: z.string().nullable().default(null),
  /** In one billing period; null: as many as one likes. */
  visits: z.number().int().positive().nullable().default(null),
});
export type Benefit = z.infer<typeof Benefit>;

/** What a contract covers, in the order in which it is looked through. */
export const Benefits = z.array(Benefit).max(20);

/** A training or a visit, as benefits look at it. */
export interface Occasion {
  readonly clientType: ClientType;
  readonly clubId: number;
  readonly startsAt: string;
}

/** The first benefit that is good for it; undefined where none is. Visits are counted by whoever asks. */
export function benefitFor(
  benefits: readonly Benefit[],
  { clientType, clubId, startsAt }: Occasion,
  timeZone: string,
): Benefit | undefined {
  const weekday = dayOfWeek(localDate(startsAt, timeZone));
  const time = localTime(startsAt, timeZone);
  return benefits.find(
    (one) =>
      one.clientType === clientType &&
      (one.clubIds.length === 0 || one.clubIds.includes(clubId)) &&
      (one.weekdays.length === 0 || one.weekdays.includes(weekday)) &&
      (one.from === null || time >= one.from) &&
      (one.until === null || time < one.until),
  );
}
