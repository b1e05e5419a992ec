import { createHash } from 'node:crypto';
import { planContracts, type Sorted } from '#server/admin/importing-contracts/commands.ts';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import { decoder, Undecodable } from '#server/kernel/decoding/decoder.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import { nextTurn } from '#server/kernel/files/long-work.ts';
import { inTurns, readSlices } from '#server/kernel/files/slices.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { type ImportPlan, mostLines } from '#shared/admin/importing/contract.ts';
import {
  type ClientLine,
  ClientSorter,
  type ImportKind,
  type LineProblem,
} from '#shared/admin/importing/domain.ts';
import { clip } from '#shared/kernel/clip.ts';
import { formatDate, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { BroughtFile } from '#shared/kernel/wire.ts';
import * as data from './data.ts';
import { type ReadImport, type readImport, tooLong } from './files.ts';

/** Problems that are told; there may be more. */
const mostProblems = 500;
const sampleCount = 5;

const reading = decoder<typeof readImport>(new URL('./files.ts', import.meta.url), 'readImport', {
  lane: 'files',
  seconds: 10,
  refusal: 'fileTooDemanding',
  mostWaiting: 8,
});

type Load = Transaction['load'];

/** What an import needs of the process. */
export interface ImportPorts {
  readonly tokens: Tokens;
  readonly decoders: Decoders;
}

/** What somebody brings, and whether they still wait for it. */
export interface Brought {
  readonly kind: ImportKind;
  readonly file: BroughtFile;
  readonly abandoned: AbortSignal;
}

interface Planned {
  readonly plan: ImportPlan;
  readonly sorted: Sorted;
}

/** What a file would do. Throws `importFileNotValid`, `importFileTooLong`, `fileTooDemanding`. */
export async function checkImport(
  ctx: Ctx,
  { tokens, decoders }: ImportPorts,
  given: Brought,
): Promise<ImportPlan> {
  const read = await readOrRefuse(ctx, decoders, given);
  return (await plan(ctx, tokens, ctx.read, { ...given, read }, false)).plan;
}

/**
 * Takes over a file, all of it or nothing: a contract in it is one that nobody signed. Throws `proofNeeded`, what `checkImport`
 * throws, `importHasProblems`, and `importOutdated` where the centre is not any more as the plan saw it.
 */
export async function runImport(
  ctx: Ctx,
  { tokens, decoders }: ImportPorts,
  given: Brought & { readonly planId: string },
): Promise<{ fresh: number; known: number }> {
  requireProof(ctx);
  const read = await readOrRefuse(ctx, decoders, given);
  return ctx.write(async ({ load, save }) => {
    // Before anything is looked at: who brings the same file at once finds it taken over.
    await load(data.lockImport());
    const { plan: now, sorted } = await plan(ctx, tokens, load, { ...given, read }, true);
    if (now.missing.length > 0 || now.problemCount > 0) throw new AppError('importHasProblems');
    if (now.planId !== given.planId) throw new AppError('importOutdated');
    const { fresh, known } = now;
    const queries = fresh === 0 ? [] : await sorted.write(load);
    const changes = [{ noun: given.kind, id: null, after: { imported: fresh, known } }];
    return save({ fresh, known }, queries, [], changes);
  });
}

async function plan(
  ctx: Ctx,
  tokens: Tokens,
  load: Load,
  { kind, file, read }: Brought & { readonly read: ReadImport },
  isLocked: boolean,
): Promise<Planned> {
  const { names, missing } = read;
  const sorted =
    kind === 'clients'
      ? await planClients(load, read.clients)
      : await planContracts(ctx, tokens, load, read.contracts, isLocked);
  const problems = sorted.problems.toSorted((one, other) => one.line - other.line);
  const mark = createHash('sha256').update(file.digest);
  mark.update(JSON.stringify([kind, sorted.known, problems.length]));
  await inTurns(sorted.lines, (line, index) => {
    mark.update(JSON.stringify([line, sorted.describe(index)]));
  });
  return {
    sorted,
    plan: {
      planId: mark.digest('base64url').slice(0, 32),
      encoding: read.encoding,
      delimiter: read.delimiter,
      columns: read.titles.map((title, index) => ({
        title: clip(title, 100),
        name: names[index] ?? null,
      })),
      missing: [...missing],
      lines: read.lineCount,
      fresh: sorted.lines.length,
      known: sorted.known,
      problemCount: problems.length,
      problems: problems.slice(0, mostProblems),
      samples: sorted.lines.slice(0, sampleCount).map((line, index) => ({ line, ...sorted.describe(index) })),
    },
  };
}

async function readOrRefuse(
  { tenant, now }: Ctx,
  decoders: Decoders,
  { kind, file: { bytes }, abandoned }: Brought,
): Promise<ReadImport> {
  try {
    const today = localDate(now, tenant.timeZone);
    const country = tenant.country === 'LV' ? 'LV' : 'EE';
    return await decoders.run(reading, tenant.id, { bytes, mostLines, kind, country, today }, abandoned);
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    if (error.message === tooLong) throw new AppError('importFileTooLong', { limit: mostLines });
    throw new AppError('importFileNotValid');
  }
}

/** Written at once. */
const clientsOfStatement = 500;

async function planClients(load: Load, readings: ReadImport['clients']): Promise<Sorted> {
  const sorter = new ClientSorter();
  const sound: ClientLine[] = [];
  const problems: LineProblem[] = [];
  await readSlices(readings, ({ client, problems: own }) => {
    problems.push(...own);
    if (own.length === 0) sound.push(client);
  });
  const [known] = await load(data.listAlike(sound));
  await inTurns(known, (client) => sorter.know(client));
  await inTurns(sound, (line) => sorter.add(line));
  const { fresh } = sorter;
  return {
    lines: fresh.map(({ line }) => line),
    describe: (index) => sampleOf(fresh[index]),
    known: sorter.knownCount,
    problems: [...problems, ...sorter.problems],
    write: async () => {
      const queries: Query[] = [];
      for (let from = 0; from < fresh.length; from += clientsOfStatement) {
        queries.push(data.insertClients(fresh.slice(from, from + clientsOfStatement)));
        await nextTurn();
      }
      return queries;
    },
  };
}

function sampleOf(client: ClientLine | undefined): { title: string; text: string } {
  const { firstName = '', lastName = '', email = '', phone = '', birthDate = null } = client ?? {};
  const parts = [email, phone, birthDate === null ? '' : formatDate(birthDate)];
  return { title: `${firstName} ${lastName}`, text: parts.filter((part) => part !== '').join(' · ') };
}
