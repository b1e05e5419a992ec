import { randomBytes, randomUUID } from 'node:crypto';
import { draftToken } from '#server/joining/commands.ts';
import { proofToken } from '#server/joining/proving/commands.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { reportToken } from '#server/messages/broadcasts/commands.ts';
import { keysOf } from '#server/vouchers/codes/commands.ts';
import { emptyForm } from '#shared/joining/domain.ts';
import { startPayment } from '#shared/payments/contract.ts';
import { shareVoucher } from '#shared/vouchers/contract.ts';
import type { TestAccount, TestTraining } from '../centre.ts';
import { makeContract } from '../contracts.ts';
import { invoiceMeans } from '../invoices.ts';
import { saleMeans } from '../sales.ts';
import type { TestServer } from '../server.ts';
import { testNow } from '../server.ts';
import { fulfil } from '../tickets.ts';
import { voucherOf } from '../vouchers.ts';
import { type Staff, secretOf, type thingsOfPlace } from './place.ts';
import { type Rows, rowsOf } from './rows.ts';

type PlaceThings = Awaited<ReturnType<typeof thingsOfPlace>>;

/** What one person is furnished with, and where. */
interface Owning {
  readonly running: TestServer;
  readonly staff: Staff;
  readonly place: PlaceThings;
  readonly rows: Rows;
  readonly account: TestAccount;
  readonly word: string;
  /** Which of the centre's people: what cannot be at one place or time is apart by it. */
  readonly number: number;
}

/** One of everything that is a person's own, by its noun; the word stands in what has a name of its own. */
export async function thingsOfPerson(
  running: TestServer,
  staff: Staff,
  place: PlaceThings,
  { word, number }: Pick<Owning, 'word' | 'number'>,
) {
  const { home } = staff;
  const account = await home.account({ firstName: word, lastName: `${staff.word} ${word}` });
  const owning: Owning = { running, staff, place, rows: rowsOf(running, home), account, word, number };
  const contract = await contracts(owning);
  const [numbered] = await running.ask<{ code: string }>(
    `update clients set code = 'N' || id where id = $1 returning code`,
    account.clientId,
  );
  const things = {
    client: account.clientId,
    clientNumber: numbered?.code ?? '',
    otherClient: await home.client({ firstName: word }),
    person: account.id,
    ...(await bookings(owning)),
    ...contract,
    ...(await money(owning)),
    ...(await tickets(owning)),
    ...(await packages(owning)),
    ...(await vouchers(owning)),
    ...(await rentals(owning)),
    ...(await sayings(owning)),
    ...(await sessions(owning)),
  };
  await owning.rows.add('training_group_members', {
    group_id: place.trainingGroup,
    client_id: account.clientId,
  });
  return { account, word, things };
}

async function bookings(owning: Owning) {
  const { staff, rows, account, word, number } = owning;
  const { home, training, trainer } = staff;
  const past = await home.training({
    startsAt: `2026-09-13T1${number}:00:00Z`,
    name: staff.word,
    trainerId: trainer.trainerId ?? null,
  });
  const held = await home.training({
    ...{ startsAt: '2026-09-17T15:00:00Z', name: staff.word, trainerId: null },
    ...{ payment: 'paid' as const, priceCents: 900 },
  });
  const registration = await home.registration(training, account.clientId, { place: number });
  const visitorToken = secretOf(`${staff.word}-${word}`, 'visitor');
  await rows.add('visitor_links', {
    token_hash: hashToken(visitorToken),
    registration_id: registration,
    client_id: account.clientId,
    created_at: testNow,
  });
  const visitorRequestToken = secretOf(`${staff.word}-${word}`, 'visitor request');
  await rows.add('visitor_requests', {
    ...{ token_hash: hashToken(visitorRequestToken), training_id: staff.training.id },
    ...{
      first_name: word,
      last_name: 'Kask',
      email: `${word.toLowerCase()}@test.test`,
      phone: '+37255551234',
    },
    ...{ created_at: testNow, expires_at: '2026-09-15T09:00:00Z' },
  });
  return {
    registration,
    visitorToken,
    visitorRequestToken,
    pastTraining: past.id,
    pastRegistration: await home.registration(past, account.clientId, { place: 1 }),
    ...(await otherBookings(owning)),
    offer: await home.registration(held, account.clientId, { place: 1, heldUntil: '2026-09-14T10:00:00Z' }),
  };
}

/** A place given back that may be taken again, one that meets another, one that was left unused, a personal training. */
async function otherBookings({ running, staff, rows, account, number }: Owning) {
  const { home, word, trainer } = staff;
  const of = { client_id: account.clientId, created_at: '2026-09-10T09:00:00Z' };
  const partsOf = (training: TestTraining) => ({
    ...{ ...of, training_id: training.id, style_id: training.styleId, free_until: training.startsAt },
    ...{ starts_at: training.startsAt, ends_at: training.endsAt, local_date: training.localDate },
  });
  const left = await home.training({ startsAt: '2026-09-18T15:00:00Z', name: word, trainerId: null });
  const missed = await home.training({ startsAt: '2026-09-12T15:00:00Z', name: word, trainerId: null });
  const trainerId = trainer.trainerId ?? null;
  const personal = await home.training({ startsAt: `2026-09-22T1${number}:00:00Z`, name: word, trainerId });
  await running.ask(
    "update trainings set is_personal = true, client_type = 'personalTraining' where tenant_id = $1 and id = $2",
    home.id,
    personal.id,
  );
  const one = await home.training({ startsAt: '2026-09-23T15:00:00Z', name: word, trainerId: null });
  const two = await home.training({ startsAt: '2026-09-23T15:30:00Z', name: word, trainerId: null });
  const met = await home.registration(one, account.clientId, { place: 1 });
  return {
    // Moved onto another.
    clashing: await rows.add('registrations', {
      ...{ ...partsOf(two), state: 'booked', place: 1, clashes_with: met },
    }),
    personalTraining: await home.registration(personal, account.clientId, { place: 1 }),
    cancelled: await rows.add('registrations', {
      ...{ ...partsOf(left), state: 'releasing', place: 1, ended_at: testNow },
      held_until: '2026-09-14T09:00:30Z',
    }),
    strike: await rows.add('registrations', {
      ...{ ...partsOf(missed), state: 'cancelledLate', ended_at: '2026-09-12T14:00:00Z' },
    }),
  };
}

async function contracts({ running, staff, place, rows, account }: Owning) {
  const { home } = staff;
  const { contractId } = await makeContract(running, home, account, { productId: place.package });
  const withdrawalToken = secretOf(`${staff.word}-${account.id}`, 'contract');
  await running.ask(
    'update contracts set token_hash = $3 where tenant_id = $1 and id = $2',
    home.id,
    contractId,
    hashToken(withdrawalToken),
  );
  return {
    contract: contractId,
    withdrawalToken,
    freeze: await rows.add('contract_freezes', {
      contract_id: contractId,
      from_on: '2026-11-20',
      until_on: '2026-12-10',
      asked_until: '2026-12-10',
      created_at: testNow,
    }),
    ...(await joins({ running, staff, place, rows, account }, contractId)),
  };
}

async function joins(
  { running, staff, place, rows, account }: Omit<Owning, 'word' | 'number'>,
  contract: number,
) {
  const salt = randomBytes(32);
  const form = {
    ...emptyForm('EE', '2026-09-14', staff.home.clubId),
    ...{ productId: place.package, firstName: account.claims.firstName, email: account.email },
    ...{ idCode: '60001019906', birthDate: '2000-01-01', startsEarly: true },
  };
  const join = await rows.add('joins', {
    ...{ salt, state: 'paying', form, agreed: form, language: 'et', client_id: account.clientId },
    contract_id: contract,
    ...{ token_hash: randomBytes(32), created_at: testNow, changed_at: testNow },
    expires_at: '2026-09-15T09:00:00Z',
  });
  const joinToken = draftToken(running.server.app.ports.tokens, staff.home.id, { id: join, salt });
  await running.ask(
    'update joins set token_hash = $3 where tenant_id = $1 and id = $2',
    staff.home.id,
    join,
    hashToken(joinToken),
  );
  const proof = { id: join, salt, agreedHash: null };
  return {
    join,
    joinToken,
    joinProofToken: proofToken(running.server.app.ports.tokens, staff.home.id, proof, 'joiner'),
  };
}

async function money({ running, staff, rows, account, word }: Owning) {
  const { home } = staff;
  const means = invoiceMeans(running);
  const parts = { clientId: account.clientId, payer: { name: word } };
  const invoice = await means.issued(home, parts);
  const paid = await means.issued(home, parts);
  const payment = await payAtBank(running, staff, { ...paid, cents: 7240 });
  const creditNote = await rows.add('invoices', {
    ...{ kind: 'creditNote', state: 'draft', salt: randomBytes(32), token_hash: randomBytes(32) },
    ...{ client_id: account.clientId, payer: { name: word }, language: 'et', total_cents: -100 },
    ...{ credits_id: paid.id, created_at: testNow },
  });
  return {
    invoice: invoice.id,
    invoiceToken: invoice.token,
    invoiceNumber: invoice.number,
    paidInvoice: paid.id,
    payment,
    creditNote,
  };
}

/** Answers the payment's id. */
async function payAtBank(
  running: TestServer,
  { home }: Staff,
  { id, token, cents }: { id: number; token: string; cents: number },
): Promise<string> {
  const { atBank, payments, notify, orderToken } = saleMeans(running);
  const sale = { home, invoiceId: id, token, cents };
  const body = { invoiceToken: token, method: 'cardPayments' } as const;
  const { address } = (await running.call(startPayment, { body }, { host: home.host })).body;
  await atBank(home, address, 'pay');
  const [payment] = await payments(sale);
  if (!payment) throw new Error('nothing was paid');
  await notify(home, await orderToken(sale, payment, 'PAID'));
  return payment.id;
}

async function tickets({ running, staff: { home, trainer }, place, rows, account }: Owning) {
  const ticket = await fulfil(running, home, { productId: place.product, owner: account });
  const taking = await rows.add('ticket_entries', {
    ...{ ticket_id: ticket.id, kind: 'CONSUME', visits: 1, created_at: testNow },
    account_id: trainer.id,
  });
  return { ticket: ticket.id, ticketToken: ticket.token, taking };
}

async function packages({ running, staff: { home }, place, rows, account, word }: Owning) {
  const bought = (owner: TestAccount) => fulfil(running, home, { productId: place.personalProduct, owner });
  const { id: personalPackage } = await bought(account);
  const friend = await home.account({ firstName: `${word} friend` });
  const { id: theirs } = await bought(friend);
  const share = (ticketId: number, { clientId, email }: TestAccount) =>
    rows.add('ticket_shares', {
      ...{ ticket_id: ticketId, recipient: email, client_id: clientId, created_at: testNow },
    });
  return {
    personalPackage,
    share: await share(personalPackage, friend),
    offeredShare: await share(theirs, account),
  };
}

async function vouchers({ running, staff: { home }, account }: Owning) {
  const { clientId } = account;
  const voucher = await voucherOf(running, home, { clientId, isShareable: true });
  const spare = await voucherOf(running, home, { clientId });
  await running.call(shareVoucher, { body: { voucherId: voucher.id } }, { actor: account });
  const [link] = await running.ask<{ id: number; salt: Buffer }>(
    'select id, salt from voucher_links where tenant_id = $1 and voucher_id = $2',
    home.id,
    voucher.id,
  );
  if (!link) throw new Error('nothing was given on');
  const { tokens } = running.server.app.ports;
  return {
    voucher: voucher.id,
    voucherToken: voucher.token,
    voucherCode: voucher.code,
    voucherLink: link.id,
    voucherLinkToken: keysOf(tokens, home.id, 'link', link.id, link.salt).token,
    spareVoucher: spare.id,
  };
}

async function rentals({ running, staff: { home }, place, rows, account, word, number }: Owning) {
  const invoice = await invoiceMeans(running).draft(home, { clientId: account.clientId });
  const time = {
    starts_at: `2026-09-25T1${number}:00:00Z`,
    ends_at: `2026-09-25T1${number}:50:00Z`,
    local_date: '2026-09-25',
  };
  const reservation = await rows.add('reservations', { ...time, name: word, room_ids: [place.rentedRoom] });
  return {
    rental: await rows.add('rentals', {
      ...{ ...time, client_id: account.clientId, room_id: place.rentedRoom, reservation_id: reservation },
      ...{ people: 1, price_cents: 1000, invoice_id: invoice.id, state: 'booked' },
      ...{ free_until: '2026-09-24T09:00:00Z', created_at: testNow },
    }),
  };
}

async function sayings({ running, staff, place, rows, account, word }: Owning) {
  const text = `${word} was here`;
  const thought = (state: string) => ({
    ...{ training_id: place.training, client_id: account.clientId, training_rating: 'like', state },
    ...{ thought: text, is_shared: true, created_at: testNow, changed_at: testNow },
  });
  const delivery = await rows.add('message_deliveries', {
    ...{ message_id: place.message, client_id: account.clientId, changed_at: testNow },
  });
  return {
    comment: await rows.add('feedback', thought('waiting')),
    thought: text,
    refusal: await rows.add('entries', {
      ...{ scan_id: randomUUID(), door_id: place.door, club_id: place.club, client_id: account.clientId },
      ...{ direction: 'in', at: testNow, local_date: '2026-09-14', received_at: testNow, is_offline: false },
      ...{ result: 'refused', reason: 'entryNotAllowed' },
    }),
    reportToken: reportToken(running.server.app.ports.tokens, staff.home.id, delivery),
  };
}

async function sessions({ staff, rows, account, word }: Owning) {
  const { home } = staff;
  const secret = (what: string) => secretOf(`${staff.word}-${word}`, what);
  const [emailToken, resetToken] = [secret('mail'), secret('reset')];
  const of = { account_id: account.id, created_at: testNow, expires_at: '2026-09-15T09:00:00Z' };
  const session = randomUUID();
  await rows.add('sessions', {
    ...{ ...of, id: session, salt: randomBytes(32), rotated_at: testNow, proved_at: testNow, keep: true },
    device: { platform: word },
  });
  await rows.add('email_changes', {
    ...{
      ...of,
      token_hash: hashToken(emailToken),
      email: `${word}.${staff.home.id}@test.test`.toLowerCase(),
    },
  });
  await rows.add('password_resets', { ...of, token_hash: hashToken(resetToken) });
  const passkey = await rows.add('passkeys', {
    ...{ account_id: account.id, created_at: testNow, credential_id: randomBytes(32), sign_count: 0 },
    ...{ public_key: randomBytes(64), transports: [], aaguid: randomUUID(), is_backed_up: false, name: word },
  });
  const identity = await rows.add('external_identities', {
    ...{ account_id: account.id, created_at: testNow, provider: 'smartId', level: 'qualified' },
    subject_hash: randomBytes(32),
  });
  const [lost, freed] = [
    await home.account({ firstName: `${word} lost` }),
    await home.account({ firstName: `${word} freed` }),
  ];
  const asker = await home.account({ role: 'admin', firstName: `${word} second` });
  const factorResetToken = secret('factor reset');
  const asked = { reason: word, asked_at: testNow, expires_at: '2026-09-15T09:00:00Z' };
  await rows.add('factor_resets', { ...asked, account_id: lost.id, asked_by: asker.id });
  await rows.add('factor_resets', {
    ...{ ...asked, account_id: freed.id, confirmed_at: testNow, opens_at: testNow },
    token_hash: hashToken(factorResetToken),
  });
  return { session, passkey, identity, emailToken, resetToken, lostAccount: lost.id, factorResetToken };
}
