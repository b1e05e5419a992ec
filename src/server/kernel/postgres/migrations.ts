import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { StartError } from '../env.ts';

/** A numbered file of SQL. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  /** SHA-256 of its text, in hex. */
  readonly checksum: string;
}

/** What a database says was done to it. */
export interface AppliedMigration {
  readonly name: string;
  /** Null where it was applied before checksums were kept. */
  readonly checksum: string | null;
}

/** The files of the folder in their order. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // Git may have written other ends of lines on other systems.
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

export interface Comparison {
  /** Applied, and no file of this program. */
  readonly unknown: string | undefined;
  /** Applied as another text than the file of this name. */
  readonly changed: string | undefined;
  readonly pending: readonly Migration[];
}

/** Sets what was applied beside what this program knows. */
export function compareMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Comparison {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const done = new Set(applied.map(({ name }) => name));
  return {
    unknown: applied.find(({ name }) => !byName.has(name))?.name,
    changed: applied.find(
      ({ name, checksum }) => checksum !== null && checksum !== byName.get(name)?.checksum,
    )?.name,
    pending: known.filter(({ name }) => !done.has(name)),
  };
}

/**
 * What is still to be done to a database, as this program knows it.
 * @throws StartError where the database is ahead of this program, or was made by another text
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const { unknown, changed, pending } = compareMigrations(known, applied);
  if (unknown)
    throw new StartError(
      `The database was brought up to date by a newer Trenn (${unknown}), and this one knows it only up to ${known.at(-1)?.name}. Start the newer one, or restore a backup from before into a place of its own.`,
    );
  if (changed)
    throw new StartError(
      `db/migrations/${changed} is not what was applied to this database. A migration never changes once it was applied: put the file back as it was, and make the change in a new one.`,
    );
  return pending;
}
