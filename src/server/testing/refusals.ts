import { expect } from 'vitest';
import type { Centre } from './centre.ts';
import { watching } from './furnished/watch.ts';
import type { TestServer } from './server.ts';

/** What a refused call may leave: how often something was tried, and what its key answered. */
const ofCalls = ['attempts', 'idempotency_keys', 'sessions'];

export type Refusal = readonly [status: number, code: string, details?: object];

/** What whoever presses is answered, whatever they press. */
export type Pressed = Promise<{
  readonly status: number;
  readonly error: string | undefined;
  readonly refusal: { readonly details?: unknown } | undefined;
}>;

/** Whoever presses is refused with this status and code, and every row of the centre is as it was before. */
export async function expectRefused(
  running: TestServer,
  home: Centre,
  press: () => Pressed,
  [status, code, details]: Refusal,
): Promise<void> {
  const { sumsBut } = await watching(running);
  const before = await sumsBut(home, ...ofCalls);
  const refused = await press();
  expect([refused.status, refused.error]).toEqual([status, code]);
  if (details) expect(refused.refusal?.details).toMatchObject(details);
  expect(await sumsBut(home, ...ofCalls)).toEqual(before);
}
