import { afterEach, expect, test, vi } from 'vitest';
import { en } from '#i18n/en.ts';
import { register } from '#shared/registrations/contract.ts';
import { getPageRules } from '#shared/tenants/contract.ts';
import { ApiError, call } from './call.ts';
import { errorText } from './queries.ts';
import type { Texts } from './texts.tsx';
import { createTranslate } from './translate.ts';

const t = createTranslate('en', en) as unknown as Texts['t'];

afterEach(() => vi.unstubAllGlobals());

/** What a call throws when it is answered so. */
async function refusedBy(answer: () => Response | Promise<Response>): Promise<unknown> {
  vi.stubGlobal('fetch', async () => answer());
  return call(getPageRules).then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
}

test('the key of a write is sent with it; without one none is made up', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('idempotency-key'));
    return Response.json({});
  });
  const body = { trainingId: 1, isWaitingAccepted: true };
  await call(register, { body }, { idempotencyKey: 'one-press' });
  await call(register, { body });
  expect(sent).toEqual(['one-press', null]);
});

// shows: errors-without-status
test('a call without an answer has the status 0', async () => {
  const lost = await refusedBy(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(lost).toBeInstanceOf(ApiError);
  expect(lost).toMatchObject({ status: 0, errors: ['unanswered'], details: {} });
});

/** An answer whose connection ends in the middle of it. */
function cutOff(error: Error): Response {
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"rules":'));
      controller.error(error);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
}

test.each<[string, () => Response]>([
  ['its connection ended', () => cutOff(new TypeError('network error'))],
  ['it took too long', () => cutOff(new DOMException('too long', 'TimeoutError'))],
  ['it ended early', () => new Response('{"rules":')],
  ['it is the page of a network that asks to log in', () => new Response('<html>Wi-Fi</html>')],
])('an answer that did not come to its end is none: %s', async (_, answer) => {
  expect(await refusedBy(answer)).toMatchObject({ status: 0, errors: ['unanswered'], details: {} });
});

test('what nobody waits for any more is no failure, in the middle of its answer either', async () => {
  const stopped = new DOMException('stopped', 'AbortError');
  expect(await refusedBy(() => cutOff(stopped))).toBe(stopped);
});

test('a refusal that did not come to its end keeps its status', async () => {
  const refused = () => new Response('{"errors":', { status: 409 });
  expect(await refusedBy(refused)).toMatchObject({ status: 409, errors: ['unknown'] });
});

test('a refusal keeps its status, its codes and their values', async () => {
  const body = { errors: ['campaignExpired', 'unknown'], code: 409, details: { date: '13.09.2026' } };
  expect(await refusedBy(() => Response.json(body, { status: 409 }))).toMatchObject({
    ...{ status: 409, errors: body.errors, details: body.details },
  });
});

test.each<[string, () => Response]>([
  ['the page of a proxy', () => new Response('<html>Bad Gateway</html>', { status: 502 })],
  ['an empty answer', () => new Response(null, { status: 502 })],
  ['another service’s error', () => Response.json({ message: 'Bad Gateway' }, { status: 502 })],
  ['errors that are no codes', () => Response.json({ errors: [502], code: 502 }, { status: 502 })],
])('what is no error of ours is an unknown one: %s', async (_, answer) => {
  expect(await refusedBy(answer)).toMatchObject({ status: 502, errors: ['unknown'] });
});

// shows: errors-first-code
test.each<[string, unknown, string]>([
  ['the first of several', new ApiError(409, ['noFreePlaces', 'serverError']), en.errors.noFreePlaces],
  ['the first, known or not', new ApiError(409, ['fromAnotherVersion', 'noFreePlaces']), en.errors.unknown],
  ['of an empty list the general one', new ApiError(500, []), en.errors.unknown],
  ['without an answer that there was none', new ApiError(0, ['unanswered']), en.errors.unanswered],
  ['of what is no refusal the general one', new TypeError('noFreePlaces'), en.errors.unknown],
])('the text of a failed call is by the first code of its errors: %s', (_, error, text) => {
  expect(errorText(error, t)).toBe(text);
});

test('a refusal’s values stand in its text', () => {
  const refusal = new ApiError(409, ['campaignExpired'], { date: '13.09.2026' });
  expect(errorText(refusal, t)).toContain('13.09.2026');
});
