import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId } from '#shared/kernel/wire.ts';

/** Who is in a club, and whom its doors refused a moment ago. */
export const Inside = z.object({
  clubs: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Whether going out is read: where it is not, people count as inside until the club closes. */
      isExitRead: z.boolean(),
      /** The latest first. */
      people: z.array(
        z.object({
          clientId: Id,
          name: z.string(),
          sinceDateTime: InstantText,
          /** Who let them in past a refusal, and why; null for who came in by a right of their own. */
          letIn: z.object({ by: z.string(), reason: z.string() }).nullable(),
        }),
      ),
      /** Within the last half hour and not inside since; the latest first. */
      refused: z.array(
        z.object({
          id: Id,
          clientId: Id,
          name: z.string(),
          doorName: z.string(),
          dateTime: InstantText,
          /** What stands in the way now: a code and the values of its text; null where nothing does any more. */
          refusal: z
            .object({ error: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })
            .nullable(),
        }),
      ),
    }),
  ),
});
export type Inside = z.infer<typeof Inside>;

export const listInside = endpoint({
  noun: 'entry',
  method: 'GET',
  path: '/trainer/entry/inside',
  role: 'trainer',
  summary: 'Who is inside, club by club, and whom a door refused within the last half hour',
  response: Inside,
  errors: ['actionNotAllowed'],
});

export const letIn = endpoint({
  noun: 'entry',
  method: 'POST',
  path: '/trainer/entry/refusals/:id/let-in',
  role: 'trainer',
  summary: 'Lets in whom a door refused, with a reason, and opens its lock; pressed twice it is one entry',
  params: z.object({ id: pathId }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(200) }),
  response: z.object({ lock: z.enum(['opened', 'failed', 'none']) }),
  errors: ['actionNotAllowed', 'entryNotRefused', 'entryRefusedLongAgo'],
});
