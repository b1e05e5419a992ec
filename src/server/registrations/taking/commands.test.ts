import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { freezeContract } from '#shared/contracts/freezes/contract.ts';
import { blockContract } from '#shared/contracts/status/contract.ts';
import { withdraw } from '#shared/contracts/terminations/contract.ts';
import * as contract from '#shared/registrations/contract.ts';
import { bookForClient } from '#shared/registrations/staff-booking/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

/** A member with a contract, who gave back a place it covers a moment ago. */
async function scene() {
  const home = await centre();
  const [actor, admin] = [await home.account(), await home.account({ role: 'admin' })];
  const { contractId } = await makeContract(running, home, actor);
  const { id: trainingId } = await home.training({ startsAt: '2026-09-21T15:00:00Z', payment: 'paid' });
  const book = () => call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });
  const { registrationId: id } = (await book()).body;
  expect((await call(contract.cancelRegistration, { params: { id } }, { actor })).status).toBe(200);
  const preview = async () => {
    const { body } = await call(contract.previewRegistration, { params: { trainingId } }, { actor });
    return body.outcome === 'refused' ? body.error : body.outcome;
  };
  const putIn = () => {
    const body = {
      trainingId,
      clientId: actor.clientId,
      reason: '',
      isBeyondPlaces: false,
      isWithoutCover: false,
    };
    return call(bookForClient, { body }, { actor: admin });
  };
  // For another booking, which the contract does not cover, and as one of several.
  const other = await home.training({ startsAt: '2026-09-23T15:00:00Z' });
  const { registrationId } = (
    await call(contract.register, { body: { trainingId: other.id, isWaitingAccepted: false } }, { actor })
  ).body;
  const of = { params: { id: registrationId } };
  const swap = () => call(contract.swapRegistration, { ...of, body: { trainingId } }, { actor });
  const seeSwap = () => call(contract.previewSwap, { params: { id: registrationId, trainingId } }, { actor });
  const off = await home.training({ startsAt: '2026-09-24T15:00:00Z', isCancelled: true });
  const anyOf = () =>
    call(contract.joinWaitlistGroup, { body: { trainingIds: [trainingId, off.id] } }, { actor });
  const undo = () => call(contract.undoCancelling, { params: { id } }, { actor });
  const state = async () =>
    (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;
  return { contractId, actor, admin, book, putIn, preview, undo, state, swap, seeSwap, anyOf };
}

interface Pressing {
  readonly contractId: number;
  readonly actor: TestAccount;
  readonly admin: TestAccount;
}

test.each([
  [
    'withdrawn from',
    ({ contractId: id, actor }: Pressing) => call(withdraw, { params: { id } } as never, { actor }),
    'coverNeeded',
  ],
  [
    'frozen over its day',
    ({ contractId: id, actor }: Pressing) =>
      call(freezeContract, { params: { id }, body: { from: '2026-09-18', until: '2026-10-13' } }, { actor }),
    'contractFrozen',
  ],
  [
    'blocked',
    ({ contractId: id, admin }: Pressing) =>
      call(blockContract, { params: { id }, body: { reason: 'A fight', until: null } }, { actor: admin }),
    'contractBlocked',
  ],
] as const)(
  'a place that was given back, and whose contract was %s since, is taken again by nobody',
  async (_, press, error) => {
    const { book, putIn, preview, undo, state, swap, seeSwap, anyOf, ...pressing } = await scene();
    expect((await press(pressing)).status).toBe(200);
    expect(await preview()).toBe(error);
    for (const again of [undo, book, putIn, seeSwap, swap, anyOf]) expect((await again()).error).toBe(error);
    expect(await state()).toBe('releasing');
  },
);

test('a place that was given back is taken again with what covered it, by whichever press', async () => {
  for (const press of ['undo', 'book', 'putIn', 'swap', 'anyOf'] as const) {
    const { preview, state, ...presses } = await scene();
    expect(await preview()).toBe('booked');
    expect((await presses[press]()).status, press).toBe(200);
    expect(await state()).toBe('booked');
  }
});
