import { randomBytes, randomUUID } from 'node:crypto';
import type { TestAccount } from '../centre.ts';
import { makeContract } from '../contracts.ts';
import { invoiceMeans } from '../invoices.ts';
import type { TestServer } from '../server.ts';
import { testNow } from '../server.ts';
import { fulfil } from '../tickets.ts';
import { voucherOf } from '../vouchers.ts';
import type { Staff, thingsOfPlace } from './place.ts';
import { type Rows, rowsOf } from './rows.ts';

/**
 * What no endpoint is asked about: beside each thing another of its kind, in another club, of another trainer, in a state in
 * which it counts for nothing. A query that has forgotten one of its conditions answers it too, and is told by that.
 */
interface Beside {
  readonly running: TestServer;
  readonly staff: Staff;
  readonly place: Awaited<ReturnType<typeof thingsOfPlace>>;
  readonly rows: Rows;
}

const lastWeek = '2026-09-08T09:00:00Z';

/** In the centre's other club, and what is over in the first. */
export async function besidePlace(running: TestServer, staff: Staff, place: Beside['place']): Promise<void> {
  const beside = { running, staff, place, rows: rowsOf(running, staff.home) };
  await otherClub(beside);
  await timesOfOthers(beside);
  await replacementsThatEnded(beside);
  await running.ask(
    'update accounts set takes_morning_mail = true where tenant_id = $1 and id = any($2)',
    staff.home.id,
    [staff.admin.id, staff.trainer.id],
  );
}

async function otherClub({ staff: { home, word }, place, rows }: Beside): Promise<void> {
  const clubId = place.spareClub;
  const roomId = await home.room({ name: `${word} far hall`, clubId });
  const of = { clubId, roomId, trainerId: place.otherTrainer, name: `${word} far away` };
  const training = await home.training({ ...of, startsAt: '2026-09-15T15:00:00Z' });
  await home.training({ ...of, startsAt: '2026-09-12T08:00:00Z' });
  await home.training({ ...of, startsAt: '2026-09-16T08:00:00Z', isCancelled: true });
  await home.registration(training, await home.client({ firstName: `${word} far` }), { place: 1 });
  const days = { from_on: '2026-12-24', until_on: '2026-12-26', created_at: testNow };
  await rows.add('closures', { ...days, club_id: clubId, name: `${word} far closed` });
  await rows.add('closures', {
    ...{ ...days, from_on: '2026-12-30', club_id: place.club, name: `${word} open` },
    lifted_at: testNow,
    until_on: '2026-12-31',
  });
  await rows.add('doors', {
    ...{ club_id: clubId, name: `${word} far door`, direction: 'out', client_type: 'pool' },
    is_active: false,
  });
  await rows.add('training_groups', { name: `${word} far juniors`, club_id: clubId, max_members: 5 });
  await rows.add('reservations', {
    ...{ name: `${word} far party`, room_ids: [roomId], local_date: '2026-09-20' },
    ...{ starts_at: '2026-09-20T09:00:00Z', ends_at: '2026-09-20T10:00:00Z' },
  });
}

/** Hours, exceptions and absences of another trainer. */
async function timesOfOthers({ place, rows }: Beside): Promise<void> {
  const trainer_id = place.otherTrainer;
  const [room_id, minutes] = [place.spareRoom, { from_minute: 600, until_minute: 660 }];
  await rows.add('trainer_hours', { ...minutes, trainer_id, room_id, weekday: 3 });
  await rows.add('trainer_exceptions', {
    ...{ ...minutes, trainer_id, room_id },
    ...{ on_date: '2026-09-22', kind: 'extra' },
  });
  await rows.add('trainer_exceptions', { ...minutes, trainer_id, on_date: '2026-09-23', kind: 'off' });
  await rows.add('trainer_absences', {
    ...{ trainer_id, from_on: '2026-11-05', until_on: '2026-11-06', created_at: testNow },
  });
}

async function replacementsThatEnded({ staff: { home, trainer, word }, place, rows }: Beside) {
  const ended = { answered_at: lastWeek, ended_at: lastWeek, opens_to_all_at: lastWeek };
  const asked = {
    ...{ trainer_id: trainer.trainerId, account_id: trainer.id, reason: 'away', comment: `${word} away` },
    ...{ created_at: '2026-09-07T09:00:00Z', ...ended },
  };
  const to = (day: string, trainerId: number) =>
    home.training({ startsAt: `2026-09-${day}T17:00:00Z`, name: `${word} given`, trainerId });
  const taken = await to('10', place.otherTrainer);
  const helper_id = place.otherTrainer;
  await rows.add('replacements', { ...asked, training_id: taken.id, state: 'accepted', helper_id });
  const kept = await to('29', trainer.trainerId ?? 0);
  await rows.add('replacements', {
    ...{ ...asked, training_id: kept.id, state: 'cancelled', end_reason: 'takenBack' },
  });
}

/** What a person had before, in the states in which it counts for nothing more. */
export async function besidePerson(
  running: TestServer,
  staff: Staff,
  place: Beside['place'],
  person: { readonly account: TestAccount; readonly word: string; readonly number: number },
): Promise<void> {
  const beside = { running, staff, place, rows: rowsOf(running, staff.home), ...person };
  await bookingsThatEnded(beside);
  await contractsThatEnded(beside);
  await moneyThatEnded(beside);
  await waresThatEnded(beside);
  await linksThatEnded(beside);
  await atThisMoment(beside);
}

type BesidePerson = Beside & Parameters<typeof besidePerson>[3];

async function bookingsThatEnded({ staff, place, rows, account, word, number }: BesidePerson) {
  const { home, trainer } = staff;
  const of = { client_id: account.clientId, created_at: lastWeek };
  const past = (day: string) =>
    home.training({
      ...{ startsAt: `2026-09-${day}T1${number}:00:00Z`, name: `${staff.word} before` },
      trainerId: trainer.trainerId ?? null,
    });
  const [came, away] = [await past('09'), await past('11')];
  const ahead = await home.training({
    ...{
      startsAt: `2026-10-02T1${number}:00:00Z`,
      name: `${staff.word} ahead`,
      trainerId: place.otherTrainer,
    },
  });
  for (const [training, parts] of [
    [came, { state: 'booked', place: 1, presence: true }],
    [away, { state: 'noShow', ended_at: '2026-09-11T20:00:00Z' }],
    [ahead, { state: 'cancelledFree', ended_at: lastWeek }],
    [ahead, { state: 'waiting' }],
  ] as const)
    await rows.add('registrations', {
      ...{ ...of, ...parts, training_id: training.id, style_id: training.styleId },
      ...{ starts_at: training.startsAt, ends_at: training.endsAt, local_date: training.localDate },
      free_until: training.startsAt,
    });
  await rows.add('feedback', {
    ...{ training_id: came.id, client_id: account.clientId, training_rating: 'love', state: 'hidden' },
    ...{ thought: `${word} thought so`, is_shared: true, created_at: lastWeek, changed_at: lastWeek },
  });
}

async function contractsThatEnded({ running, staff, place, rows, account }: BesidePerson) {
  const { home } = staff;
  const make = () => makeContract(running, home, account, { productId: place.otherPackage });
  const { contractId: over } = await make();
  await running.ask(
    `update contracts set starts_on = '2026-06-01', ends_on = '2026-09-13' where tenant_id = $1 and id = $2`,
    home.id,
    over,
  );
  const { contractId: withdrawn } = await make();
  await running.ask(
    `update contracts set state = 'withdrawn', withdrawn_at = $3 where tenant_id = $1 and id = $2`,
    home.id,
    withdrawn,
    testNow,
  );
  await rows.add('contract_freezes', {
    ...{ contract_id: over, from_on: '2026-07-01', until_on: '2026-07-10', asked_until: '2026-07-10' },
    created_at: lastWeek,
    cancelled_at: lastWeek,
  });
}

async function moneyThatEnded({ running, staff, place, rows, account, word }: BesidePerson) {
  const { home } = staff;
  const { clientId } = account;
  const means = invoiceMeans(running);
  const parts = { clientId, payer: { name: word } };
  const dropped = await means.draft(home, parts);
  await running.ask(
    `update invoices set state = 'dropped', dropped_at = $3 where tenant_id = $1 and id = $2`,
    home.id,
    dropped.id,
    testNow,
  );
  const writtenOff = await means.issued(home, parts);
  await running.ask(
    'update invoices set written_off_at = $3 where tenant_id = $1 and id = $2',
    home.id,
    writtenOff.id,
    testNow,
  );
  await rows.add('campaign_redemptions', {
    ...{ invoice_id: dropped.id, campaign_id: place.campaign, client_id: clientId, email: account.email },
    ...{ discount_cents: 100, created_at: lastWeek, held_until: lastWeek, released_at: lastWeek },
  });
  await rows.add('rentals', {
    ...{ client_id: clientId, room_id: place.rentedRoom, people: 2, price_cents: 1000 },
    ...{ starts_at: '2026-09-26T08:00:00Z', ends_at: '2026-09-26T08:50:00Z', local_date: '2026-09-26' },
    ...{ invoice_id: dropped.id, state: 'cancelledFree', ended_at: testNow, created_at: lastWeek },
    free_until: '2026-09-25T08:00:00Z',
  });
}

async function waresThatEnded({ running, staff, place, rows, account }: BesidePerson) {
  const { home } = staff;
  const { clientId } = account;
  const ticket = await fulfil(running, home, { productId: place.product, owner: account });
  await running.ask(
    `update tickets set starts_on = '2026-07-01', ends_on = '2026-08-01' where tenant_id = $1 and id = $2`,
    home.id,
    ticket.id,
  );
  const packaged = await fulfil(running, home, { productId: place.personalProduct, owner: account });
  await rows.add('ticket_shares', {
    ...{ ticket_id: packaged.id, recipient: 'friend@test.test', created_at: lastWeek },
    ...{ ended_at: testNow, ended_by: 'owner' },
  });
  await voucherOf(running, home, { clientId, validFrom: '2026-01-01', validUntil: '2026-08-31' });
  const revoked = await voucherOf(running, home, { clientId });
  await running.ask('update vouchers set revoked_at = $2 where id = $1', revoked.id, testNow);
}

async function linksThatEnded({ rows, account, word }: BesidePerson): Promise<void> {
  const of = { account_id: account.id, created_at: lastWeek };
  await rows.add('sessions', {
    ...{ ...of, id: randomUUID(), salt: randomBytes(32), rotated_at: lastWeek, proved_at: lastWeek },
    ...{ expires_at: '2026-10-08T09:00:00Z', keep: true, device: { platform: `${word} old` } },
    ...{ ended_at: testNow, end_reason: 'logout' },
  });
  await rows.add('email_changes', {
    ...{ ...of, token_hash: randomBytes(32), email: 'used@test.test', expires_at: '2026-10-08T09:00:00Z' },
    used_at: lastWeek,
  });
  await rows.add('calendar_feeds', { ...of, salt: randomBytes(32), token_hash: randomBytes(32) });
}

/** What begins or is over at the very moment, or ends on this day: on which side of it something counts is told by these. */
async function atThisMoment(beside: BesidePerson): Promise<void> {
  const { running, staff, place, rows, account, word } = beside;
  const { home } = staff;
  const { clientId } = account;
  for (const startsAt of ['2026-09-14T08:00:00Z', testNow]) {
    const training = await home.training({ startsAt, name: `${staff.word} now`, trainerId: null });
    await home.registration(training, clientId, { place: 1 });
  }
  const of = { account_id: account.id, created_at: lastWeek, expires_at: testNow };
  await rows.add('sessions', {
    ...{ ...of, id: randomUUID(), salt: randomBytes(32), rotated_at: lastWeek, proved_at: lastWeek },
    ...{ keep: true, device: { platform: `${word} over` } },
  });
  await rows.add('password_resets', { ...of, token_hash: randomBytes(32) });
  const ticket = await fulfil(running, home, { productId: place.product, owner: account });
  await running.ask(
    `update tickets set starts_on = '2026-09-01', ends_on = '2026-09-14' where tenant_id = $1 and id = $2`,
    home.id,
    ticket.id,
  );
  await voucherOf(running, home, { clientId, validUntil: '2026-09-14' });
  await voucherOf(running, home, { clientId, validFrom: '2026-09-14' });
  await rows.add('entries', {
    ...{ scan_id: randomUUID(), door_id: place.door, club_id: place.club, client_id: clientId },
    ...{ direction: 'in', at: '2026-09-14T08:00:00Z', local_date: '2026-09-14', is_offline: false },
    ...{ received_at: testNow, result: 'accepted', by: 'booking', inside_until: testNow },
  });
}
