import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { asking, inputNaming, nameOf, namings, rightfulActor, turnOf } from './furnished/asking.ts';
import { type Twin, twinned } from './furnished/twins.ts';
import { spreadNumbers } from './furnished/watch.ts';
import { furnished, type Things } from './furnished.ts';
import {
  asked,
  books,
  bookWritten,
  clockWritten,
  files,
  nightly,
  type Records,
  readable,
} from './recorded/books.ts';
import { type RowChange, watchRows } from './recorded/changes.ts';
import { byTheClock, holdBackWork, nights } from './recorded/later.ts';
import { namingOf, readSequences } from './recorded/naming.ts';
import { sampleInput } from './samples.ts';
import { withServer } from './server.ts';

const running = withServer({ isAlone: true });
const folder = new URL('../../../db/twins/', import.meta.url);
const records: Records = new Map();
/** What writes over whatever is otherwise comes after what asks for it. */
const turns = ['GET', 'POST', 'PUT', 'DELETE'];

/** Everything in an answer with where it stands, in no order; the rows of a table are all alike. */
function leavesOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value))
    return [`${at} ${value.length}`, ...value.flatMap((one) => leavesOf(one, `${at}[]`))];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => leavesOf(one, `${at}.${key}`));
  return [`${at}=${String(value).replaceAll(/ \d+>/g, '>')}`];
}

function sumOf(value: unknown): string {
  const text = leavesOf(value).toSorted().join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}

/** The payment service writes these when it likes. */
const uncounted = ['payment_messages', 'refunds', 'stand_in_orders', 'stand_in_refunds'];

/** How many rows of which tables came, went or changed. */
function countsOf(all: readonly RowChange[]): string {
  const changes = all.filter(({ table }) => !uncounted.includes(table));
  const kindOf = ({ before, after }: RowChange) => (before === null ? '+' : after === null ? '-' : '~');
  const counts = Map.groupBy(changes, (change) => `${kindOf(change)} ${change.table}`);
  return [...counts]
    .map(([kind, own]) => `, ${kind} ${own.length}`)
    .toSorted()
    .join('');
}

/** What came of each, what came to the same together. */
function grouped(answers: readonly (readonly [of: string, answer: string])[]): string[] {
  return [...Map.groupBy(answers, ([, answer]) => answer)].map(
    ([answer, own]) => `  ${answer}: ${own.map(([of]) => of).join('; ')}`,
  );
}

beforeAll(async () => {
  await spreadNumbers(running);
  const sequences = await readSequences(running);
  const place = await furnished(running, 'Kodu');
  await holdBackWork(running);
  const numbers = Object.values(place.things).map(Number);
  const twins = Map.groupBy(await twinned(running, place.home, numbers), ({ of }) => of);
  const named = namingOf(place, sequences);
  const changesOf = await watchRows(running);
  await changesOf(place.home);
  const { answerOf } = asking(running);
  /** What comes of a call, and what is to be done later, is counted, and not done. */
  const answered = async (endpoint: AnyEndpoint, input: Parameters<typeof answerOf>[1]) => {
    const actor = rightfulActor(place, endpoint);
    const { status, error, body } = await answerOf(endpoint, input, { actor, host: place.home.host });
    const changes = endpoint.method === 'GET' ? '' : countsOf(await changesOf(place.home));
    return `${status} ${status >= 400 ? error : sumOf(named(readable(body)))}${changes}`;
  };
  const inWords = ({ column, value, word }: Twin) => `${column} ${word ?? String(named(value))}`;
  for (const endpoint of asked.toSorted((one, other) => turnOf(one, turns) - turnOf(other, turns))) {
    const given = namings([endpoint]);
    if (given.length === 0)
      records.set(nameOf(endpoint), [`  ${await answered(endpoint, sampleInput(endpoint, place.things))}`]);
    for (const [name, , at] of given) {
      const thing = place.things[at.noun];
      const answers: (readonly [string, string])[] = [];
      for (const twin of twins.get(String(thing)) ?? []) {
        const id = typeof thing === 'string' ? String(twin.id) : twin.id;
        const things = { ...place.things, [at.noun]: id } as Things;
        answers.push([
          inWords(twin),
          await answered(endpoint, inputNaming(endpoint, at, place.things, things)),
        ]);
      }
      const itself = inputNaming(endpoint, at, place.things, place.things);
      answers.push(['as it is', await answered(endpoint, itself)]);
      records.set(name, grouped(answers));
    }
  }
  for (const night of nights) {
    running.clock.set(night);
    for (const task of byTheClock) {
      await running.runJob(task);
      records.set(nightly(night, task), [`  done${countsOf(await changesOf(place.home))}`]);
    }
  }
}, 1_800_000);

test.each(books)('%s: answers about twins of things what is written down', async (book) => {
  await expect(bookWritten(records, book)).toMatchFileSnapshot(new URL(`${book}.txt`, folder).pathname);
});

test('by the clock that becomes of twins which is written down', async () => {
  await expect(clockWritten(records)).toMatchFileSnapshot(new URL('by-the-clock.txt', folder).pathname);
});

test('whatever stands in the database, nothing fails as a fault of ours', () => {
  const faults = [...records].filter(([, lines]) => lines.some((line) => line.startsWith('  5')));
  expect(faults).toEqual([]);
});

test('nothing is written down that is asked no more', () => {
  expect(readdirSync(folder).toSorted()).toEqual(files);
});
