import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#shared/endpoints.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { asking, nameOf } from './furnished/asking.ts';
import { spreadNumbers, type WholeAnswer } from './furnished/watch.ts';
import { type Furnished, furnished } from './furnished.ts';
import { inWords, watchRows } from './recorded/changes.ts';
import { byTheClock, doHeldBack, holdBackWork, nights, refundsTold } from './recorded/later.ts';
import { namingOf, readSequences } from './recorded/naming.ts';
import { withServer } from './server.ts';

const running = withServer({ isAlone: true });
const folder = new URL('../../../db/records/', import.meta.url);

/** `/user/registration/:id` is written down with the others of `user-registration`. */
const bookOf = ({ path }: AnyEndpoint) => path.split('/').filter(Boolean).slice(0, 2).join('-');
/** What is not asked, and why. */
const unasked: Readonly<Record<string, string>> = {
  'GET /admin/message/mail': 'mails come in any order',
  'POST /admin/payment/:id/refund': 'the payment service tells what became of it when it likes',
};
const asked = endpoints.filter((endpoint) => unasked[nameOf(endpoint)] === undefined);
const books = [...new Set(asked.map(bookOf))].toSorted();
const records = new Map<string, string[]>();

/** What was answered, without what no caller reads. */
function answerInWords({ status, error, body }: WholeAnswer, named: (value: unknown) => unknown): string {
  if (error !== undefined) return `${status} ${error}`;
  if (body === undefined) return String(status);
  const isFile = typeof body === 'string' && body.startsWith('%PDF');
  return `${status} ${isFile ? 'a document' : JSON.stringify(named(body))}`;
}

type Naming = ReturnType<typeof namingOf>;

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
      records.set(name, [answerInWords(answer, named), ...(await becomeOf(place, named))]);
    },
  });
  const place = await furnished(running, 'Kellaga');
  await doHeldBack(running);
  await changesOf(place.home);
  for (const night of nights) {
    running.clock.set(night);
    for (const task of byTheClock) {
      await running.runJob(task);
      records.set(`${night} ${task}`, await becomeOf(place, namingOf(place, sequences)));
    }
  }
}, 600_000);

function written(names: readonly string[]): string {
  const lines = names.flatMap((name) => [name, ...(records.get(name) ?? []).map((line) => `  ${line}`), '']);
  return lines.join('\n');
}

test.each(books)('%s: answers and changes what is written down', async (book) => {
  const own = asked.filter((endpoint) => bookOf(endpoint) === book).map(nameOf);
  const names = [...records.keys()].filter((name) =>
    own.some((one) => name === one || name.startsWith(`${one} `)),
  );
  await expect(written(names.toSorted())).toMatchFileSnapshot(new URL(`${book}.txt`, folder).pathname);
});

test('by the clock that is done which is written down', async () => {
  const names = nights.flatMap((night) => byTheClock.map((task) => `${night} ${task}`));
  await expect(written(names)).toMatchFileSnapshot(new URL('by-the-clock.txt', folder).pathname);
});

test('nothing is written down that is asked no more', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    [...books, 'by-the-clock'].map((book) => `${book}.txt`).toSorted(),
  );
});
