import { createHash } from 'node:crypto';
import { type Ctx, requireProof, type WriteTransaction } from '#server/kernel/ctx.ts';
import { isForeignKeyViolation, isOverlapViolation } from '#server/kernel/writes/constraints.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Field, valueAt } from '#shared/kernel/fields.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as data from './data.ts';

/** Reads stored values into the shape of the contract. */
interface Schema<Values> {
  parse(value: unknown): Values;
}

/** What is known of a kind of thing. */
export interface Managed<Values> {
  readonly kind: data.Kind<Values>;
  readonly schema: Schema<Values>;
  readonly fields: readonly Field[];
  /** The place of the first thing that contradicts another. */
  readonly problemOf?: (values: Values) => string | undefined;
  /** Whether becoming like this is asked about again; `before` is undefined of a new one. */
  readonly isAskedAgain?: (before: Values | undefined, after: Values) => boolean;
}

interface Resource<Values> {
  readonly id: number;
  readonly version: string;
  readonly values: Values;
  readonly facts: Readonly<Record<string, string>>;
}

export type ReferenceLists = Record<string, { id: number; name: string; isOff?: boolean }[]>;

export interface ResourceList<Values> {
  readonly items: Resource<Values>[];
  readonly total: number;
  readonly references: ReferenceLists;
}

export const pageSize = { standard: 50, most: 100 };

/** What of a list is wanted: what has these words or this id, and which part of it. */
export interface ResourceQuery {
  readonly q?: string | undefined;
  readonly id?: number | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Names what was seen: another one as soon as anything that the form shows is another. */
export function versionOf(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
}

/** Things of a kind as their forms show them, and what those choose from. */
export async function listResources<Values>(
  ctx: Ctx,
  { kind, schema }: Managed<Values>,
  asked: ResourceQuery,
): Promise<ResourceList<Values>> {
  const [rows, names] = await ctx.read(
    kind.list({
      q: asked.q ?? null,
      id: asked.id ?? null,
      ...pageOf(asked, pageSize),
    }),
    data.listReferences(kind.references, ctx.language),
  );
  return {
    items: rows.map((row) => toResource(schema, row)),
    total: rows[0]?.total ?? 0,
    references: toLists(names),
  };
}

function toResource<Values>(schema: Schema<Values>, { id, values, facts = {} }: data.Kept): Resource<Values> {
  const read = schema.parse(values);
  return { id, version: versionOf(read), values: read, facts };
}

export function toLists(names: readonly data.ReferenceRow[]): ReferenceLists {
  const lists: ReferenceLists = {};
  for (const { list, id, name, isOff } of names) {
    lists[list] ??= [];
    lists[list].push({ id, name, ...(isOff && { isOff }) });
  }
  return lists;
}

/**
 * Makes a new one. Throws `dataValidationFailed` where it names things that are not there, `proofNeeded` for what is
 * asked again.
 */
export function createResource<Values>(
  ctx: Ctx,
  { kind, problemOf, isAskedAgain }: Managed<Values>,
  values: Values,
): Promise<{ id: number }> {
  refuseWrong(problemOf?.(values));
  if (isAskedAgain?.(undefined, values)) requireProof(ctx);
  return saying(() =>
    ctx.write(async ({ load, save }) => {
      const [[next]] = await load(kind.nextId());
      const id = next?.id ?? 0;
      await refuseContradicting(load, kind, id, values);
      return save({ id }, kind.save(id, values, ctx.now), toldOf(kind), [
        { noun: kind.noun, id, after: values },
      ]);
    }),
  );
}

/**
 * Changes one that still is as it was seen. Throws `itemNotFound`, `changedMeanwhile` where somebody else saved since,
 * `proofNeeded` for what is asked again, and `dataValidationFailed` with the field where something was changed that
 * stays as it was made.
 */
export function updateResource<Values>(
  ctx: Ctx,
  { kind, schema, fields, problemOf, isAskedAgain }: Managed<Values>,
  id: number,
  { version, values }: { version: string; values: Values },
): Promise<{ id: number }> {
  return saying(() =>
    ctx.write(async ({ load, save }) => {
      const [[row]] = await load(kind.lock(id));
      if (!row) throw new AppError('itemNotFound');
      const before = toResource(schema, row);
      if (before.version !== version) throw new AppError('changedMeanwhile');
      refuseFixed(fields, before.values, values);
      refuseWrong(problemOf?.(values));
      if (isAskedAgain?.(before.values, values)) requireProof(ctx);
      await refuseContradicting(load, kind, id, values);
      await refuseBreaking(ctx, load, kind, id, values);
      return save({ id }, kind.save(id, values, ctx.now), toldOf(kind), [
        { noun: kind.noun, id, before: before.values, after: values },
      ]);
    }),
  );
}

function toldOf({ isPublic }: Pick<data.Kind<never>, 'isPublic'>): { topic: 'tenantChanged' }[] {
  return isPublic ? [{ topic: 'tenantChanged' }] : [];
}

async function refuseContradicting<Values>(
  load: WriteTransaction['load'],
  { problems }: data.Kind<Values>,
  id: number,
  values: Values,
): Promise<void> {
  if (!problems) return;
  const [[problem]] = await load(problems(id, values));
  refuseWrong(problem?.field);
}

async function refuseBreaking<Values>(
  { now }: Ctx,
  load: WriteTransaction['load'],
  { refusal }: data.Kind<Values>,
  id: number,
  values: Values | undefined,
): Promise<void> {
  if (!refusal) return;
  const [[refused]] = await load(refusal(id, values, now));
  if (refused) throw new AppError(refused.code, refused.details ?? undefined, 409);
}

function refuseWrong(field: string | undefined): void {
  if (field !== undefined) throw new AppError('dataValidationFailed', { field });
}

function refuseFixed(fields: readonly Field[], before: unknown, after: unknown): void {
  const changed = fields.find(
    ({ name, isFixed }) =>
      isFixed && JSON.stringify(valueAt(before, name)) !== JSON.stringify(valueAt(after, name)),
  );
  if (changed) throw new AppError('dataValidationFailed', { field: changed.name });
}

/** Takes one away for good. Throws `itemNotFound`, and `stillInUse` where anything hangs on it. */
export async function removeResource<Values>(
  ctx: Ctx,
  { kind }: Managed<Values>,
  id: number,
): Promise<Record<string, never>> {
  try {
    return await ctx.write(async ({ load, save }) => {
      const [[row]] = await load(kind.lock(id));
      if (!row) throw new AppError('itemNotFound');
      await refuseBreaking(ctx, load, kind, id, undefined);
      return save({}, [kind.remove(id)], toldOf(kind), [{ noun: kind.noun, id, before: row.values }]);
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('stillInUse');
    throw error;
  }
}

/** What names a thing of another centre, or of none, names nothing. */
async function saying<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('dataValidationFailed');
    // A room and one of its parts are both taken at some time to come.
    if (isOverlapViolation(error, ['room_uses_free'])) throw new AppError('roomPartsTaken');
    throw error;
  }
}
