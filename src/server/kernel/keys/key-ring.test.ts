import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { testPassword } from '#server/testing/centre.ts';
import { withDoors } from '#server/testing/doors.ts';
import { sampleDevice } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { login } from '#shared/account/contract.ts';
import { confirmCodes, showFactor, startCodes } from '#shared/account/factors/contract.ts';
import { getDoorList } from '#shared/entry/doors/contract.ts';
import { createFeed, getFeed } from '#shared/feeds/contract.ts';
import { getTicket, listTickets } from '#shared/tickets/contract.ts';
import { findByCode, getPublicVoucher, getVoucher } from '#shared/vouchers/contract.ts';
import type { SessionSecret } from './key-ring.ts';

const secrets: SessionSecret[] = [{ secret: 'the secret of the tests', usedFrom: 0 }];
const running = withServer({ secret: () => [...secrets] });
const { call, clock, send } = running;
const { furnished, gymTicket } = withDoors(running);

test('what was made goes on after the secret is another: links, codes, tickets, doors, apps and recovery codes', async () => {
  const { home, member, door } = await furnished();
  const at = { host: home.host };
  const logIn = async () => {
    const userCredentials = { username: member.email, password: testPassword, keep: true };
    const { body } = await call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, at);
    return body.secondFactor?.challenge ?? '';
  };
  const ticket = await gymTicket(home, member);
  const voucher = await voucherOf(running, home, { clientId: member.clientId });
  const { secret } = (await call(startCodes, {}, { actor: member })).body;
  const shown = () => generateSync({ secret, epoch: clock.epochMilliseconds() / 1000 });
  const { recoveryCodes } = (await call(confirmCodes, { body: { code: shown() } }, { actor: member })).body;
  // What was opened before the first second step ends with it.
  const feed = (await call(createFeed, {}, { actor: member })).body;
  const list = async () => (await call(getDoorList, { body: { token: door.token } }, at)).body;
  const before = await list();

  const look = async () => ({
    feed: (await call(getFeed, {}, { actor: member })).body.address,
    calendar: (await send({ method: 'GET', path: new URL(feed.address ?? '').pathname, ...at })).status,
    tickets: (await call(listTickets, { query: {} }, { actor: member })).body.items.map(({ token }) => token),
    ticket: (await call(getTicket, { query: { token: ticket.token } }, at)).status,
    typed: (await call(findByCode, { body: { code: voucher.code } }, at)).body.token,
    voucher: (await call(getPublicVoucher, { query: { token: voucher.token } }, at)).status,
    own: (await call(getVoucher, { query: { id: voucher.id } }, { actor: member })).status,
  });
  const whole = {
    ...{ feed: feed.address, calendar: 200, tickets: [ticket.token], ticket: 200 },
    ...{ typed: voucher.token, voucher: 200, own: 200 },
  };
  expect(await look()).toEqual(whole);

  secrets.push({ secret: 'the next one', usedFrom: clock.epochMilliseconds() / 1000 + 300 });
  clock.advance({ seconds: 330 });
  expect(await look()).toEqual(whole);
  const after = await list();
  expect([after.publicKey, after.codeSecret]).toEqual([before.publicKey, before.codeSecret]);
  for (const proof of [
    { kind: 'code', code: shown() },
    { kind: 'recoveryCode', code: recoveryCodes[0] ?? '' },
  ] as const) {
    const body = { challenge: await logIn(), proof, deviceParameters: sampleDevice };
    expect((await call(showFactor, { body }, at)).status).toBe(200);
  }

  // What is new follows from the next one, and what was made before ends with its secret.
  const young = await voucherOf(running, home, { clientId: member.clientId });
  secrets.shift();
  clock.advance({ seconds: 6 });
  expect((await call(findByCode, { body: { code: young.code } }, at)).body.token).toBe(young.token);
  expect((await call(findByCode, { body: { code: voucher.code } }, at)).error).toBe('codeNotFound');
  expect((await call(getTicket, { query: { token: ticket.token } }, at)).error).toBe('ticketNotFound');
});
