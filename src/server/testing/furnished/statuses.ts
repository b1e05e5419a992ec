import { randomUUID } from 'node:crypto';
import { mergeClients } from '#shared/clients/merging/contract.ts';
import { join, openJoinDraft } from '#shared/joining/contract.ts';
import { emptyForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';
import { applySchedule, planSchedule } from '#shared/schedule/editing/contract.ts';
import { billContract } from '../contracts.ts';
import type { Furnished } from '../furnished.ts';
import { billOf } from '../joining.ts';
import { saleMeans } from '../sales.ts';
import type { TestServer } from '../server.ts';
import { testNow } from '../server.ts';
import { rowsOf } from './rows.ts';

/** Brings the owner of a furnished centre into a state that members are in at times. */
type Bringing = (running: TestServer, place: Furnished) => Promise<void>;

const inside: Bringing = async (running, { home, things }) => {
  await rowsOf(running, home).add('entries', {
    ...{ scan_id: randomUUID(), door_id: things.door, club_id: things.club, client_id: things.client },
    ...{ direction: 'in', at: testNow, local_date: '2026-09-14', received_at: testNow, is_offline: false },
    ...{ result: 'accepted', by: 'ticket', ticket_id: things.ticket, inside_until: '2026-09-14T21:00:00Z' },
  });
};

const frozen: Bringing = async (running, { home, things }) => {
  await rowsOf(running, home).add('contract_freezes', {
    ...{ contract_id: things.contract, from_on: '2026-09-01', until_on: '2026-09-30' },
    ...{ asked_until: '2026-09-30', created_at: '2026-08-20T09:00:00Z' },
  });
};

const owing =
  (dueOn: string): Bringing =>
  async (running, { home, things }) => {
    await billContract(running, home, things.contract, { untilOn: '2026-11-13', dueOn });
  };

/** What they booked is moved by the timetable's own command onto what else they booked. */
const moved: Bringing = async ({ call }, { home, admin, owner }) => {
  const [one, two] = await Promise.all(
    ['2026-09-28T15:00:00Z', '2026-09-28T17:00:00Z'].map((startsAt) =>
      home.training({ startsAt, trainerId: null }),
    ),
  );
  if (!one || !two) throw new Error('nothing to move');
  for (const training of [one, two]) await home.registration(training, owner.account.clientId, { place: 1 });
  const changes = { time: '20:30' } as const;
  const command = { kind: 'edit', trainingId: one.id, scope: 'this', changes } as const;
  const { planId } = (await call(planSchedule, { body: { command } }, { actor: admin })).body;
  const { changeId } = (await call(applySchedule, { body: { command, planId } }, { actor: admin })).body;
  if (changeId === null) throw new Error('nothing was moved');
};

const merged =
  (isGone: boolean): Bringing =>
  async ({ call }, { admin, things: { client, otherClient } }) => {
    const [id, otherId] = isGone ? [otherClient, client] : [client, otherClient];
    const answer = await call(mergeClients, { params: { id }, body: { otherId } }, { actor: admin });
    if (answer.status !== 200) throw new Error(`not merged: ${answer.error}`);
  };

/** Once more as if they were nobody here, by the address of their account; paid, or only begun. */
const joinedAgain =
  (isPaid: boolean): Bringing =>
  async (running, { home, things, owner }) => {
    const { call, ask } = running;
    const { notify, orderToken, payments } = saleMeans(running);
    const { host } = home;
    const form = {
      ...emptyForm('EE', '2026-09-14', home.clubId),
      ...{ productId: things.package, firstName: owner.word, lastName: 'Kask', idCode: '60001019906' },
      ...{ email: owner.account.email, phone: '+37255551234', hasAgreed: true, startsEarly: true },
      ...{ address: 'Niine 3', city: 'Tallinn', zip: '10414' },
    };
    const { draftToken } = (await call(openJoinDraft, { body: form }, { host })).body;
    const joined = (await call(join, { body: { draftToken, form } }, { host })).body;
    if (!isPaid) return;
    const body = { invoiceToken: billOf(joined), method: 'cardPayments' } as const;
    await call(startPayment, { body }, { host });
    const [row] = await ask<{ invoice_id: number }>(
      'select invoice_id from joins where tenant_id = $1 order by id desc limit 1',
      home.id,
    );
    const sale = { home, invoiceId: row?.invoice_id ?? 0 };
    const [payment] = await payments(sale);
    if (!payment) throw new Error('nothing to pay');
    await notify(home, await orderToken(sale, payment, 'PAID'));
  };

/** The states, by what one would call who is in them. */
export const statuses: Readonly<Record<string, Bringing>> = {
  inside,
  frozen,
  'in debt': owing('2026-09-13'),
  'long in debt': owing('2026-08-01'),
  moved,
  'merged into somebody': merged(true),
  'merged with somebody': merged(false),
  'joined twice': joinedAgain(false),
  'joined and paid twice': joinedAgain(true),
};
