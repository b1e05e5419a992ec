import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { sendMessage } from '#shared/messages/broadcasts/contract.ts';
import { refundPayment } from '#shared/payments/contract.ts';
import { bookSlot } from '#shared/personal-trainings/slots/contract.ts';
import {
  cancelRegistration,
  changeNeededNotice,
  listRegistrations,
  register,
} from '#shared/registrations/contract.ts';
import { listRooms } from '#shared/rooms/contract.ts';
import { removeRoom } from '#shared/rooms/places/contract.ts';
import { grantTicket, grantVoucher } from '#shared/wallet/grants/contract.ts';
import { refreshed } from '#web/registrations/queries.ts';
import { ApiError, type Call } from './call.ts';
import { createQueryClient, forgetPersonalAnswers, queryFor, useCommand } from './queries.ts';
import type { Texts } from './texts.tsx';
import { createTranslate } from './translate.ts';

const texts = { t: createTranslate('en', en), language: 'en' } as unknown as Texts;
const lost = new ApiError(0, ['unanswered']);
const refused = new ApiError(409, ['noFreePlaces']);

interface Buttons {
  readonly book: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
  readonly bookSlot: () => Promise<unknown>;
  readonly cancel: () => Promise<unknown>;
  readonly sell: () => Promise<unknown>;
  readonly give: () => Promise<unknown>;
  readonly removeRoom: () => Promise<unknown>;
  readonly refund: () => Promise<unknown>;
  readonly refundMore: () => Promise<unknown>;
  readonly credit: () => Promise<unknown>;
  readonly tell: () => Promise<unknown>;
  readonly tellOthers: () => Promise<unknown>;
}

/** Some buttons; hands over what pressing them does. */
function Screen({ isReady }: { readonly isReady: (buttons: Buttons) => void }) {
  const [book, change] = [useCommand(register), useCommand(changeNeededNotice)];
  const slot = useCommand(bookSlot);
  const cancel = useCommand(cancelRegistration, { invalidates: refreshed });
  const [sell, give] = [useCommand(grantTicket), useCommand(grantVoucher)];
  const remove = useCommand(removeRoom);
  const money = { invalidates: ['invoices', 'payments', 'back-office'] };
  const [refund, credit] = [useCommand(refundPayment, money), useCommand(creditInvoice, money)];
  const tell = useCommand(sendMessage);
  const toTraining = (trainingId: number) =>
    tell.mutateAsync({
      body: {
        audience: { kind: 'training', trainingId, whom: 'booked' },
        ...{ channel: 'sms', subject: '', text: 'Hall B', expected: { recipients: 2, parts: 2 } },
      },
    });
  isReady({
    bookSlot: () => slot.mutateAsync({ body: { trainerId: 1, startDateTime: '2026-09-14T15:00:00Z' } }),
    cancel: () => cancel.mutateAsync({ params: { id: 1 } }),
    sell: () =>
      sell.mutateAsync({
        params: { id: 1 },
        body: { productId: 1, unitId: 1, startsOn: null, terms: 'invoice', reason: '' },
      }),
    give: () =>
      give.mutateAsync({
        params: { id: 1 },
        body: { productId: 1, uses: null, validFrom: '2026-09-14', reason: 'Gift' },
      }),
    refund: () => refund.mutateAsync({ params: { id: 'one' }, body: { amount: 10, reason: 'Ill' } }),
    refundMore: () => refund.mutateAsync({ params: { id: 'one' }, body: { amount: 20, reason: 'Ill' } }),
    credit: () => credit.mutateAsync({ params: { id: 1 }, body: { lines: 'all', reason: 'Ill' } }),
    tell: () => toTraining(1),
    tellOthers: () => toTraining(2),
    removeRoom: () => remove.mutateAsync({ params: { id: 1 } }),
    book: () => book.mutateAsync({ body: { trainingId: 1, isWaitingAccepted: true } }),
    change: () => change.mutateAsync({ body: { noticeMinutes: 0 } }),
  });
  return null;
}

/** A screen whose calls are answered so, one after another, and the keys they were sent under. */
function screen(...answers: readonly ('done' | ApiError)[]) {
  const keys: (string | undefined)[] = [];
  const call: Call = async (_, ...[, options]) => {
    const answer = answers[keys.length];
    keys.push(options?.idempotencyKey);
    if (answer instanceof ApiError) throw answer;
    return {} as never;
  };
  const drawn: Buttons[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient(texts, call)}>
      <Screen isReady={(buttons) => drawn.push(buttons)} />
    </QueryClientProvider>,
  );
  const press = (name: keyof Buttons) =>
    drawn[0]?.[name]().then(
      () => 'done',
      ({ status }: ApiError) => status,
    );
  return { keys, press };
}

test('a write that may be repeated is sent once more under its key when no answer came', async () => {
  const { keys, press } = screen(lost, 'done');
  expect(await press('book')).toBe('done');
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('it is sent twice at most', async () => {
  const { keys, press } = screen(lost, lost, 'done');
  expect(await press('book')).toBe(0);
  expect(keys).toHaveLength(2);
});

const ofMemberAndOffice = ['book', 'tell', 'sell', 'refund'] as const;

test.each(ofMemberAndOffice)(
  '%s again after no answer has the same key, until there is one',
  async (name) => {
    const { keys, press } = screen(lost, lost, 'done', 'done');
    expect(await press(name)).toBe(0);
    expect(await press(name)).toBe('done');
    expect(await press(name)).toBe('done');
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  },
);

test('what was done since to the same things makes the same press another one', async () => {
  const { keys, press } = screen(lost, lost, 'done', 'done');
  expect(await press('book')).toBe(0);
  expect(await press('change')).toBe('done');
  expect(await press('book')).toBe('done');
  expect(keys[3]).not.toBe(keys[0]);
});

test.each([
  ['a personal training given back', 'bookSlot', 'cancel', true],
  ['another thing of the office', 'sell', 'give', false],
  ['something of the office removed', 'sell', 'removeRoom', true],
  ['money of another client given back', 'refund', 'credit', false],
  ['more of the same money given back', 'refund', 'refundMore', true],
  ['a message to others', 'tell', 'tellOthers', false],
] as const)('%s makes the press before it another one, or not', async (_, pressed, between, isAnother) => {
  const { keys, press } = screen(lost, lost, 'done', 'done');
  expect(await press(pressed)).toBe(0);
  expect(await press(between)).toBe('done');
  expect(await press(pressed)).toBe('done');
  expect(keys[3] === keys[0]).toBe(!isAnother);
});

test('an answer of something between leaves the key, a refusal does not', async () => {
  const { keys, press } = screen(new ApiError(502, ['unknown']), refused, 'done');
  for (const ended of [502, 409, 'done']) expect(await press('book')).toBe(ended);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('each press has a key of its own', async () => {
  const { keys, press } = screen('done', 'done');
  await press('book');
  await press('book');
  expect(new Set(keys).size).toBe(2);
});

test('what is refused is not sent again', async () => {
  const { keys, press } = screen(refused, 'done');
  expect(await press('book')).toBe(409);
  expect(keys).toHaveLength(1);
});

test('a write that may not be repeated has no key, and is not sent again', async () => {
  const { keys, press } = screen(lost, 'done');
  expect(await press('change')).toBe(0);
  expect(keys).toEqual([undefined]);
});

/** Reads that are answered by hand, in the order in which they were asked. */
function readsByHand() {
  const asked: { noun: string; answer: (value: unknown) => void; fail: (error: Error) => void }[] = [];
  const call: Call = ({ noun }, ..._) =>
    new Promise((resolve, reject) => {
      asked.push({ noun, answer: resolve as (value: unknown) => void, fail: reject });
    });
  return { client: createQueryClient(texts, call), asked };
}

/** Until what was begun before has had its turn. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a read that failed stays failed while it is asked again, until it is answered', async () => {
  const { client, asked } = readsByHand();
  const read = new QueryObserver(client, { ...queryFor(listRegistrations, { query: {} }), retry: false });
  read.subscribe(() => undefined);
  expect(read.getCurrentResult()).toMatchObject({ status: 'pending', isFetching: true });
  asked[0]?.fail(refused);
  await settled();
  void client.invalidateQueries();
  await settled();
  expect(read.getCurrentResult()).toMatchObject({ status: 'error', error: refused, isFetching: true });
  asked[1]?.answer({ items: [] });
  await settled();
  expect(read.getCurrentResult()).toMatchObject({ status: 'success', error: null, isFetching: false });
});

test('when another person comes, what stands is asked anew for them, what is under way for the last one is dropped', async () => {
  const { client, asked } = readsByHand();
  const own = new QueryObserver(client, queryFor(listRegistrations, { query: {} }));
  const everybodys = new QueryObserver(client, queryFor(listRooms));
  for (const observer of [own, everybodys]) observer.subscribe(() => undefined);
  const elsewhere = queryFor(listRegistrations, { query: { period: 'past' } });
  client.setQueryData(elsewhere.queryKey, { items: [] } as never);
  asked[1]?.answer(['hall']);
  await settled();
  forgetPersonalAnswers(client);
  expect(client.getQueryData(elsewhere.queryKey)).toBeUndefined();
  await settled();
  asked[0]?.answer({ items: ['of the last one'] });
  await settled();
  expect(own.getCurrentResult()).toMatchObject({ status: 'pending', isFetching: true });
  asked[2]?.answer({ items: ['of the next one'] });
  await settled();
  expect(own.getCurrentResult().data).toEqual({ items: ['of the next one'] });
  expect(everybodys.getCurrentResult().data).toEqual(['hall']);
  expect(asked.map(({ noun }) => noun)).toEqual(['registrations', 'schedule', 'registrations']);
});
