import { describe, expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { janis, liga, young } from '#server/testing/identities.ts';
import { withServer } from '#server/testing/server.ts';
import { showingMeans } from '#server/testing/showing.ts';
import { createClient, listClients, saveClientIdentity } from '#shared/clients/contract.ts';
import { changeJoinDraft } from '#shared/joining/contract.ts';

const running = withServer();
const { ask, call } = running;
const {
  place,
  open,
  begin,
  look,
  confirm,
  show,
  join,
  settle,
  joinShown,
  logIn,
  link,
  newestTo,
  officeOf,
  holders,
  clientOf,
  claimsOf,
} = showingMeans(running);

/** Somebody the office knows, with the code of who is asked, or another's. */
async function known(home: Centre, of: { lastName?: string; idCode?: string } = {}) {
  const actor = await home.account({ role: 'admin' });
  const { lastName = 'TESTNUMBER', idCode = '40404040009' } = of;
  const values = {
    ...{ firstName: 'ok', lastName, email: 'old@test.test', phone: '+37255550000', address: '', city: '' },
    ...{ county: '', zip: '', isBlocked: false },
  };
  const { id } = (await call(createClient, { body: { values } }, { actor })).body;
  const body = { idCountry: 'EE', idCode, birthDate: null } as const;
  await call(saveClientIdentity, { params: { id }, body }, { actor });
  return { id, actor };
}
const give = (home: Centre, { clientId }: TestAccount, columns: string) =>
  ask(`update clients set ${columns} where tenant_id = $1 and id = $2 returning 1`, home.id, clientId);
const mariCode = "id_country = 'EE', id_code = '40404040009'";

describe('who was shown and is new here', { timeout: 30_000 }, () => {
  test('has a client with a code that was shown, and logs in by it at once', async () => {
    const { home, form } = await place();
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: true });
    expect(await claimsOf(home)).toMatchObject({ clientId: holder, firstName: 'Ok', lastName: 'Testnumber' });
    const text = await newestTo(home, form.email, '/login');
    expect(text).toContain('Smart-ID');
    expect(text).not.toContain('/password/reset');
    const kept = await ask('select is_shown, shown, form from joins where tenant_id = $1', home.id);
    expect(kept).toEqual([{ is_shown: true, shown: null, form: {} }]);
  });

  test('is who agreed: whoever is shown for the same draft afterwards has nothing of it', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    const joined = await join(home, shown);
    const begun = await begin(home, shown.draftToken, shown.browser);
    await confirm(begun.link, janis);
    expect((await look(home, begun)).status).toBe(200);
    await settle(home, shown, joined);
    const [holder] = await holders(home);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: false });
    expect((await logIn(home.host, janis)).error).toBe('identityUnknown');
  });

  test('and shows it once more before it is paid is who agreed still', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    const joined = await join(home, shown);
    const again = await begin(home, shown.draftToken, shown.browser);
    await confirm(again.link);
    expect((await look(home, again)).status).toBe(200);
    await settle(home, shown, joined);
    const [holder] = await holders(home);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: true });
  });

  test('stays who agreed, whoever else has the link of the draft: it is changed in their own browser alone', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const early = await begin(home, draftToken);
    const own = await begin(home, draftToken);
    await confirm(own.link);
    const { person } = (await look(home, own)).body;
    if (!person) throw new Error('not shown');
    const shown = { draftToken, browser: own.browser, form: { ...form, ...person } };
    // Somebody else was asked before it was agreed to; one asks at a time.
    const late = await begin(home, draftToken, early.browser);
    await confirm(late.link, janis);
    const joined = await join(home, shown);
    expect((await look(home, late)).error).toBe('identityRequestOver');
    const reader = { ...shown, browser: late.browser };
    expect((await begin(home, draftToken, reader.browser)).error).toBe('joinNotFound');
    for (const isShown of [true, false])
      expect((await join(home, reader, isShown)).error).toBe('joinNotFound');
    const typed = { body: { draftToken, form: { ...shown.form, email: 'reader@test.test' } } };
    expect((await call(changeJoinDraft, typed, { host: home.host })).error).toBe('joinNotFound');
    await settle(home, shown, joined);
    const [holder] = await holders(home);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: true });
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
  });

  test('of another country than two has a code that was shown, too', async () => {
    const { home, form } = await place();
    await joinShown(home, form, liga);
    expect(await clientOf(home, (await holders(home))[0])).toMatchObject({
      ...{ id_code: '32999999993', is_shown: true },
    });
  });

  test('and under age, with a guardian, has a login of their own', async () => {
    const { home, form } = await place();
    await ask(
      `update tenants set company = jsonb_set(company, '{contracts}', '{"hasGuardians": true}') where tenant_id = $1 returning 1`,
      home.id,
    );
    await running.server.tenants.load();
    const guardian = {
      ...{ guardianFirstName: 'Jaan', guardianLastName: 'Pärn', guardianIdCode: '38001085718' },
      ...{ guardianEmail: 'jaan@test.test', guardianPhone: '+37255551234' },
    };
    await joinShown(home, { ...form, ...guardian }, young);
    expect(await claimsOf(home, young)).toMatchObject({ clientId: (await holders(home))[0] });
  });

  test('is known to the office as shown, until it writes another code', async () => {
    const { home, form } = await place();
    const actor = await home.account({ role: 'admin' });
    await joinShown(home, form);
    const factsOf = async () =>
      (await call(listClients, { query: { q: 'Testnumber' } }, { actor })).body.items[0];
    const found = await factsOf();
    expect(found?.facts.idShown).toBe('14.09.2026');
    expect(found?.facts.emailTyped).toBe('14.09.2026');
    const write = (idCode: string) =>
      call(
        saveClientIdentity,
        { params: { id: found?.id ?? 0 }, body: { idCountry: 'EE', idCode, birthDate: null } },
        { actor },
      );
    await write('40404040009');
    expect((await factsOf())?.facts.idShown).toBe('14.09.2026');
    await write('60001019906');
    expect((await factsOf())?.facts.idShown).toBe('');
  });

  test('a code that is typed is none that was shown', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    await settle(home, shown, await join(home, shown, false));
    expect(await clientOf(home, (await holders(home))[0])).toMatchObject({
      ...{ id_code: '40404040009', is_shown: false },
    });
    expect((await logIn(home.host)).error).toBe('identityUnknown');
  });
});

describe('who was shown and is known by the code', { timeout: 30_000 }, () => {
  test('without a login is who they are, logs in at once, and nothing of them is changed', async () => {
    const { home, form } = await place();
    const { id } = await known(home);
    await joinShown(home, form);
    expect(await holders(home)).toEqual([id]);
    expect(await clientOf(home, id)).toMatchObject({
      is_shown: true,
      email: 'old@test.test',
      last_name: 'TESTNUMBER',
    });
    expect(await claimsOf(home)).toMatchObject({ clientId: id });
    expect(await newestTo(home, 'old@test.test', 'Smart-ID')).toContain(form.email);
    expect(await newestTo(home, officeOf(home), form.email)).toContain(
      'tõendas, kes ta on, ja on juba klient',
    );
  });

  test('with another name is somebody new until the office has looked: a code may be mistyped', async () => {
    const { home, form } = await place();
    const { id } = await known(home, { lastName: 'Kask' });
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect(holder).not.toBe(id);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: null, is_shown: false });
    expect(await clientOf(home, id)).toMatchObject({ is_shown: false });
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
    expect(await newestTo(home, officeOf(home), form.email)).toContain('Sama isikukood on kliendil');
  });

  test('is nobody who has that code of another country, or another code and the same name', async () => {
    const { home, form } = await place();
    const [abroad, other] = [await known(home), await known(home, { idCode: '60001019906' })];
    await ask("update clients set id_country = 'LV' where id = $1 returning 1", abroad.id);
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect([abroad.id, other.id]).not.toContain(holder);
    expect(await clientOf(home, holder)).toMatchObject({ id_code: '40404040009', is_shown: true });
    expect(await clientOf(home, abroad.id)).toMatchObject({ is_shown: false });
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
  });

  test('with a login opens it by nothing: anybody may have typed the code there', async () => {
    const { home, form } = await place();
    const thief = await home.account();
    await give(home, thief, `${mariCode}, first_name = 'Ok', last_name = 'Testnumber'`);
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect(holder).not.toBe(thief.clientId);
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
    expect((await clientOf(home, holder))?.id_code).toBeNull();
  });

  test('and has shown it before has the contract, by whatever name and address; their login stays as it is', async () => {
    const { home, form } = await place();
    const member = await home.account();
    await give(home, member, `${mariCode}, last_name = 'Before', id_shown_at = '2026-01-01T00:00:00Z'`);
    await joinShown(home, form);
    expect(await holders(home)).toEqual([member.clientId]);
    expect((await logIn(home.host)).error).toBe('identityUnknown');
  });

  test('and is kept out has the contract and no login', async () => {
    const { home, form } = await place();
    const { id } = await known(home);
    await ask(
      'update clients set is_blocked = true where tenant_id = $1 and id = $2 returning 1',
      home.id,
      id,
    );
    await joinShown(home, form);
    expect(await holders(home)).toEqual([id]);
    expect((await logIn(home.host)).error).toBe('identityUnknown');
    expect(await ask('select from accounts where tenant_id = $1 and client_id = $2', home.id, id)).toEqual(
      [],
    );
  });

  test('whose login is closed gets no other one', async () => {
    const { home, form } = await place();
    const member = await home.account();
    await give(home, member, `${mariCode}, id_shown_at = '2026-01-01T00:00:00Z'`);
    await ask(
      'update accounts set is_blocked = true where tenant_id = $1 and client_id = $2',
      home.id,
      member.clientId,
    );
    await joinShown(home, form);
    expect(await holders(home)).toEqual([member.clientId]);
    expect((await logIn(home.host)).error).toBe('identityUnknown');
  });

  test('and was forgotten is new', async () => {
    const { home, form } = await place();
    const { id } = await known(home);
    await ask(
      `update clients set first_name = '', last_name = '', email = '', id_code = null, id_country = null, is_blocked = true
       where tenant_id = $1 and id = $2 returning 1`,
      ...[home.id, id],
    );
    await joinShown(home, form);
    const [holder] = await holders(home);
    expect(holder).not.toBe(id);
    expect(await claimsOf(home)).toMatchObject({ clientId: holder });
  });
});

describe('who was shown and logs in by it', { timeout: 30_000 }, () => {
  test('is told so, and has the contract, whatever address and code are known of them', async () => {
    const { home, form } = await place();
    const member = await home.account();
    expect((await link(member)).body.isLinked).toBe(true);
    await give(home, member, "id_country = 'LV', id_code = '40404040009'");
    await known(home);
    const shown = await joinShown(home, form);
    expect(shown.looked.body.isMember).toBe(true);
    expect(await holders(home)).toEqual([member.clientId]);
    expect(await claimsOf(home)).toMatchObject({ clientId: member.clientId });
    expect(await clientOf(home, member.clientId)).toMatchObject({ is_shown: false });
  });

  test('joins a second time as the one they are', async () => {
    const { home, form } = await place();
    await joinShown(home, form);
    const [first] = await holders(home);
    running.clock.advance({ minutes: 1 });
    const shown = await show(home, { ...form, email: 'second@test.test', startsOn: '2026-10-20' });
    expect(shown.looked.body.isMember).toBe(true);
    await settle(home, shown, await join(home, shown));
    expect(new Set(await holders(home))).toEqual(new Set([first]));
    const codes = await ask("select from clients where tenant_id = $1 and id_code = '40404040009'", home.id);
    expect(codes).toHaveLength(1);
  });

  test('in two browsers at once is one client, with one login', async () => {
    const { home, form } = await place();
    const sent = [
      await show(home, form),
      await show(home, { ...form, email: 'second@test.test', startsOn: '2026-10-20' }),
    ];
    const joined = await Promise.all(sent.map((one) => join(home, one)));
    await Promise.all(
      sent.map((one, at) => {
        const answer = joined[at];
        return answer ? settle(home, one, answer) : undefined;
      }),
    );
    const [one] = await holders(home);
    expect(new Set(await holders(home))).toEqual(new Set([one]));
    expect(await claimsOf(home)).toMatchObject({ clientId: one });
    const logins = await ask(
      'select from external_identities where tenant_id = $1 union all select from accounts where tenant_id = $1 and client_id = $2',
      ...[home.id, one],
    );
    expect(logins).toHaveLength(2);
  });

  test('nobody is told of another than themselves', async () => {
    const { home, form } = await place();
    expect((await link(await home.account())).body.isLinked).toBe(true);
    expect((await show(home, form, janis)).looked.body.isMember).toBe(false);
  });
});
