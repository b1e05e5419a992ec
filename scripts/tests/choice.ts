import { parseArgs } from 'node:util';
import { run } from '../lib/run.ts';
import { everything, readShard, type Scope, shareOfCommit, shares, slices } from './share.ts';

const parts = ['check', 'unit', 'api', 'e2e'] as const;
type Part = (typeof parts)[number];

/** What of the tests is to be run. */
export interface Choice {
  readonly parts: readonly Part[];
  readonly scope: Scope;
}

/** What was asked for is none of what there is; the message says what is. */
export class Misuse extends Error {}

/** @throws Misuse */
export async function readChoice(args: string[]): Promise<Choice> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      long: { type: 'boolean' },
      shard: { type: 'string' },
      share: { type: 'string' },
      slice: { type: 'string' },
    },
  });
  const scope = values.long ? readLong(values.shard) : await readTurn(values);
  return { parts: readParts(values.only ?? []), scope };
}

function readParts(only: readonly string[]): readonly Part[] {
  const asked = new Set(only.flatMap((value) => value.split(',')));
  const chosen = asked.size === 0 ? parts : parts.filter((name) => asked.has(name));
  if (asked.size > chosen.length)
    throw new Misuse(`--only takes ${parts.join(', ')}, several with commas between.`);
  return chosen;
}

function readLong(shard: string | undefined): Scope {
  const scope = shard === undefined ? everything : readShard(shard);
  if (!scope) throw new Misuse('--shard takes a part of the whole, such as 2/3.');
  return scope;
}

interface Turn {
  readonly shard?: string | undefined;
  readonly share?: string | undefined;
  readonly slice?: string | undefined;
}

async function readTurn({ shard, share, slice }: Turn): Promise<Scope> {
  if (shard !== undefined) throw new Misuse('--shard is for npm run test:long.');
  if (slice !== undefined) return { kind: 'slice', slice: readNumber('--slice', slice, slices) };
  if (share !== undefined) return { kind: 'share', share: readNumber('--share', share, shares) };
  const { output } = await run('git', ['rev-parse', 'HEAD']);
  return { kind: 'share', share: shareOfCommit(output) };
}

function readNumber(option: string, value: string, count: number): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isInteger(number) || number < 0 || number >= count)
    throw new Misuse(`${option} takes a number from 0 to ${count - 1}.`);
  return number;
}

/** A scope as it is said, with how to have it again. */
export function inWords(scope: Scope): string {
  if (scope.kind === 'share')
    return `Share ${scope.share} of what is done in turn (again: npm test -- --share ${scope.share})`;
  if (scope.kind === 'slice')
    return `Slice ${scope.slice} of ${slices} (again: npm test -- --slice ${scope.slice})`;
  return scope.shards === 1 ? 'Everything there is' : `Shard ${scope.shard} of ${scope.shards} of everything`;
}
