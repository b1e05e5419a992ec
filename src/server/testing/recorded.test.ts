import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { asking } from './furnished/asking.ts';
import { spreadNumbers, type WholeAnswer } from './furnished/watch.ts';
import { type Furnished, furnished } from './furnished.ts';
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
import { inWords, watchRows } from './recorded/changes.ts';
import { byTheClock, doHeldBack, holdBackWork, nights, refundsTold } from './recorded/later.ts';
import { namingOf, readSequences } from './recorded/naming.ts';
import { withServer } from './server.ts';

const running = withServer({ isAlone: true });
const folder = new URL('../../../db/records/', import.meta.url);

const records: Records = new Map();

/** What was answered, without what no caller reads. */
function answerInWords({ status, error, body }: WholeAnswer, named: (value: unknown) => unknown): string {
  if (error !== undefined) return `${status} ${error}`;
  if (body === undefined) return String(status);
  const shown = readable(body);
  return `${status} ${shown === body ? JSON.stringify(named(body)) : shown}`;
}

type Naming = ReturnType<typeof namingOf>;

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`);

beforeAll(async () => {
  await spreadNumbers(running);
  const sequences = await readSequences(running);
  await furnished(running, 'Vooras');
  await holdBackWork(running);
  const changesOf = await watchRows(running);
  /** What became of a place since it was looked at, at once and by what was left to be done. */
  const becomeOf = async ({ home }: Furnished, named: Naming) => {
    await refundsTold(running);
    const changes = await changesOf(home);
    const failures = await doHeldBack(running);
    const done = (await changesOf(home)).filter(({ table }) => table !== 'held_back');
    return [
      ...changes.map((each) => inWords(each, named)).toSorted(),
      ...failures.map((each) => String(named(each))),
      ...done.map((each) => `then ${inWords(each, named)}`).toSorted(),
    ];
  };
  await asking(running).rightfulAnswers('Kodu', asked, {
    before: async ({ home }) => {
      // What furnishing it has left to be done.
      await doHeldBack(running);
      await changesOf(home);
    },
    after: async (place, name, answer) => {
      const named = namingOf(place, sequences);
      records.set(name, indented([answerInWords(answer, named), ...(await becomeOf(place, named))]));
    },
  });
  const place = await furnished(running, 'Kellaga');
  await doHeldBack(running);
  await changesOf(place.home);
  for (const night of nights) {
    running.clock.set(night);
    for (const task of byTheClock) {
      await running.runJob(task);
      records.set(nightly(night, task), indented(await becomeOf(place, namingOf(place, sequences))));
    }
  }
}, 600_000);

test.each(books)('%s: answers and changes what is written down', async (book) => {
  await expect(bookWritten(records, book)).toMatchFileSnapshot(new URL(`${book}.txt`, folder).pathname);
});

test('by the clock that is done which is written down', async () => {
  await expect(clockWritten(records)).toMatchFileSnapshot(new URL('by-the-clock.txt', folder).pathname);
});

test('nothing is written down that is asked no more', () => {
  expect(readdirSync(folder).toSorted()).toEqual(files);
});
