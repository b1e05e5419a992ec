import type { Ctx } from '#server/kernel/ctx.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { FileAnswer } from '#shared/kernel/wire.ts';
import { findPerson } from '../erasure/data.ts';
import { peoplesTables } from '../retention-people/data.ts';
import { salesTables } from '../retention-sales/data.ts';
import { listRetained, type RetainedRow, type RetainedTable } from './data.ts';

/**
 * Every table with people in it, in the order of the download. A new one gets one entry in either list; the test fails until
 * it has.
 */
export const retainedTables: readonly RetainedTable[] = [...peoplesTables, ...salesTables];

/** One part of a download: what it is called, what its fields are called, and its rows. */
export interface Part {
  readonly title: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly rows: readonly RetainedRow[];
}

/**
 * Everything kept about a client, part by part, in one round trip after finding them: the same names of parts and fields in
 * every language, with what they mean in the language asked in. Throws `itemNotFound`.
 */
export async function gatherData(ctx: Ctx, clientId: number): Promise<Readonly<Record<string, Part>>> {
  const [[person]] = await ctx.read(findPerson(clientId));
  if (!person) throw new AppError('itemNotFound');
  const t = textsFor(ctx.language);
  const owner = { clientId, accountIds: person.accountIds, language: ctx.language };
  const given = retainedTables.flatMap((table) =>
    typeof table.part === 'string' ? [{ table, part: table.part }] : [],
  );
  const answers = await ctx.read(...given.map(({ table }) => listRetained(table, owner)));
  return Object.fromEntries(
    given.map(({ table, part }, index) => {
      const names = Object.keys(table.fields ?? {});
      const fields = Object.fromEntries(names.map((name) => [name, t(`privacyData.fields.${name}`)]));
      const rows = answers[index]?.[0]?.rows ?? [];
      return [part, { title: t(`privacyData.parts.${part}`), fields, rows }];
    }),
  );
}

/** The file that is handed out. Its name says nothing about anybody. */
export function toFile({ tenant, now }: Ctx, data: Awaited<ReturnType<typeof gatherData>>): FileAnswer {
  const content = { centre: tenant.name, host: tenant.host, createdAt: now, data };
  return {
    fileName: 'my-data.json',
    mediaType: 'application/json; charset=utf-8',
    bytes: Buffer.from(JSON.stringify(content, null, 2)),
  };
}
