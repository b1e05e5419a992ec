import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { Id, pathId, queryInteger } from '#shared/kernel/wire.ts';

/** What a thing is called, and in each language. */
export const Name = z.string().trim().min(1).max(100);
export const Names = z.strictObject({ et: Name, en: Name, lv: Name });

/** Of what was looked at: to be sent with the change, so that nobody's change is lost under another's. */
export const Version = z.string().min(1).max(100);

/** Words searched for; anything else than a short text is treated as absent. */
export const querySearch = z
  .custom<string | undefined>()
  .transform((raw: unknown) =>
    typeof raw === 'string' && raw.trim() !== '' && raw.length <= 100 ? raw.trim() : undefined,
  )
  .optional()
  .meta({ type: 'string' });

/** Things of the centre that fields choose from, by the list's name. */
const ReferenceLists = z.record(
  z.string(),
  z.array(z.object({ id: Id, name: z.string(), isOff: z.boolean().optional() })),
);

const listQuery = z.object({
  q: querySearch,
  /** Besides what is found, this one. */
  id: queryInteger,
  offset: queryInteger,
  limit: queryInteger,
});

/**
 * The endpoints of one kind of thing that administrators look after: a list with everything its form shows, making,
 * changing with the version of what was seen (`changedMeanwhile` where somebody else was quicker), and taking away what
 * nothing hangs on. `asked`: what asks again who it is for what is in it.
 */
export function managed<const Kind extends string, Schema extends z.ZodType>(
  kind: Kind,
  what: string,
  values: Schema,
  errors: readonly ErrorCode[] = [],
  asked: readonly ('create' | 'update')[] = [],
) {
  const proof = (of: 'create' | 'update'): ErrorCode[] => (asked.includes(of) ? ['proofNeeded'] : []);
  const noun = 'back-office';
  const role = 'admin';
  const path = `/admin/back-office/${kind}`;
  const params = z.object({ id: pathId });
  return {
    list: endpoint({
      noun,
      method: 'GET',
      path,
      role,
      summary: `${what}: everything their forms show, with the version of each`,
      query: listQuery,
      response: z.object({
        items: z.array(
          z.object({
            id: Id,
            version: Version,
            values,
            /** Said beside the form, and not changed in it. */
            facts: z.record(z.string(), z.string()),
          }),
        ),
        total: z.number().int(),
        references: ReferenceLists,
      }),
    }),
    create: endpoint({
      noun,
      method: 'POST',
      path,
      role,
      summary: `${what}: a new one`,
      body: z.strictObject({ values }),
      response: z.object({ id: Id }),
      errors: [...errors, ...proof('create')],
      isIdempotencyKeyed: true,
    }),
    update: endpoint({
      noun,
      method: 'PUT',
      path: `${path}/:id`,
      role,
      summary: `${what}: changes one that still is as it was seen`,
      params,
      body: z.strictObject({ version: Version, values }),
      response: z.object({ id: Id }),
      errors: ['itemNotFound', 'changedMeanwhile', ...errors, ...proof('update')],
    }),
    remove: endpoint({
      noun,
      method: 'DELETE',
      path: `${path}/:id`,
      role,
      summary: `${what}: takes away one that nothing hangs on`,
      params,
      response: z.object({}),
      errors: ['itemNotFound', 'stillInUse', ...errors],
    }),
  };
}

/** The endpoints of any kind, for what treats them alike. */
export type AnyManaged = ReturnType<typeof managed<string, z.ZodType<Record<string, unknown>>>>;
