import { describe, expect, test, vi } from 'vitest';
import type { CentreParts, TestAccount } from '#server/testing/centre.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { scene } from '#server/testing/editing.ts';
import { noticeMeans } from '#server/testing/notices.ts';
import { paying } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { visitorMeans } from '#server/testing/visitors.ts';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import * as freezes from '#shared/contracts/freezes/contract.ts';
import * as status from '#shared/contracts/status/contract.ts';
import { askErasure } from '#shared/privacy/contract.ts';
import * as contract from '#shared/registrations/contract.ts';
import { removeClient } from '#shared/registrations/staff-booking/contract.ts';

vi.setConfig({ testTimeout: 30_000 });

// No job runs by the clock here: a line that moves has been woken by what freed the place.
const running = withServer();
const { centre, call, ask, clock } = running;
const { hurry } = noticeMeans(running);
const visitors = visitorMeans(running);
/** 18:00 in Tallinn, a week ahead of the tests' now. */
const startsAt = '2026-09-22T15:00:00Z';
/** The queue goes by the machine's clock: far ahead of it, what is planned waits until it is hurried. */
const ahead = '2061-09-22T15:00:00Z';
const patience = { timeout: 12_000, interval: 20 };

const stateOf = async (id: number) =>
  (await ask<{ state: string }>('select state from registrations where id = $1', id))[0]?.state;
/** Near the start a place is asked about first. */
const freed = (id: number) => expect.poll(() => stateOf(id), patience).toMatch(/^(booked|offered)$/);
const book = (actor: TestAccount, trainingId: number) =>
  call(contract.register, { body: { trainingId, isWaitingAccepted: true } }, { actor });

/** One place, held by somebody, and somebody who waits for it. */
async function full(parts: CentreParts = {}, training: object = {}) {
  const home = await centre({ rules: { pages: { isJoinSimplePage: true } }, ...parts });
  const made = await home.training({ startsAt, maxPlaces: 1, ...training });
  return { home, training: made, admin: await home.account({ role: 'admin' }) };
}

async function held(parts: CentreParts = {}) {
  const { home, training, admin } = await full(parts);
  const holder = await home.account();
  const id = (await book(holder, training.id)).body.registrationId;
  const waiter = await home.account();
  const waiting = (await book(waiter, training.id)).body.registrationId;
  expect(await stateOf(waiting)).toBe('waiting');
  return { home, training, admin, holder, id, waiter, waiting };
}

/** The same in the timetable's own hands, with an administrator who edits it. */
async function edited(at = startsAt) {
  const editing = await scene(running);
  const training = await editing.home.training({ startsAt: at, roomId: editing.roomId, maxPlaces: 1 });
  const holder = await editing.home.account();
  const id = (await book(holder, training.id)).body.registrationId;
  const waiting = (await book(await editing.home.account(), training.id)).body.registrationId;
  const edit = (changes: object) =>
    editing.apply({ kind: 'edit', trainingId: training.id, scope: 'this', changes });
  return { ...editing, training, holder, id, waiting, edit };
}

/** The place of somebody whose package covers it. */
async function covered() {
  const limits = { bookingOpensDaysBefore: 60 };
  const { home, training, admin } = await full({ ...paying, limits }, { payment: 'paid' });
  const member = async () => {
    const actor = await home.account();
    clock.set('2026-08-14T09:00:00.000Z');
    const { contractId } = await makeContract(running, home, actor);
    clock.set('2026-09-14T09:00:00.000Z');
    return { actor, contractId, id: (await book(actor, training.id)).body.registrationId };
  };
  const holder = await member();
  const { id: waiting } = await member();
  expect(await stateOf(waiting)).toBe('waiting');
  return { admin, holder, waiting, params: { id: holder.contractId } };
}

/** Each frees the place of a full training; answers who waits for it. */
const ways: Record<string, () => Promise<number>> = {
  'a member cancels, though it could be taken back where nobody waits': async () => {
    const { holder, id, waiting } = await held({ limits: { undoSeconds: 600 } });
    const { body } = await call(contract.cancelRegistration, { params: { id } }, { actor: holder });
    expect(body.undoUntil).toBeNull();
    return waiting;
  },
  'a visitor cancels': async () => {
    const { home, training } = await full();
    const link = await visitors.pressed(home, training.id);
    const waiting = (await book(await home.account(), training.id)).body.registrationId;
    await visitors.cancel(home, link);
    return waiting;
  },
  'staff takes somebody out': async () => {
    const { admin, id, waiting } = await held();
    await call(removeClient, { params: { id }, query: { removal: 'free' } }, { actor: admin });
    return waiting;
  },
  'somebody has their data erased': async () => {
    const { holder, waiting } = await held();
    await call(askErasure, { body: { password: 'Demo1234' } }, { actor: holder });
    return waiting;
  },
  'a contract is frozen': async () => {
    const { holder, params, waiting } = await covered();
    const body = { from: '2026-09-20', until: '2026-09-30' };
    expect((await call(freezes.freezeContract, { params, body }, { actor: holder.actor })).error).toBe(
      undefined,
    );
    return waiting;
  },
  'a contract is blocked': async () => {
    const { admin, params, waiting } = await covered();
    await call(status.blockContract, { params, body: { reason: 'Asked', until: null } }, { actor: admin });
    return waiting;
  },
  'an order is not paid in time': async () => {
    clock.set('2061-09-21T09:00:00Z');
    const { home, training } = await full(paying, { payment: 'paid', priceCents: 900, startsAt: ahead });
    const buyer = await home.account();
    const bought = await call(
      contract.purchasePlace,
      { body: { trainingId: training.id } },
      { actor: buyer },
    );
    const waiter = await home.account();
    const waiting = await home.registration(training, waiter.clientId);
    clock.set(bought.body.heldUntil);
    await hurry();
    return waiting;
  },
  'a training gets more places': async () => {
    const { edit, waiting } = await edited();
    expect((await edit({ maxPlaces: 2 })).applied.status).toBe(200);
    return waiting;
  },
  'a training moves to a larger room': async () => {
    const { home, edit, waiting } = await edited();
    const larger = await home.room({ name: 'Hall B' });
    expect((await edit({ roomIds: [larger], maxPlaces: 2 })).applied.status).toBe(200);
    return waiting;
  },
  'a training takes place after all, and somebody of before has gone elsewhere': async () => {
    const { home, training, holder, waiting, apply, undo } = await edited();
    const { answer } = await apply({ kind: 'cancel', trainingId: training.id, scope: 'this', reason: '' });
    expect(await stateOf(waiting)).toBe('closed');
    const other = await home.training({ startsAt });
    await book(holder, other.id);
    expect((await undo(answer?.changeId ?? 0)).status).toBe(200);
    return waiting;
  },
  'a training moves onto another booking, and its owner does not choose': async () => {
    clock.set('2061-09-15T09:00:00Z');
    const { home, holder, waiting, edit } = await edited(ahead);
    const other = await home.training({ startsAt: '2061-09-22T17:30:00Z' });
    await book(holder, other.id);
    expect((await edit({ time: '20:00' })).applied.status).toBe(200);
    const [row] = await ask<{ free_until: string }>(
      'select free_until from registrations where client_id = $1 and clashes_with is not null',
      holder.clientId,
    );
    clock.set(row?.free_until ?? '');
    await hurry();
    return waiting;
  },
  'a booking is swapped for another': async () => {
    const { home, holder, id, waiting } = await held();
    const other = await home.training({ startsAt: '2026-09-22T18:00:00Z' });
    const input = { params: { id }, body: { trainingId: other.id } };
    expect((await call(contract.swapRegistration, input, { actor: holder })).status).toBe(200);
    return waiting;
  },
  'two records of a person become one': async () => {
    const { home, admin, holder, waiting } = await held();
    const body = { otherId: holder.clientId };
    const params = { id: (await home.account()).clientId };
    expect((await call(mergeClients, { params, body }, { actor: admin })).status).toBe(200);
    // Whose it is now gives it back.
    const [row] = await ask<{ id: number }>(
      `select id from registrations where client_id = $1 and state = 'booked'`,
      params.id,
    );
    await call(removeClient, { params: { id: row?.id ?? 0 }, query: { removal: 'free' } }, { actor: admin });
    return waiting;
  },
  'whatever else writes it': async () => {
    const { id, waiting } = await held();
    await ask(
      `update registrations set state = 'cancelledByCentre', place = null, ended_at = now() where id = $1 returning 1`,
      id,
    );
    return waiting;
  },
};

describe('whoever waits has the place at once when', () => {
  test.each(Object.entries(ways))('%s', async (_, way) => {
    await freed(await way());
  });
});
