import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { changeNeededNotice, register } from '#shared/registrations/contract.ts';
import { ApiError, type Call } from './call.ts';
import { createQueryClient, useCommand } from './queries.ts';
import type { Texts } from './texts.tsx';
import { createTranslate } from './translate.ts';

const texts = { t: createTranslate('en', en), language: 'en' } as unknown as Texts;
const lost = new ApiError(0, ['unknown']);
const refused = new ApiError(409, ['noFreePlaces']);

interface Buttons {
  readonly book: () => Promise<unknown>;
  readonly change: () => Promise<unknown>;
}

/** Two buttons; hands over what pressing them does. */
function Screen({ isReady }: { readonly isReady: (buttons: Buttons) => void }) {
  const [book, change] = [useCommand(register), useCommand(changeNeededNotice)];
  isReady({
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
