import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StartError } from '../env.ts';

/** Written last: a folder without it is a backup that was broken off. */
export const manifestFile = 'manifest.json';

const hex = z.string().regex(/^[0-9a-f]{64}$/);

const File = z.strictObject({
  /** Its name in the backup. */
  file: z.string(),
  bytes: z.int(),
  /** Of the file as it lies there. */
  sha256: hex,
});

const Rows = File.extend({
  rows: z.int(),
  /** Of its rows in whatever order: see `RowSum`. */
  sum: z.string().regex(/^[0-9a-f]{32}$/),
});

const Manifest = z.strictObject({
  format: z.literal(1),
  /** The version of Trenn that made it. */
  program: z.string(),
  madeAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: hex })),
  tables: z.array(Rows.extend({ table: z.string(), columns: z.array(z.string()) })),
  /** The last number each has given; null where none was. */
  sequences: z.record(z.string(), z.int().nullable()),
  /** What waits in the queue. */
  jobs: Rows,
  /** What the secrets can be known again by, and where they are; null: they were left out. */
  secrets: z.strictObject({ fingerprints: z.record(z.string(), z.string()), sealed: File.nullable() }),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackupFile = z.infer<typeof File>;
export type TableBackup = Manifest['tables'][number];

const Envelope = z.strictObject({ sha256: hex, manifest: z.unknown() });

export function writeManifest(manifest: Manifest): string {
  const text = JSON.stringify(manifest);
  return `${JSON.stringify({ sha256: sha256Of(text), manifest }, null, 1)}\n`;
}

/** @throws StartError where it is damaged, or of a format that this program does not know */
export function readManifest(text: string): Manifest {
  let envelope: z.infer<typeof Envelope>;
  try {
    envelope = Envelope.parse(JSON.parse(text));
  } catch {
    throw damaged();
  }
  if (sha256Of(JSON.stringify(envelope.manifest)) !== envelope.sha256) throw damaged();
  const { success, data } = Manifest.safeParse(envelope.manifest);
  if (success) return data;
  throw new StartError('The backup is written in a way that this Trenn does not know: use a newer one.');
}

/** Everything it speaks of. */
export function filesOf({ tables, jobs, secrets }: Manifest): BackupFile[] {
  return [...tables, jobs, ...(secrets.sealed ? [secrets.sealed] : [])];
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function damaged(): StartError {
  return new StartError(`${manifestFile} is damaged: take another backup, or the copy of this one.`);
}
