import { expect, test } from 'vitest';
import type { TestAccount } from '#server/testing/centre.ts';
import { expectRefused, type Refusal } from '#server/testing/refusals.ts';
import { withServer } from '#server/testing/server.ts';
import { inviteUser, listUsers, type UserValues, updateUser } from '#shared/account/users/contract.ts';

const running = withServer();
const { centre, call, ask } = running;

async function scene() {
  const home = await centre();
  const [admin, second, person] = [
    await home.account({ role: 'admin', firstName: 'Aadu' }),
    await home.account({ role: 'admin', firstName: 'Beeta' }),
    await home.account({ firstName: 'Kai' }),
  ];
  const seen = async ({ id }: TestAccount) => {
    const { body } = await call(listUsers, { query: { id } }, { actor: admin });
    const user = body.items.find((item) => item.id === id);
    if (!user) throw new Error('no such user');
    return user;
  };
  const change = async (who: TestAccount, values: Partial<UserValues>, more: object = {}) => {
    const user = await seen(who);
    const body = { version: user.version, values: { ...user.values, ...values }, ...more };
    return (by: object = { actor: admin }) => call(updateUser, { params: { id: who.id }, body }, by);
  };
  /** Who opened the session hours ago and has not shown since who they are. */
  const unproved = async ({ claims }: TestAccount) => ({
    host: home.host,
    token: await running.server.app.ports.tokens.sign({ ...claims, provedAt: 0 }),
  });
  return { home, admin, second, person, seen, change, unproved };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const wrong = (field: string): Refusal => [400, 'dataValidationFailed', { field }];

test.each<[string, (of: Scene) => Partial<UserValues> | Promise<Partial<UserValues>>, object, Refusal]>([
  ['seen before somebody else saved', () => ({}), { version: 'x'.repeat(22) }, [409, 'changedMeanwhile']],
  ['to an address somebody has', ({ second }) => ({ email: second.email }), {}, [409, 'emailTaken']],
  [
    'to an address somebody has, in capitals',
    ({ second }) => ({ email: second.email.toUpperCase() }),
    {},
    [409, 'emailTaken'],
  ],
  ['with another first name', () => ({ firstName: 'Uku' }), {}, wrong('firstName')],
  ['with another last name', () => ({ lastName: 'Uus' }), {}, wrong('lastName')],
  ['with another number', () => ({ phone: '+372 5555 9999' }), {}, wrong('phone')],
  ['to a trainer of nobody', () => ({ trainerId: 9_999_999 }), {}, wrong('trainerId')],
  [
    'to a trainer of another centre',
    async () => ({ trainerId: await (await centre()).trainer() }),
    {},
    wrong('trainerId'),
  ],
])('an account is not changed %s', async (_, values, more, refusal) => {
  const of = await scene();
  const press = await of.change(of.person, await values(of), more);
  await expectRefused(running, of.home, () => press(), refusal);
});

test('an account of nobody, or of another centre, is not changed', async () => {
  const { home, admin, person, seen } = await scene();
  const { version, values } = await seen(person);
  for (const id of [9_999_999, (await (await centre()).account()).id])
    await expectRefused(
      running,
      home,
      () => call(updateUser, { params: { id }, body: { version, values } }, { actor: admin }),
      [404, 'itemNotFound'],
    );
});

test.each<[string, Partial<UserValues>]>([
  ['is one no more', { isAdmin: false }],
  ['is blocked', { isBlocked: true }],
])('where the last administrator %s, nothing is changed', async (_, values) => {
  const { home, admin, second, change } = await scene();
  await (await change(second, { isAdmin: false }))();
  const press = await change(admin, values);
  await expectRefused(running, home, () => press(), [409, 'lastAdministrator']);
});

test.each<[string, Partial<UserValues>, boolean]>([
  ['another right', { canManageRegistrations: true }, true],
  ['making an administrator', { isAdmin: true }, true],
  ['blocking', { isBlocked: true }, true],
  ['another address', { email: 'uus@test.test' }, true],
  ['the same address in capitals', {}, false],
])('%s asks who it is: %s', async (_, values, isAsked) => {
  const { home, admin, person, change, unproved } = await scene();
  const press = await change(person, isAsked ? values : { email: person.email.toUpperCase() });
  const by = await unproved(admin);
  if (isAsked) await expectRefused(running, home, () => press(by), [403, 'proofNeeded']);
  else expect((await press(by)).error).toBeUndefined();
});

const mailed = async (tenantId: number) =>
  (
    await ask<{ recipient: string }>(
      'select recipient from stand_in_mails where tenant_id = $1 order by recipient',
      tenantId,
    )
  ).map(({ recipient }) => recipient);

test.each<[string, Partial<UserValues>, (of: Scene) => string[]]>([
  ['made an administrator', { isAdmin: true }, ({ second }) => [second.email]],
  ['given another right', { canSeeRegistrations: true }, () => []],
])('of who is %s every other administrator hears, and nobody else', async (_, values, told) => {
  const of = await scene();
  expect((await (await of.change(of.person, values))()).error).toBeUndefined();
  await expect.poll(() => mailed(of.home.id)).toEqual(told(of));
  const trail = await ask<{ before: UserValues; after: UserValues }>(
    'select before, after from audit_trail where tenant_id = $1',
    of.home.id,
  );
  expect(trail).toMatchObject([{ before: { isAdmin: false }, after: values }]);
});

test('an address that somebody has is invited by nobody', async () => {
  const { home, admin, person, seen } = await scene();
  const { values } = await seen(person);
  const press = (more: Partial<UserValues>) =>
    call(inviteUser, { body: { values: { ...values, ...more } } }, { actor: admin });
  await expectRefused(running, home, () => press({}), [409, 'emailTaken']);
  await expectRefused(
    running,
    home,
    () => press({ email: 'uus@test.test', trainerId: 9_999_999 }),
    wrong('trainerId'),
  );
});

test.each(['invites', 'gives an account'])(
  'who only typed an address has it no more once the office %s it',
  async (how) => {
    const { home, admin, person, change } = await scene();
    const squatter = await home.account();
    const email = squatter.email.toUpperCase();
    await ask('update accounts set username = email, email_typed_at = now() where id = $1', squatter.id);
    const none = { phone: '', isAdmin: false, trainerId: null };
    const rights = { canSeeRegistrations: false, canManageRegistrations: false, isBlocked: false };
    const values = { email, firstName: 'Uku', lastName: 'Uus', ...none, ...rights };
    const press =
      how === 'invites'
        ? () => call(inviteUser, { body: { values } }, { actor: admin })
        : await change(person, { email });
    const { status, body } = await press();
    expect(status).toBe(200);
    const holders = await ask(
      'select id, email_typed_at from accounts where tenant_id = $1 and email = $2',
      home.id,
      squatter.email,
    );
    expect(holders).toEqual([{ id: body.id, email_typed_at: null }]);
    const [left] = await ask<{ email: string; username: string }>(
      'select email, username from accounts where id = $1',
      squatter.id,
    );
    expect(left?.email).toMatch(/@typed\.invalid$/);
    expect(left?.username).toBe(left?.email);
  },
);

test('an address that was only typed stays so with other rights, and is theirs once the office gives them another', async () => {
  const { person, change } = await scene();
  await ask("update accounts set email_typed_at = '2026-09-14T08:00Z' where id = $1", person.id);
  const isTyped = async () =>
    (
      await ask<{ is: boolean }>(
        'select email_typed_at is not null as is from accounts where id = $1',
        person.id,
      )
    )[0]?.is;
  expect((await (await change(person, { canSeeRegistrations: true }))()).status).toBe(200);
  expect(await isTyped()).toBe(true);
  expect((await (await change(person, { email: 'other@test.test' }))()).status).toBe(200);
  expect(await isTyped()).toBe(false);
});
