import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { InstantText, pathId } from '#shared/kernel/wire.ts';

/** A member's private calendar address; whoever knows it reads the member's trainings. */
export const Feed = z.object({
  /** Whole, for a calendar to subscribe to; null while there is none. */
  address: z.string().nullable(),
  createdDateTime: InstantText.nullable(),
});
export type Feed = z.infer<typeof Feed>;

export const getFeed = endpoint({
  noun: 'feeds',
  method: 'GET',
  path: '/user/calendar/feed',
  role: 'client',
  summary: "The member's private calendar address",
  response: Feed,
});

export const createFeed = endpoint({
  noun: 'feeds',
  method: 'POST',
  path: '/user/calendar/feed',
  role: 'client',
  summary: 'Makes a new calendar address; an older one of the member opens nothing from then on',
  response: Feed,
});

export const removeFeed = endpoint({
  noun: 'feeds',
  method: 'DELETE',
  path: '/user/calendar/feed',
  role: 'client',
  summary: "Revokes the member's calendar address",
  response: Feed,
});

export const getCalendarFile = endpoint({
  noun: 'feeds',
  method: 'GET',
  path: '/user/calendar/registration/:id',
  role: 'client',
  summary: 'Where the calendar file of one registration can be fetched without a token for the next minutes',
  params: z.object({ id: pathId }),
  /** Path on the same host. */
  response: z.object({ address: z.string() }),
  errors: ['registrationNotFound'],
});

/** Calendar files are no JSON, so these two have no endpoint: `GET`, `text/calendar`, 404 for anything unknown. */
export const feedPath = '/calendar/feed/:file';
export const filePath = '/calendar/booking/:file';
