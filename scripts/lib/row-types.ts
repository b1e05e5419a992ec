import { Cli } from 'kysely-codegen';

/** The types of all rows of the database at `url`, as the text of src/server/kernel/rows.ts. */
export async function generateRowTypes(url: string): Promise<string> {
  return new Cli().generate({
    url,
    dialect: 'postgres',
    dateParser: 'string',
    typeMapping: { timestamptz: 'string', date: 'string', int8: 'number', bytea: 'Buffer' },
    includePattern: 'public.*',
    outFile: null,
    logLevel: 'silent',
  });
}
