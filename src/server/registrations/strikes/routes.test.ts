import { describe, expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import * as trail from '#shared/audit-trail/contract.ts';
import * as registrations from '#shared/registrations/contract.ts';
import * as contract from '#shared/registrations/strikes/contract.ts';

const { centre, call, ask, clock } = withServer();

/** A client who was absent on some days of September 2026, and who works there. */
async function absentee(...days: string[]) {
  const home = await centre();
  const [member, admin, trainer] = [
    await home.account(),
    await home.account({ role: 'admin' }),
    await home.account({ role: 'trainer' }),
  ];
  const ids: number[] = [];
  for (const day of days) {
    const training = await home.training({ startsAt: `2026-09-${day}T15:00:00Z` });
    const id = await home.registration(training, member.clientId, { place: 1 });
    await ask('update registrations set presence = false where id = $1 returning 1', id);
    ids.push(id);
  }
  return { home, member, admin, trainer, ids };
}

const own = async (actor: TestAccount) => (await call(contract.listOwnStrikes, {}, { actor })).body;
const waive = (actor: TestAccount, id: number, reason: string | null) =>
  call(contract.waiveStrike, { params: { id }, body: { reason } }, { actor });
const book = (actor: TestAccount, trainingId: number) =>
  call(registrations.register, { body: { trainingId, isWaitingAccepted: false } }, { actor });

/** Lets the job that looks who may book ahead run once, and waits for what it sets off. */
async function lookUp() {
  const open = `select 1 from graphile_worker.jobs where task_identifier in ('bans', 'notice')
    union all select 1 from outbox where topic = 'notice'`;
  await ask("select graphile_worker.add_job('bans', '{}')");
  await expect.poll(async () => (await ask(open)).length, { timeout: 10_000 }).toBe(0);
}

describe('a member', () => {
  test('sees what counts, what does not yet, and until when', async () => {
    const { home, member } = await absentee('01', '12', '13');
    clock.set('2026-09-14T12:00:00Z');
    // What is over this very moment, and what begins then or was so long ago that it can close nothing any more.
    for (const at of ['2026-09-14T11:00:00Z', clock.now(), '2026-07-31T11:00:00Z', '2026-07-01T12:00:00Z']) {
      const id = await home.registration(await home.training({ startsAt: at }), member.clientId, {
        place: 1,
      });
      await ask('update registrations set presence = false where id = $1 returning 1', id);
    }
    const { strikes, ...rules } = await own(member);
    expect(rules).toEqual({ most: 3, days: 30, banDays: 14, counting: 2, bannedUntil: null });
    expect(strikes.map(({ standing, kind }) => [standing, kind])).toEqual([
      ['pending', 'absent'],
      ['pending', 'absent'],
      ['counting', 'absent'],
      ['counting', 'absent'],
    ]);
    expect(strikes[2]).toMatchObject({
      countsFrom: '2026-09-13T16:00:00Z',
      countsUntil: '2026-10-13T16:00:00Z',
    });
    expect(strikes[0]).not.toHaveProperty('waivedReason');
  });

  test('is told once when booking ahead closes, by mail', async () => {
    const { home, member } = await absentee('10', '11', '12');
    clock.set('2026-09-13T17:00:00Z');
    await lookUp();
    await lookUp();
    expect((await own(member)).bannedUntil).toBe('2026-09-27T16:00:00Z');
    const mails = () =>
      ask<{ subject: string; text: string }>(
        'select subject, text from stand_in_mails where tenant_id = $1',
        home.id,
      );
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1);
    const [mail] = await mails();
    expect(mail?.text).toContain('27.09.2026');
  });
});

test('a ban that began long ago is not told as news', async () => {
  const { home, member } = await absentee('07', '08', '09');
  clock.set('2026-09-14T12:00:00Z');
  await lookUp();
  expect((await own(member)).bannedUntil).toBe('2026-09-24T16:00:00Z');
  expect(await ask('select 1 from stand_in_mails where tenant_id = $1', home.id)).toEqual([]);
});

describe('a waiver', () => {
  test('opens booking at once, is seen with its reason, and can be taken back', async () => {
    const { home, member, admin, ids } = await absentee('10', '11', '12');
    clock.set('2026-09-14T12:00:00Z');
    await lookUp();
    const ahead = await home.training({ startsAt: '2026-09-20T15:00:00Z' });
    expect((await book(member, ahead.id)).error).toBe('bookingBanned');
    expect((await waive(admin, ids[1] ?? 0, 'Was ill')).body).toEqual({ bannedUntil: null });
    expect((await book(member, ahead.id)).error).toBeUndefined();
    expect((await own(member)).strikes.map(({ standing }) => standing)).toEqual([
      'counting',
      'waived',
      'counting',
    ]);
    const { body } = await call(
      contract.listClientStrikes,
      { params: { id: member.clientId } },
      { actor: admin },
    );
    expect(body.strikes[1]?.waivedReason).toBe('Was ill');
    expect((await waive(admin, ids[1] ?? 0, null)).body).toEqual({ bannedUntil: '2026-09-27T16:00:00Z' });
    const later = await home.training({ startsAt: '2026-09-21T15:00:00Z' });
    expect((await book(member, later.id)).error).toBe('bookingBanned');
  });

  test('stands in the audit trail with its reason', async () => {
    const { admin, ids } = await absentee('12');
    clock.set('2026-09-14T12:00:00Z');
    await waive(admin, ids[0] ?? 0, 'Was ill');
    const { body } = await call(trail.listTrail, { query: {} }, { actor: admin });
    expect(JSON.stringify(body)).toContain('Was ill');
  });

  test('given once more with the same words changes nothing', async () => {
    const { home, admin, ids } = await absentee('12');
    clock.set('2026-09-14T12:00:00Z');
    const first = await waive(admin, ids[0] ?? 0, 'Was ill');
    const rows = () =>
      ask(
        `select strike_waived_at as at, strike_waived_reason as reason,
          (select count(*)::integer from audit_trail a where a.tenant_id = r.tenant_id) as trail
         from registrations r where tenant_id = $1`,
        home.id,
      );
    const before = await rows();
    clock.advance({ hours: 1 });
    expect((await waive(admin, ids[0] ?? 0, 'Was ill')).body).toEqual(first.body);
    expect(await rows()).toEqual(before);
  });

  test.each([
    ['a place that was used', 'update registrations set presence = true where id = $1 returning 1'],
    ['one nothing is noted of', 'update registrations set presence = null where id = $1 returning 1'],
  ])('of %s is refused', async (_, change) => {
    const { admin, ids } = await absentee('12');
    clock.set('2026-09-14T12:00:00Z');
    await ask(change, ids[0]);
    expect((await waive(admin, ids[0] ?? 0, 'Was ill')).error).toBe('registrationNotFound');
  });

  test('is no trainer’s and no other centre’s to give, and needs words', async () => {
    const { trainer, admin, member, ids } = await absentee('12');
    const stranger = await (await centre()).account({ role: 'admin' });
    clock.set('2026-09-14T12:00:00Z');
    const [id = 0] = ids;
    expect((await waive(trainer, id, 'Was ill')).status).toBe(403);
    expect((await waive(stranger, id, 'Was ill')).error).toBe('registrationNotFound');
    expect((await waive(admin, id, '  ')).error).toBe('dataValidationFailed');
    expect((await own(member)).counting).toBe(1);
    const foreign = { params: { id: member.clientId } };
    expect((await call(contract.listClientStrikes, foreign, { actor: stranger })).error).toBe(
      'clientNotFound',
    );
  });

  test('two waive two of four at once: each is counted', async () => {
    const { member, admin, ids } = await absentee('09', '10', '11', '12');
    clock.set('2026-09-14T12:00:00Z');
    await lookUp();
    await Promise.all(ids.slice(0, 2).map((id) => waive(admin, id, 'Was ill')));
    expect(await own(member)).toMatchObject({ counting: 2, bannedUntil: null });
  });
});
