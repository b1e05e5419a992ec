import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toStatement } from '#server/kernel/db.ts';
import { addContract } from '#server/testing/benefits.ts';
import { type Centre, testPassword } from '#server/testing/centre.ts';
import { contextOf } from '#server/testing/context.ts';
import { withDoors } from '#server/testing/doors.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { addProduct } from '#server/testing/products.ts';
import { scrubbingMeans } from '#server/testing/scrubbing.ts';
import { withServer } from '#server/testing/server.ts';
import { fulfil } from '#server/testing/tickets.ts';
import { voucherOf } from '#server/testing/vouchers.ts';
import { blockContract } from '#shared/contracts/status/contract.ts';
import { takeFromCard } from '#shared/entry/desk/contract.ts';
import { letIn, listInside } from '#shared/entry/inside/contract.ts';
import { allowComment } from '#shared/feedback/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { refundPayment } from '#shared/payments/contract.ts';
import { askErasure } from '#shared/privacy/contract.ts';
import { bookForClient } from '#shared/registrations/staff-booking/contract.ts';
import { waiveStrike } from '#shared/registrations/strikes/contract.ts';
import { adjustTicket } from '#shared/tickets/contract.ts';
import { adjustVoucher, revokeVoucher } from '#shared/vouchers/contract.ts';
import { grantTicket, grantVoucher } from '#shared/wallet/grants/contract.ts';
import { scrubTrail } from './data.ts';
import { erasuresTask } from './jobs.ts';

const running = withServer();
const { call, ask, clock } = running;
const { register, furnished } = withDoors(running);
const { issued, pay } = invoiceMeans(running);
const { tablesWith } = scrubbingMeans(running);
const mark = 'Murdjalg';
const reason = `${mark} broke her leg, her mother called from 5551234`;

const work = (home: Centre) =>
  erasuresTask({
    system: running.server.system,
    originOf: () => 'http://test.test',
    tenants: () => running.server.tenants.all().filter(({ id }) => id === home.id),
    ctxOf: () => contextOf(running, home),
  })(undefined);

const wordsLeft = async (home: Centre) =>
  (await tablesWith(home, mark)).filter((name) => !['stand_in_mails', 'outbox'].includes(name));

test('what the office wrote of somebody goes with them, wherever it stands; of others it stays, and so do numbers', async () => {
  const made = await furnished();
  const { home, admin, member } = made;
  const params = (id: number) => ({ params: { id }, body: { reason } });
  const done = async (answer: Promise<{ error?: unknown; status: number }>) =>
    expect(await answer).toMatchObject({ status: 200 });

  const { show } = await register(member);
  await made.scan(show());
  const seen = (await call(listInside, {}, { actor: admin })).body.clubs[0];
  await done(call(letIn, params(seen?.refused[0]?.id ?? 0), { actor: admin }));

  const missed = await home.training({ startsAt: '2026-09-12T15:00:00Z' });
  const registrationId = await home.registration(missed, member.clientId, { place: 1 });
  await ask('update registrations set presence = false where id = $1', registrationId);
  await done(call(waiveStrike, params(registrationId), { actor: admin }));
  const over = await home.training({ startsAt: '2026-09-14T12:00:00Z' });
  const beyond = { isBeyondPlaces: true, isWithoutCover: false, trainingId: over.id };
  await done(
    call(bookForClient, { body: { ...beyond, clientId: member.clientId, reason } }, { actor: admin }),
  );

  const productId = await addProduct(running, home, {});
  const ticket = await fulfil(running, home, { productId, owner: member });
  await done(
    call(adjustTicket, { params: { id: ticket.id }, body: { visits: 2, reason } }, { actor: admin }),
  );
  const { length: version } = await ask('select 1 from ticket_entries where ticket_id = $1', ticket.id);
  await done(
    call(takeFromCard, { params: { cardCode: ticket.token }, body: { reason, version } }, { actor: admin }),
  );
  const given = { productId, unitId: home.clubId, startsOn: null, terms: 'gift' as const, reason };
  await done(call(grantTicket, { params: { id: member.clientId }, body: given }, { actor: admin }));

  const voucher = await voucherOf(running, home, { clientId: member.clientId });
  await done(
    call(adjustVoucher, { params: { id: voucher.id }, body: { uses: 1, reason } }, { actor: admin }),
  );
  await done(
    call(
      takeFromCard,
      { params: { cardCode: voucher.token }, body: { reason, version: 1 } },
      { actor: admin },
    ),
  );
  await done(call(revokeVoucher, params(voucher.id), { actor: admin }));
  const ofCentre = { productId: voucher.productId, uses: 1, validFrom: '2026-09-14', reason };
  await done(call(grantVoucher, { params: { id: member.clientId }, body: ofCentre }, { actor: admin }));

  const contractId = await addContract(running, home, member, {});
  await done(
    call(blockContract, { params: { id: contractId }, body: { reason, until: null } }, { actor: admin }),
  );
  await ask(`update contracts set ends_on = '2026-09-14' where id = $1`, contractId);

  const invoice = await issued(home, { clientId: member.clientId });
  await pay(home, invoice.id, 7240);
  const paymentId = crypto.randomUUID();
  await ask(
    `insert into payments (tenant_id, id, invoice_id, provider, method, status, amount_cents, created_at, changed_at, expires_at)
     values ($1, $2, $3, 'emulator', 'cardPayments', 'PAID', 7240, $4, $4, $4)`,
    ...[home.id, paymentId, invoice.id, clock.now()],
  );
  await ask(
    `insert into refunds (tenant_id, id, payment_id, provider_id, amount_cents, status, reason, created_at, changed_at)
     values ($1, gen_random_uuid(), $2, 'x', 100, 'SUCCESSFUL', $3, $4, $4)`,
    ...[home.id, paymentId, reason, clock.now()],
  );
  await ask(
    `insert into audit_trail (tenant_id, at, account_id, request_id, action, input) values ($1, $2, $3, 'x', $4, $5)`,
    ...[home.id, clock.now(), admin.id, `${refundPayment.method} ${refundPayment.path}`],
    JSON.stringify({ params: { id: paymentId }, body: { amount: 1, reason } }),
  );
  await done(
    call(creditInvoice, { params: { id: invoice.id }, body: { lines: 'all', reason } }, { actor: admin }),
  );
  const [comment] = await ask<{ id: number }>(
    `insert into feedback (tenant_id, training_id, client_id, training_rating, thought, is_shared, state, created_at,
       changed_at) values ($1, $2, $3, 'love', $4, true, 'waiting', $5, $5) returning id`,
    ...[home.id, missed.id, member.clientId, reason, clock.now()],
  );
  await call(allowComment, { body: { commentId: comment?.id ?? 0, text: reason } }, { actor: admin });

  const other = await home.account();
  const others = await fulfil(running, home, { productId, owner: other });
  const kept = 'Ill, of somebody else';
  await done(
    call(adjustTicket, { params: { id: others.id }, body: { visits: 2, reason: kept } }, { actor: admin }),
  );
  expect(await wordsLeft(home)).toEqual(
    [
      ...['audit_trail', 'contract_changes', 'contracts', 'entries', 'feedback', 'invoices', 'refunds'],
      ...['registrations', 'ticket_entries', 'tickets', 'voucher_movements'],
    ].toSorted(),
  );
  const numbers = () =>
    ask(
      `select (select array_agg(remaining_change order by id) from ticket_entries where tenant_id = $1) as visits,
        (select array_agg(uses order by id) from voucher_movements where tenant_id = $1) as uses,
        (select array_agg(after -> 'givenUpCents') from audit_trail where tenant_id = $1 and noun = 'invoices') as "givenUp"`,
      home.id,
    );
  const before = await numbers();

  clock.advance({ hours: 24 });
  await done(call(askErasure, { body: { password: testPassword } }, { actor: member }));
  clock.advance({ hours: 24 * 14 });
  await work(home);
  expect(await ask('select held_by from erasures where done_at is null and tenant_id = $1', home.id)).toEqual(
    [],
  );
  // A credit note says why it was written: a document the law keeps.
  expect(await wordsLeft(home)).toEqual(['invoices']);
  expect(await tablesWith(home, kept)).toEqual(['audit_trail', 'ticket_entries']);
  expect(await numbers()).toEqual(before);
});

test('nothing else of a ledger changes: no other words, and no number with them', async () => {
  const home = await running.centre();
  const owner = await home.account();
  const ticket = await fulfil(running, home, { productId: await addProduct(running, home, {}), owner });
  const voucher = await voucherOf(running, home, { clientId: owner.clientId });
  await ask(
    `insert into voucher_movements (tenant_id, voucher_id, kind, uses, note, created_at) values ($1, $2, 'correct', 1, 'Ill', $3)`,
    ...[home.id, voucher.id, clock.now()],
  );
  const kept = 'a ledger is only added to';
  for (const set of [`reason = 'Well'`, `reason = '–', visits = 9`, `reason = '–', account_id = 1`]) {
    await expect(ask(`update ticket_entries set ${set} where ticket_id = $1`, ticket.id)).rejects.toThrow(
      kept,
    );
  }
  await expect(
    ask(`update voucher_movements set note = 'Well' where voucher_id = $1`, voucher.id),
  ).rejects.toThrow(kept);
  const [rights] = await ask(
    `select has_column_privilege('trenn_app', 'voucher_movements', 'uses', 'update') as uses,
       has_column_privilege('trenn_app', 'voucher_movements', 'note', 'update') as note`,
  );
  expect(rights).toEqual({ uses: false, note: true });
});

test('who was erased when their words still stayed is gone over once more', async () => {
  const home = await running.centre();
  const member = await home.account();
  const ticket = await fulfil(running, home, {
    productId: await addProduct(running, home, {}),
    owner: member,
  });
  await call(askErasure, { body: { password: testPassword } }, { actor: member });
  clock.advance({ hours: 24 * 14 });
  await work(home);
  await ask(
    `insert into ticket_entries (tenant_id, ticket_id, kind, visits, reason, account_id, created_at)
     values ($1, $2, 'ADJUST', 1, $3, $4, $5)`,
    ...[home.id, ticket.id, reason, member.id, clock.now()],
  );
  await work(home);
  expect(await wordsLeft(home)).toEqual(['ticket_entries']);
  const migration = readFileSync('db/migrations/000006_words-of-the-erased.sql', 'utf8');
  const [again = ''] = /update erasures [^;]+/.exec(migration) ?? [];
  await ask(again);
  await work(home);
  expect(await wordsLeft(home)).toEqual([]);
  expect(await ask('select 1 from erasures where tenant_id = $1 and done_at is null', home.id)).toEqual([]);
});

test('of refunds the trail forgets why those were made that are of whoever is erased, and no other', async () => {
  const [home, elsewhere] = [await running.centre(), await running.centre()];
  const [member, other] = [await home.account(), await home.account()];
  const [admin, theirs] = [await home.account({ role: 'admin' }), await elsewhere.account({ role: 'admin' })];
  const paymentOf = async ({ clientId }: typeof member) => {
    const { id: invoiceId } = await issued(home, { clientId });
    const id = crypto.randomUUID();
    await ask(
      `insert into payments (tenant_id, id, invoice_id, provider, method, status, amount_cents, created_at, changed_at, expires_at)
       values ($1, $2, $3, 'emulator', 'cardPayments', 'PAID', 7240, $4, $4, $4)`,
      ...[home.id, id, invoiceId, clock.now()],
    );
    return id;
  };
  const [own, others] = [await paymentOf(member), await paymentOf(other)];
  const refunding = `${refundPayment.method} ${refundPayment.path}`;
  const written = [
    { words: 'own', by: admin, action: refunding, id: own },
    { words: 'of another', by: admin, action: refunding, id: others },
    { words: 'of nobody', by: admin, action: refunding, id: crypto.randomUUID() },
    { words: 'no refund', by: admin, action: 'POST /admin/payment/:id', id: own },
    { words: 'elsewhere', by: theirs, action: refunding, id: own },
  ];
  for (const { words, by, action, id } of written)
    await ask(
      `insert into audit_trail (tenant_id, at, account_id, request_id, action, input)
       select tenant_id, $2, id, 'x', $3, $4 from accounts where id = $1`,
      ...[by.id, clock.now(), action, JSON.stringify({ params: { id }, body: { reason: words } })],
    );
  const { text, values } = toStatement(scrubTrail(home.id, member.clientId, [member.id]));
  await ask(text, ...values);
  const left = await ask<{ words: string | null }>(
    `select input #>> '{body,reason}' as words from audit_trail where tenant_id = any($1) and request_id = 'x' order by id`,
    [home.id, elsewhere.id],
  );
  expect(left.map(({ words }) => words)).toEqual([null, 'of another', 'of nobody', 'no refund', 'elsewhere']);
});

test('why others were let in, and why their visits were taken, stays in the trail where somebody else is erased', async () => {
  const made = await furnished();
  const { home, admin, member } = made;
  const other = await home.account();
  const productId = await addProduct(running, home, {});
  for (const owner of [member, other]) {
    const words = owner === member ? 'own' : 'of another';
    const { show } = await register(owner);
    await made.scan(show());
    const seen = (await call(listInside, {}, { actor: admin })).body.clubs[0];
    const refused = seen?.refused.find(({ id }) => id > 0);
    await call(
      letIn,
      { params: { id: refused?.id ?? 0 }, body: { reason: `${words}: let in` } },
      { actor: admin },
    );
    clock.advance({ hours: 1 });
    const ticket = await fulfil(running, home, { productId, owner });
    const taken = { reason: `${words}: a visit`, version: 1 };
    await call(takeFromCard, { params: { cardCode: ticket.token }, body: taken }, { actor: admin });
    clock.advance({ hours: 1 });
    const voucher = await voucherOf(running, home, { clientId: owner.clientId });
    const used = { reason: `${words}: a use`, version: 0 };
    await call(takeFromCard, { params: { cardCode: voucher.token }, body: used }, { actor: admin });
    clock.advance({ hours: 1 });
  }
  const words = async () =>
    (
      await ask<{ words: string }>(
        `select input #>> '{body,reason}' as words from audit_trail
         where tenant_id = $1 and input #>> '{body,reason}' is not null order by id`,
        home.id,
      )
    ).map((line) => line.words);
  const others = ['of another: let in', 'of another: a visit', 'of another: a use'];
  expect(await words()).toEqual(['own: let in', 'own: a visit', 'own: a use', ...others]);
  const { text, values } = toStatement(scrubTrail(home.id, member.clientId, [member.id]));
  await ask(text, ...values);
  expect(await words()).toEqual(others);
});

test('of rented rooms and shared packages the trail forgets what names whoever is erased, and no other', async () => {
  const home = await running.centre();
  const [member, other, admin] = [
    await home.account(),
    await home.account(),
    await home.account({ role: 'admin' }),
  ];
  const productId = await addProduct(running, home, {});
  const write = (noun: string, id: number, before: object) =>
    ask(
      `insert into audit_trail (tenant_id, at, account_id, request_id, action, input, noun, noun_id, before)
       values ($1, $2, $3, 'x', 'change', '{}', $4, $5, $6) returning 1`,
      ...[home.id, clock.now(), admin.id, noun, id, JSON.stringify({ ...before, note: noun })],
    );
  for (const { clientId } of [member, other]) {
    await write('reservations', clientId, { clientId });
    const ticket = await fulfil(running, home, { productId, owner: admin });
    await ask(
      `insert into ticket_shares (tenant_id, ticket_id, recipient, client_id, created_at)
       values ($1, $2, 'a@test.test', $3, $4) returning 1`,
      ...[home.id, ticket.id, clientId, clock.now()],
    );
    await write('package', ticket.id, {});
  }
  const { text, values } = toStatement(scrubTrail(home.id, member.clientId, [member.id]));
  await ask(text, ...values);
  const notes = await ask<{ note: string | null }>(
    `select before ->> 'note' as note from audit_trail where tenant_id = $1 and request_id = 'x' order by id`,
    home.id,
  );
  expect(notes.map(({ note }) => note)).toEqual([null, null, 'reservations', 'package']);
});
