import { endpoints } from '#shared/endpoints.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { nameOf } from '../furnished/asking.ts';
import { byTheClock, nights } from './later.ts';

/** What is written down of calls, and of what runs by the clock, by their names. */
export type Records = Map<string, readonly string[]>;

/** What is not asked, and why. */
const unasked: Readonly<Record<string, string>> = {
  'GET /admin/message/mail': 'mails come in any order',
  'POST /admin/payment/:id/refund': 'the payment service tells what became of it when it likes',
};
export const asked = endpoints.filter((endpoint) => unasked[nameOf(endpoint)] === undefined);

/** `/user/registration/:id` is written down with the others of `user-registration`. */
const bookOf = ({ path }: AnyEndpoint) => path.split('/').filter(Boolean).slice(0, 2).join('-');
export const books = [...new Set(asked.map(bookOf))].toSorted();

/** An answer without what is of any size and made anew each time. */
export const readable = (body: unknown): unknown =>
  typeof body === 'string' && body.startsWith('%PDF') ? 'a document' : body;

/** What the files are called that all of it is written to. */
export const files = [...books, 'by-the-clock'].map((book) => `${book}.txt`).toSorted();

function written(records: Records, names: readonly string[]): string {
  return names.flatMap((name) => [name, ...(records.get(name) ?? []), '']).join('\n');
}

/** What stands in one of the books. */
export function bookWritten(records: Records, book: string): string {
  const own = asked.filter((endpoint) => bookOf(endpoint) === book).map(nameOf);
  const names = [...records.keys()].filter((name) =>
    own.some((one) => name === one || name.startsWith(`${one} `)),
  );
  return written(records, names.toSorted());
}

/** What a night's task is written down as. */
export const nightly = (night: string, task: string) => `${night} ${task}`;

export const clockWritten = (records: Records): string =>
  written(
    records,
    nights.flatMap((night) => byTheClock.map((task) => nightly(night, task))),
  );
