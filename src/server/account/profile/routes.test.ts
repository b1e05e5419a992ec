import { describe, expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import type { TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { getProfile } from '#shared/account/contract.ts';
import { updateProfile } from '#shared/account/profile/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

const details = {
  firstName: 'Kai',
  lastName: 'Kask',
  phone: '5123 4567',
  address: ' Pikk 1 ',
  city: 'Tallinn',
  county: 'Harju maakond',
  zip: '10123',
  language: 'en' as const,
};
const change = (actor: TestAccount, parts: Partial<Record<keyof typeof details, string>> = {}) =>
  call(updateProfile, { body: { ...details, ...parts } as typeof details }, { actor });
const profileOf = async (actor: TestAccount) => (await call(getProfile, {}, { actor })).body;

describe('the profile', () => {
  test('speaks the languages of its centre alone, also where another one was kept before', async () => {
    const home = await centre({ languages: ['lv', 'en'] });
    const own = await home.account({ language: 'et' });
    expect((await profileOf(own)).language).toBe('lv');
    expect((await change(own, { language: 'et' })).refusal).toMatchObject({ details: { field: 'language' } });
    expect((await change(own, { language: 'en' })).body.language).toBe('en');
  });

  // shows: profile-fields, call-user-account-profile
  test('keeps what its owner typed, the phone as it is called from abroad', async () => {
    const home = await centre();
    const [own, other] = [await home.account(), await home.account()];
    const before = await profileOf(other);
    const { body } = await change(own);
    expect(body).toMatchObject({
      ...details,
      address: 'Pikk 1',
      phone: '+37251234567',
      isNameFixed: false,
      pendingEmail: null,
      email: own.email,
    });
    expect(await profileOf(own)).toEqual(body);
    expect(await profileOf(other)).toEqual(before);
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'nameRequired'],
    [{ lastName: 'www.me' }, 'lastName', 'nameInvalid'],
    [{ phone: '12' }, 'phone', 'phoneInvalid'],
    [{ phone: '+372 99 999 999 99' }, 'phone', 'phoneInvalid'],
    [{ address: 'x'.repeat(201) }, 'address', 'maxLength'],
  ])('refuses %j by its field', async (parts, field, problem) => {
    const home = await centre();
    const actor = await home.account();
    const before = await profileOf(actor);
    const { status, refusal } = await change(actor, parts);
    expect([status, refusal]).toEqual([
      400,
      expect.objectContaining({ errors: ['dataValidationFailed'], details: { field, problem } }),
    ]);
    expect(await profileOf(actor)).toEqual(before);
  });

  test('leaves a name that stands in a contract to the desk, and everything else to its owner', async () => {
    const home = await centre();
    const actor = await home.account({ firstName: 'Õie', lastName: 'Pärn' });
    const other = await home.account();
    await addContract(running, home, other);
    const { isNameFixed } = await profileOf(actor);
    expect(isNameFixed).toBe(false);
    await addContract(running, home, actor);
    for (const [state, isFixed] of [
      ['pending', false],
      ['dropped', false],
      ['withdrawn', true],
      ['live', true],
    ] as const) {
      await ask(
        `update contracts set state = $2, withdrawn_at = case when $2 = 'withdrawn' then now() end,
           activated_at = case when $2 in ('live', 'withdrawn') then now() end where client_id = $1`,
        ...[actor.clientId, state],
      );
      expect([state, (await profileOf(actor)).isNameFixed]).toEqual([state, isFixed]);
    }
    expect((await change(actor)).error).toBe('nameInContract');
    const { body } = await change(actor, { firstName: 'Õie', lastName: 'Pärn' });
    expect(body).toMatchObject({ firstName: 'Õie', city: 'Tallinn', isNameFixed: true });
  });

  test('may be without a phone, and keeps one that was written by other rules', async () => {
    const home = await centre();
    const actor = await home.account();
    await ask("update clients set phone = '12' where id = $1 returning 1", actor.clientId);
    expect((await change(actor, { phone: '12' })).body.phone).toBe('12');
    expect((await change(actor, { phone: '' })).body.phone).toBe('');
  });

  test('two who change one profile leave one of the two, whole', async () => {
    const home = await centre();
    const actor = await home.account();
    await Promise.all(['Tartu', 'Valga', 'Paide'].map((city) => change(actor, { city, zip: city })));
    const { city, zip } = await profileOf(actor);
    expect(zip).toBe(city);
  });
});
