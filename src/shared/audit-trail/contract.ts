import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { querySearch } from '#shared/kernel/managed.ts';
import { Id, InstantText, queryDate, queryInteger } from '#shared/kernel/wire.ts';

/** One change by a member of staff. */
export const TrailEntry = z.object({
  id: z.number().int(),
  dateTime: InstantText,
  accountId: Id,
  name: z.string(),
  /** Method and path of what was called. */
  action: z.string(),
  noun: z.string().nullable(),
  nounId: z.number().int().nullable(),
  /** What was asked; how the thing looked and looks now, where it is known. Without passwords, id codes and tokens. */
  input: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
});
export type TrailEntry = z.infer<typeof TrailEntry>;

export const listTrail = endpoint({
  noun: 'back-office',
  method: 'GET',
  path: '/admin/back-office/trail',
  role: 'admin',
  summary: 'What staff changed, the latest first: by whom, when, and what. Nothing of it can be altered',
  query: z.object({
    account: queryInteger,
    from: queryDate,
    until: queryDate,
    /** A noun, as the entries name it. */
    noun: querySearch,
    page: queryInteger,
    limit: queryInteger,
  }),
  response: z.object({
    entries: z.array(TrailEntry),
    hasMore: z.boolean(),
    /** Whom and what one may look for. */
    accounts: z.array(z.object({ id: Id, name: z.string() })),
    nouns: z.array(z.string()),
  }),
});
