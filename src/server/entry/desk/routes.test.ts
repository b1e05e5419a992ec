import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { getCard, takeFromCard, undoTaking } from '#shared/entry/desk/contract.ts';
import { register } from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';
import { getTicket } from '#shared/tickets/contract.ts';
import { claimVoucher, getVoucher, shareVoucher, takeBackLink } from '#shared/vouchers/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const reason = 'Visit at the desk';

async function furnished() {
  const home = await centre();
  const admin = await home.account({ role: 'admin' });
  const member = await home.account();
  return { home, admin, member };
}

async function ticketFor(home: Centre, owner: TestAccount, parts: Parameters<typeof addProduct>[2] = {}) {
  const productId = await addProduct(running, home, parts);
  return fulfil(running, home, { productId, owner });
}

const voucherFor = (home: Centre, { clientId }: TestAccount, parts: object = {}) =>
  voucherOf(running, home, { clientId, ...parts });

const look = async (actor: TestAccount, cardCode: string) =>
  (await call(getCard, { params: { cardCode } }, { actor })).body;

const taking = (actor: TestAccount, cardCode: string, version: number, key?: string) =>
  call(
    takeFromCard,
    { params: { cardCode }, body: { reason, version } },
    { actor, ...(key && { headers: { 'idempotency-key': key } }) },
  );

const undoing = (actor: TestAccount, cardCode: string, takingId: number) =>
  call(undoTaking, { params: { cardCode }, body: { takingId, reason: 'Wrong person' } }, { actor });

describe('a ticket at the desk', () => {
  // shows: call-trainer-card-card-code
  test('is looked at, a visit is taken with a reason, and put back within the minute, once', async () => {
    const { home, admin, member } = await furnished();
    const { id, token } = await ticketFor(home, member, { clientType: 'groupTraining' });
    const seen = await look(admin, token);
    expect(seen).toMatchObject({
      kind: 'ticket',
      holderName: 'Kai K.',
      granted: 10,
      left: 10,
      refusal: null,
    });
    const taken = await taking(admin, token, seen.version);
    expect(taken.body).toMatchObject({ left: 9, undoUntil: '2026-09-14T09:01:00Z' });
    expect(await look(admin, token)).toMatchObject({ left: 9, lastTakenDateTime: '2026-09-14T09:00:00Z' });

    clock.advance({ seconds: 60 });
    const back = await undoing(admin, token, taken.body.takingId);
    expect(back.body).toEqual({ left: 10 });
    expect((await undoing(admin, token, taken.body.takingId)).body).toEqual({ left: 10 });
    const training = await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' });
    const cover = { kind: 'ticket', id } as const;
    await call(
      register,
      { body: { trainingId: training.id, isWaitingAccepted: false, cover } },
      { actor: member },
    );
    const own = await call(getOwnTraining, { params: { id: training.id } }, { actor: member });
    expect(own.body.own?.cover).toMatchObject({ granted: 10, left: 9 });
    // The holder reads both, and nothing looks granted or used that was not.
    const { body } = await call(getTicket, { query: { token } }, { host: home.host });
    expect(body).toMatchObject({ visitsLeft: 9, visitsGranted: 10, visitsUsed: 0 });
    expect(body.entries.map(({ kind, reason: why }) => [kind, why])).toEqual([
      ['GRANT', null],
      ['CONSUME', reason],
      ['ADJUST', 'Wrong person'],
      ['RESERVE', null],
    ]);
    expect(
      await ask(
        'select distinct account_id from ticket_entries where ticket_id = $1 and account_id is not null',
        id,
      ),
    ).toEqual([{ account_id: admin.id }]);
  });

  test('later than a minute it stays taken', async () => {
    const { home, admin, member } = await furnished();
    const { token } = await ticketFor(home, member);
    const { takingId } = (await taking(admin, token, 1)).body;
    clock.advance({ seconds: 61 });
    const late = await undoing(admin, token, takingId);
    expect([late.status, late.error, late.refusal?.details]).toEqual([
      409,
      'takingUndoTooLate',
      { seconds: 60 },
    ]);
    expect((await look(admin, token)).left).toBe(9);
  });

  test('what began with the visit that is put back has not begun', async () => {
    const { home, admin, member } = await furnished();
    const { token } = await ticketFor(home, member, { startMode: 'firstUse' });
    const { takingId } = (await taking(admin, token, 1)).body;
    expect((await look(admin, token)).validFrom).toBe('2026-09-14');
    await undoing(admin, token, takingId);
    expect(await look(admin, token)).toMatchObject({ validFrom: null, validUntil: null, left: 10 });
  });

  test('nor where it holds a booking', async () => {
    const { home, admin, member } = await furnished();
    const parts = { startMode: 'firstUse', clientType: 'groupTraining' } as const;
    const { token } = await ticketFor(home, member, parts);
    const { id: trainingId } = await home.training({ startsAt: '2026-09-20T15:00:00Z', payment: 'paid' });
    await call(register, { body: { trainingId, isWaitingAccepted: false } }, { actor: member });
    const { takingId } = (await taking(admin, token, (await look(admin, token)).version)).body;
    await undoing(admin, token, takingId);
    expect(await look(admin, token)).toMatchObject({ validFrom: null, validUntil: null, left: 9 });
  });

  test('without a limit counts and is put back all the same', async () => {
    const { home, admin, member } = await furnished();
    const { token } = await ticketFor(home, member, { visits: null });
    const { takingId, left } = (await taking(admin, token, 0)).body;
    expect(left).toBeNull();
    await undoing(admin, token, takingId);
    const { body } = await call(getTicket, { query: { token } }, { host: home.host });
    expect(body.visitsUsed).toBe(0);
  });

  test('used, expired, unknown', async () => {
    const { home, admin, member } = await furnished();
    const one = await ticketFor(home, member, { visits: 1 });
    await taking(admin, one.token, 1);
    expect((await look(admin, one.token)).refusal?.error).toBe('ticketUsed');
    expect((await taking(admin, one.token, 2)).error).toBe('ticketUsed');
    const other = await ticketFor(home, member);
    clock.advance({ hours: 40 * 24 });
    expect((await look(admin, other.token)).refusal).toEqual({
      error: 'ticketExpired',
      details: { date: '13.10.2026' },
    });
    expect((await taking(admin, other.token, 1)).error).toBe('ticketExpired');
    expect((await taking(admin, `1.${'x'.repeat(22)}`, 1)).error).toBe('ticketNotFound');
  });
});

describe('a voucher at the desk', () => {
  test('by its code, its address or its token: a use is taken, read by its holder, and put back', async () => {
    const { home, admin, member } = await furnished();
    const { id, code, token } = await voucherFor(home, member);
    const address = `https://centre.ee/public/vouchers?token=${token}`;
    for (const shown of [code, ` ${code.toLowerCase()} `, token, address]) {
      expect(await look(admin, shown)).toMatchObject({ kind: 'voucher', left: 3, holderName: 'Mari M.' });
    }
    const taken = await taking(admin, code, 0);
    expect(taken.body.left).toBe(2);
    const own = await call(getVoucher, { query: { id } }, { actor: member });
    expect(own.body.entries.at(-1)).toMatchObject({ kind: 'used', note: reason, left: 2 });
    expect((await undoing(admin, code, taken.body.takingId)).body).toEqual({ left: 3 });
    expect((await undoing(admin, code, taken.body.takingId)).body).toEqual({ left: 3 });
    clock.advance({ minutes: 5 });
    await ask(
      `insert into voucher_movements (tenant_id, voucher_id, kind, uses, account_id, note, created_at)
        values ($1, $2, 'correct', -2, $3, 'Two more', $4) returning 1`,
      ...[home.id, id, admin.id, clock.now()],
    );
    const lastTakenDateTime = '2026-09-14T09:00:00Z';
    expect(await look(admin, code)).toMatchObject({ granted: 5, left: 5, lastTakenDateTime });
    expect(
      await ask('select kind, uses, account_id from voucher_movements where voucher_id = $1 order by id', id),
    ).toEqual([
      { kind: 'use', uses: 1, account_id: admin.id },
      { kind: 'release', uses: -1, account_id: admin.id },
      { kind: 'correct', uses: -2, account_id: admin.id },
    ]);
  });

  test('later than a minute its use stays taken', async () => {
    const { home, admin, member } = await furnished();
    const { code } = await voucherFor(home, member);
    const { takingId } = (await taking(admin, code, 0)).body;
    clock.advance({ seconds: 61 });
    expect((await undoing(admin, code, takingId)).error).toBe('takingUndoTooLate');
    expect((await look(admin, code)).left).toBe(2);
  });

  test('of somebody the centre has blocked is taken no more than their ticket', async () => {
    const { home, admin, member } = await furnished();
    const { code } = await voucherFor(home, member);
    await ask(
      'update clients set is_blocked = true where tenant_id = $1 and id = $2',
      home.id,
      member.clientId,
    );
    expect((await look(admin, code)).refusal?.error).toBe('entryBarred');
    expect((await taking(admin, code, 0)).error).toBe('entryBarred');
  });

  test('not found, expired, already used', async () => {
    const { home, admin, member } = await furnished();
    expect((await taking(admin, '7K3M-Q9TX-2WRB', 0)).error).toBe('voucherNotFound');
    const old = await voucherFor(home, member, { validUntil: '2026-09-13' });
    expect((await look(admin, old.code)).refusal?.error).toBe('voucherExpired');
    expect((await taking(admin, old.code, 0)).error).toBe('voucherExpired');
    const single = await voucherFor(home, member, { uses: 1 });
    await taking(admin, single.code, 0);
    expect((await taking(admin, single.code, 1)).error).toBe('voucherAlreadyUsed');
  });

  test('a gift is claimed first; claimed, taken back or over it opens nothing here', async () => {
    const { home, admin, member } = await furnished();
    const { id } = await voucherFor(home, member, { isShareable: true, validUntil: '2026-09-20' });
    const share = async () => (await call(shareVoucher, { body: { voucherId: id } }, { actor: member })).body;
    const [open, claimed, back] = [await share(), await share(), await share()];
    const claimToken = /token=([\w-]+)/.exec(claimed.address)?.[1] ?? '';
    const body = { token: claimToken, name: 'Kai Kask', email: 'kai@test.test' };
    await call(claimVoucher, { body }, { host: home.host });
    await call(takeBackLink, { params: { id: back.id } }, { actor: member });
    expect((await taking(admin, open.code, 0)).error).toBe('voucherToClaim');
    expect((await taking(admin, claimed.code, 0)).error).toBe('voucherAlreadyUsed');
    expect((await taking(admin, back.code, 0)).error).toBe('voucherNotFound');
    clock.advance({ hours: 10 * 24 });
    expect((await taking(admin, open.code, 0)).error).toBe('cardExpired');
  });
});

describe('desks that press at once', () => {
  test.each(['ticket', 'voucher'] as const)('take one of a %s', async (kind) => {
    const { home, admin, member } = await furnished();
    const other = await home.account({ role: 'admin' });
    const shown =
      kind === 'ticket' ? (await ticketFor(home, member)).token : (await voucherFor(home, member)).code;
    const { version, left } = await look(admin, shown);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => taking(index % 2 ? admin : other, shown, version)),
    );
    expect(answers.map(({ error }) => error ?? 'taken').sort()).toEqual([
      ...Array.from({ length: 11 }, () => 'cardChanged'),
      'taken',
    ]);
    expect((await look(admin, shown)).left).toBe((left ?? 0) - 1);
  });

  test('that look again until nothing is left take each use once: 3 of them, 50 desks', {
    timeout: 60_000,
  }, async () => {
    const { home, admin, member } = await furnished();
    const { code } = await voucherFor(home, member, { uses: 3 });
    const desk = async (): Promise<string> => {
      for (;;) {
        const { version, refusal } = await look(admin, code);
        if (refusal) return refusal.error;
        const { error = 'taken' } = await taking(admin, code, version);
        if (error !== 'cardChanged') return error;
      }
    };
    const ends = Map.groupBy(await Promise.all(Array.from({ length: 50 }, desk)), (end) => end);
    expect(ends.get('taken')).toHaveLength(3);
    expect(ends.get('voucherAlreadyUsed')).toHaveLength(47);
    expect((await look(admin, code)).left).toBe(0);
  });

  test('one desk that presses twice under one key takes one, and undoing at once puts one back', async () => {
    const { home, admin, member } = await furnished();
    const { code } = await voucherFor(home, member);
    const key = `desk-${home.id}-press-of-the-button`;
    const answers = await Promise.all([1, 2, 3].map(() => taking(admin, code, 0, key)));
    expect(new Set(answers.map(({ body }) => body.takingId)).size).toBe(1);
    const takingId = answers[0]?.body.takingId ?? 0;
    await Promise.all([1, 2, 3, 4].map(() => undoing(admin, code, takingId)));
    expect((await look(admin, code)).left).toBe(3);
  });
});

test('what is no code, no card, or not taken here', async () => {
  const { home, admin, member } = await furnished();
  expect((await taking(admin, 'hello', 0)).error).toBe('cardScanFailed');
  expect((await call(getCard, { params: { cardCode: '10002345' } }, { actor: admin })).error).toBe(
    'cardNotFound',
  );
  const { code } = await voucherFor(home, member);
  expect((await undoing(admin, code, 999_999)).error).toBe('itemNotFound');
  const empty = await call(
    takeFromCard,
    { params: { cardCode: code }, body: { reason: '  ', version: 0 } },
    { actor: admin },
  );
  expect(empty.error).toBe('dataValidationFailed');
});

test('only who has the right, and too many wrong codes are too many', async () => {
  const { home, admin, member } = await furnished();
  const { code } = await voucherFor(home, member);
  const trainer = await home.account({ role: 'trainer' });
  const manager = await home.account({ role: 'trainer', canManageRegistrations: true });
  expect((await taking(trainer, code, 0)).error).toBe('actionNotAllowed');
  expect((await taking(member, code, 0)).error).toBe('actionNotAllowed');
  expect((await taking(manager, code, 0)).status).toBe(200);
  for (let count = 0; count < 60; count += 1) await taking(admin, '7K3M-Q9TX-2WRB', 0);
  expect((await taking(admin, code, 1)).error).toBe('tooManyAttempts');
});
