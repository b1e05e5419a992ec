import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { addProduct } from '#server/testing/products.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { getCard, takeFromCard, undoTaking } from '#shared/entry/desk/contract.ts';

const running = withServer();
const { centre, call, ask, clock } = running;

async function scene(parts: Parameters<typeof addProduct>[2] & { startsOn?: string } = {}) {
  const { startsOn, ...product } = parts;
  const home = await centre();
  const [admin, owner] = [await home.account({ role: 'admin' }), await home.account()];
  const productId = await addProduct(running, home, product);
  const { id, token } = await fulfil(running, home, { productId, owner, ...(startsOn && { startsOn }) });
  const look = (cardCode = token, actor: TestAccount = admin) =>
    call(getCard, { params: { cardCode } }, { actor });
  const take = (version: number, cardCode = token) =>
    call(takeFromCard, { params: { cardCode }, body: { reason: 'Visit', version } }, { actor: admin });
  const undo = (takingId: number, cardCode = token) =>
    call(undoTaking, { params: { cardCode }, body: { takingId, reason: 'Wrong' } }, { actor: admin });
  return { home, admin, owner, id, token, look, take, undo };
}
type Scene = Awaited<ReturnType<typeof scene>>;

test.each<[string, (of: Scene) => string | Promise<string>, Refusal]>([
  ['that is no code', () => '!', [400, 'cardScanFailed']],
  ['of a ticket of nobody', () => `1.${'x'.repeat(22)}`, [404, 'ticketNotFound']],
  ['of another centre’s ticket', async () => (await scene()).token, [404, 'ticketNotFound']],
])('from a card %s nothing is seen, taken or put back', async (_, choose, refusal) => {
  const of = await scene();
  const code = await choose(of);
  for (const press of [() => of.look(code), () => of.take(1, code), () => of.undo(1, code)])
    await expectRefused(running, of.home, press, refusal);
});

test.each<[string, Parameters<typeof scene>[0], (of: Scene) => unknown, Refusal]>([
  ['that was changed since it was seen', {}, ({ take }) => take(1), [409, 'cardChanged']],
  [
    'whose last visit was taken',
    { visits: 1 },
    async ({ take, look }) => take((await look()).body.version),
    [409, 'ticketUsed'],
  ],
  ['that is over', { valid: [1, 'day'] }, () => clock.advance({ hours: 48 }), [409, 'ticketExpired']],
  [
    'that has not begun',
    { startMode: 'chosen', startsOn: '2026-09-15' },
    () => undefined,
    [409, 'ticketNotYetValid'],
  ],
  [
    'of whom the centre has blocked',
    {},
    ({ owner }) => ask('update clients set is_blocked = true where id = $1 returning 1', owner.clientId),
    [409, 'entryBarred'],
  ],
])('from a ticket %s no visit is taken, and the desk is told before', async (_, parts, change, refusal) => {
  const of = await scene(parts);
  const { version } = (await of.look()).body;
  await change(of);
  const [, code] = refusal;
  const seen = (await of.look()).body;
  expect(seen.refusal?.error).toBe(code === 'cardChanged' ? undefined : code);
  const at = code === 'cardChanged' ? version : seen.version;
  await expectRefused(running, of.home, () => of.take(at), refusal);
});

test('put back is what was taken of this ticket, within the minute, once', async () => {
  const { home, admin, id: ticketId, look, take, undo } = await scene();
  const { version } = (await look()).body;
  const { takingId } = (await take(version)).body;
  const elsewhere = await scene();
  const other = (await elsewhere.take((await elsewhere.look()).body.version)).body.takingId;
  for (const id of [9_999_999, other])
    await expectRefused(running, home, () => undo(id), [404, 'itemNotFound']);
  const [grant] = await ask<{ id: number }>(
    `select id from ticket_entries where tenant_id = $1 and kind = 'GRANT'`,
    home.id,
  );
  await expectRefused(running, home, () => undo(grant?.id ?? 0), [404, 'itemNotFound']);
  // Somebody who closed a roll took the visit of a place.
  const [place] = await ask<{ id: number }>(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, created_at) values ($1, $2, 'RESERVE', 1, $3) returning id`,
    ...[home.id, ticketId, clock.now()],
  );
  const [used] = await ask<{ id: number }>(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, settles_id, account_id, created_at)
      values ($1, $2, 'CONSUME', 1, $3, $4, $5) returning id`,
    ...[home.id, ticketId, place?.id, admin.id, clock.now()],
  );
  await expectRefused(running, home, () => undo(used?.id ?? 0), [404, 'itemNotFound']);
  clock.advance({ seconds: 61 });
  await expectRefused(running, home, () => undo(takingId), [409, 'takingUndoTooLate', { seconds: 60 }]);
  expect((await look()).body).toMatchObject({ left: 8, granted: 10 });
});

test('of a voucher is put back what the desk took of it, and nothing that became of it otherwise', async () => {
  const { home, admin, owner, look, take, undo } = await scene();
  const [mine, other] = [
    await voucherOf(running, home, { clientId: owner.clientId, uses: 9 }),
    await voucherOf(running, home, { clientId: owner.clientId, uses: 9 }),
  ];
  const training = await home.training({ startsAt: '2026-09-15T15:00:00Z' });
  const registrationId = await home.registration(training, owner.clientId, { place: 1 });
  const elsewhere = (await take(0, other.code)).body.takingId;
  const moved = async (kind: string, parts: { of?: number; place?: number; account?: number | null }) => {
    const { of = null, place = null, account = admin.id } = parts;
    const held = kind === 'hold' ? '2026-09-14T10:00:00Z' : null;
    const uses = kind === 'use' && of !== null ? 0 : 1;
    const [row] = await ask<{ id: number }>(
      `insert into voucher_movements (tenant_id, voucher_id, kind, uses, of_id, registration_id, account_id, held_until,
         note, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, 'Why', $9) returning id`,
      ...[home.id, mine.id, kind, uses, of, place, account, held, clock.now()],
    );
    return row?.id ?? 0;
  };
  const hold = await moved('hold', {});
  const others = [
    9_999_999,
    elsewhere,
    hold,
    await moved('use', { of: hold }),
    await moved('use', { place: registrationId }),
    await moved('use', { account: null }),
    await moved('correct', {}),
  ];
  const { left, version } = (await look(mine.code)).body;
  const { takingId } = (await take(version, mine.code)).body;
  for (const id of others)
    await expectRefused(running, home, () => undo(id, mine.code), [404, 'itemNotFound']);
  expect((await undo(takingId, mine.code)).body).toEqual({ left });
});

test('put back twice it is back once; what began with another visit stays begun', async () => {
  const { home, look, take, undo } = await scene({ startMode: 'firstUse', valid: [30, 'day'] });
  const press = async () => (await take((await look()).body.version)).body.takingId;
  await press();
  const second = await press();
  expect((await undo(second)).body).toMatchObject({ left: 9 });
  const lines = () =>
    ask('select kind, visits from ticket_entries where tenant_id = $1 order by id', home.id);
  const before = await lines();
  expect((await undo(second)).body).toMatchObject({ left: 9 });
  expect(await lines()).toEqual(before);
  expect((await look()).body).toMatchObject({ validFrom: '2026-09-14', validUntil: '2026-10-13' });
});
