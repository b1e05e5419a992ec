import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { FileBody } from '#shared/kernel/wire.ts';
import { importKinds, problemCodes } from './domain.ts';

const noun = 'back-office';
const role = 'admin';
const path = '/admin/back-office/import';

/** Bytes of a file. */
export const mostFileBytes = 4_000_000;
/** Lines of a file, without its titles. */
export const mostLines = 20_000;

const kind = z.enum(importKinds);

const fileErrors = [
  'importFileNotValid',
  'importFileTooLong',
  'fileTooDemanding',
  'fileNotArriving',
  'busyTryAgain',
  'bodyTooLarge',
] as const;

export const ImportPlan = z.object({
  /** Names exactly this file on the centre as it stands: goes with the import. */
  planId: z.string(),
  encoding: z.enum(['utf-8', 'windows-1257', 'utf-16']),
  delimiter: z.enum([';', ',', 'tab']),
  columns: z.array(
    z.object({
      title: z.string(),
      /** Null: it is not read. */
      name: z.string().nullable(),
    }),
  ),
  /** Columns that must be there and are not. */
  missing: z.array(z.string()),
  lines: z.number().int(),
  fresh: z.number().int(),
  /** There already: nothing is done about them. */
  known: z.number().int(),
  problemCount: z.number().int(),
  /** The first of them, by line. */
  problems: z.array(
    z.object({
      line: z.number().int(),
      column: z.string().nullable(),
      code: z.enum(problemCodes),
      value: z.string(),
      other: z.string().nullable(),
    }),
  ),
  /** The first new ones, as they would be. */
  samples: z.array(z.object({ line: z.number().int(), title: z.string(), text: z.string() })),
});
export type ImportPlan = z.infer<typeof ImportPlan>;

export const checkImport = endpoint({
  noun,
  method: 'POST',
  path: `${path}/check`,
  role,
  summary: 'What a CSV file of clients or contracts would do, line by line; changes nothing',
  query: z.object({ kind }),
  body: FileBody,
  mostBytes: mostFileBytes,
  response: ImportPlan,
  errors: [...fileErrors],
});

export const runImport = endpoint({
  noun,
  method: 'POST',
  path,
  role,
  summary:
    'Takes over a file that was checked, all of it or nothing; what is there already stays as it is and is not doubled',
  query: z.object({ kind, planId: z.string().min(1).max(100) }),
  body: FileBody,
  mostBytes: mostFileBytes,
  response: z.object({ fresh: z.number().int(), known: z.number().int() }),
  errors: [...fileErrors, 'importHasProblems', 'importOutdated', 'proofNeeded'],
  isIdempotencyKeyed: true,
});
