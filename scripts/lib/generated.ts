import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRowTypes } from './row-types.ts';
import { root } from './run.ts';
import { dumpSchema } from './schema-dump.ts';
import { withScratchDatabase } from './scratch.ts';

export interface Generated {
  /** From the repository's root. */
  readonly file: string;
  readonly text: string;
}

/** What follows from the migrations, made from a database of its own. */
export function generateFromMigrations(): Promise<Generated[]> {
  return withScratchDatabase(async (url) => [
    { file: 'db/schema.sql', text: await dumpSchema(url) },
    { file: 'src/server/kernel/rows.ts', text: await generateRowTypes(url) },
  ]);
}

/** The text a generated file has now; empty when it is not there. */
export function presentText(file: string): string {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}
