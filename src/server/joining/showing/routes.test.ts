import { describe, expect, test } from 'vitest';
import {
  janis,
  liga,
  mari,
  mariLiis,
  mary,
  maryWithCard,
  refusing,
  young,
} from '#server/testing/identities.ts';
import { sampleDevice as device } from '#server/testing/samples.ts';
import { withServer } from '#server/testing/server.ts';
import { showingMeans } from '#server/testing/showing.ts';
import { beginIdentityLogin, loginWithIdentity } from '#shared/account/identities/contract.ts';
import * as contract from '#shared/joining/contract.ts';
import type { ShownPerson } from '#shared/joining/shown/domain.ts';

const running = withServer();
const { ask, call, clock, centre } = running;
const { place, open, begin, beginBy, signByCard, look, show, draftOf, join, confirm } = showingMeans(running);

const mariShown: ShownPerson = {
  ...{ firstName: 'Ok', lastName: 'Testnumber', country: 'EE', idCode: '40404040009' },
  birthDate: '1904-04-04',
};

const maryShown: ShownPerson = {
  ...{ firstName: 'Mary Änn', lastName: 'O’Connež-Šuslik', country: 'EE', idCode: '60001019906' },
  birthDate: '2000-01-01',
};

describe('who joins shows who they are', () => {
  test('and the form is filled in by it, in this browser, also when it is opened again', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, { ...form, firstName: 'Somebody', phone: '+37255550000' });
    const begun = await begin(home, draftToken);
    const waiting = await look(home, begun);
    expect(waiting.body).toMatchObject({ person: null, draftToken: null, isMember: false });
    await confirm(waiting.body.display ?? '');
    const shown = await look(home, begun);
    expect(shown.body).toEqual({ display: null, draftToken, person: mariShown, isMember: false });
    const { body } = await draftOf(home, draftToken, begun.browser);
    expect(body).toMatchObject({ isShown: true, form: { ...mariShown, phone: '+37255550000' } });
  });

  test.each([
    [
      janis,
      { firstName: 'Ok', lastName: 'Demo', country: 'LV', idCode: '04040410003', birthDate: '1904-04-04' },
    ],
    [
      liga,
      {
        ...{ firstName: 'Līga', lastName: 'Jaunā-Bērziņa', country: 'LV', idCode: '32999999993' },
        birthDate: '1990-12-31',
      },
    ],
    [young, { lastName: 'Testnumber', country: 'EE', idCode: '61101019999', birthDate: '2011-01-01' }],
  ])('$document', async (person, expected) => {
    const { home, form } = await place();
    const { looked } = await show(home, form, person);
    expect(looked.body.person).toMatchObject(expected);
  });

  test('by Mobile-ID, once they have entered their PIN', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const begun = await beginBy(home, draftToken, mary);
    expect(begun.link).toMatch(/^\d{4}$/);
    clock.advance({ seconds: 3 });
    const { body } = await look(home, begun);
    expect(body).toMatchObject({ draftToken, person: maryShown });
    const joined = await draftOf(home, draftToken, begun.browser);
    expect(joined.body).toMatchObject({ isShown: true, form: maryShown });
  });

  test('by ID card, with what it signed for this question alone', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const [first, begun] = [
      await beginBy(home, await open(home, form), { provider: 'idCard' }),
      await beginBy(home, draftToken, { provider: 'idCard' }),
    ];
    const origin = `https://${home.host}`;
    const other = await signByCard(origin, first.link, maryWithCard);
    expect((await look(home, begun, other)).error).toBe('identityNotValid');
    const again = await beginBy(home, draftToken, { provider: 'idCard' }, begun.browser);
    const { body } = await look(home, again, await signByCard(origin, again.link, maryWithCard));
    expect(body).toMatchObject({ draftToken, person: maryShown });
  });

  test('by ID card that is revoked, nobody is shown, and the form is as it was', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const begun = await beginBy(home, draftToken, { provider: 'idCard' });
    const token = await signByCard(`https://${home.host}`, begun.link, mariLiis);
    expect((await look(home, begun, token)).error).toBe('idCardRevoked');
    const { body } = await draftOf(home, draftToken, begun.browser);
    expect(body).toMatchObject({ isShown: false, form: { firstName: form.firstName, idCode: form.idCode } });
  });

  test('of whom nothing says when they were born is nobody, and the question is over', async () => {
    const { home, form } = await place();
    const begun = await begin(home, await open(home, form));
    const { document, firstName, lastName } = liga;
    await confirm(begun.link, { document, firstName, lastName });
    expect((await look(home, begun)).error).toBe('identityNotValid');
    expect((await look(home, begun)).error).toBe('identityRequestOver');
    expect(await ask('select shown from joins where tenant_id = $1', home.id)).toEqual([{ shown: null }]);
  });

  test('who refuses joins by typing, and may ask again', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const begun = await begin(home, draftToken);
    await confirm(begun.link, refusing);
    expect((await look(home, begun)).error).toBe('identityRefused');
    expect((await look(home, begun)).error).toBe('identityRequestOver');
    expect((await begin(home, draftToken, begun.browser)).error).toBeUndefined();
  });

  test('on the same device the browser comes back with what the page that asked cannot know', async () => {
    const { home, form } = await place();
    const begun = await begin(home, await open(home, form), '', 'thisDevice');
    const returned = await confirm(begun.link);
    expect((await look(home, begun)).body.person).toBeNull();
    expect((await look(home, begun, returned)).body.person).toEqual(mariShown);
  });

  test('a centre without keys asks nobody', async () => {
    const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
    const [home, { form }] = [await centre({ rules }), await place()];
    const draftToken = await open(home, form);
    expect((await begin(home, draftToken)).error).toBe('identityNotOffered');
  });
});

describe('what was shown is good', () => {
  test('once', async () => {
    const { home, form } = await place();
    const begun = await begin(home, await open(home, form));
    await confirm(begun.link);
    const both = await Promise.all([look(home, begun), look(home, begun)]);
    expect(both.map(({ error }) => error).toSorted()).toEqual(['identityRequestOver', undefined]);
    expect((await look(home, begun)).error).toBe('identityRequestOver');
  });

  test('for the newest question of a draft alone', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const first = await begin(home, draftToken);
    const second = await begin(home, draftToken, first.browser);
    await confirm(first.link, janis);
    expect((await look(home, first)).error).toBe('identityRequestOver');
    await confirm(second.link);
    expect((await look(home, second)).body.person).toEqual(mariShown);
  });

  test('in the browser that asked', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const begun = await begin(home, draftToken);
    await confirm(begun.link);
    for (const browser of ['', 'x'.repeat(43)])
      expect((await look(home, { ...begun, browser })).error).toBe('identityRequestOver');
    await look(home, begun);
    for (const browser of ['', 'x'.repeat(43)]) {
      expect((await draftOf(home, draftToken, browser)).body.isShown).toBe(false);
      const sent = { draftToken, browser, form: { ...form, ...mariShown } };
      expect((await join(home, sent)).error).toBe('joinShownOver');
    }
  });

  test('and says who it was in that browser alone: the draft’s link is mailed to where may be nobody of theirs', async () => {
    const { home, form } = await place();
    const shown = await show(home, { ...form, phone: '+37255550000' });
    const { draftToken } = shown;
    const hidden = { firstName: '', lastName: '', idCode: '', birthDate: '', phone: '+37255550000' };
    const elsewhere = ['', 'x'.repeat(43)];
    for (const browser of elsewhere)
      expect((await draftOf(home, draftToken, browser)).body).toMatchObject({ isShown: false, form: hidden });
    // What they typed of themselves goes on wherever they are.
    const keep = (part: object) =>
      call(
        contract.changeJoinDraft,
        { body: { draftToken, form: { ...shown.form, ...part } } },
        { host: home.host },
      );
    await keep({ firstName: 'Oks' });
    expect((await draftOf(home, draftToken, '')).body.form).toMatchObject({ ...hidden, firstName: 'Oks' });
    await keep({});
    expect((await join(home, shown)).status).toBe(200);
    expect((await draftOf(home, draftToken, shown.browser)).body).toMatchObject({
      isShown: true,
      form: mariShown,
    });
    for (const browser of elsewhere)
      expect((await draftOf(home, draftToken, browser)).body).toMatchObject({ isShown: false, form: hidden });
  });

  test('at the centre that asked', async () => {
    const [{ home, form }, other] = [await place(), await place()];
    const begun = await begin(home, await open(home, form));
    await confirm(begun.link);
    expect((await look(other.home, begun)).error).toBe('identityRequestOver');
    const draftToken = await open(other.home, other.form);
    await look(home, begun);
    const sent = { draftToken, browser: begun.browser, form: { ...other.form, ...mariShown } };
    expect((await join(other.home, sent)).error).toBe('joinShownOver');
  });

  test('for the draft that asked: another one of the same browser has nothing of it', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    const draftToken = await open(home, shown.form);
    expect((await draftOf(home, draftToken, shown.browser)).body.isShown).toBe(false);
    expect((await join(home, { ...shown, draftToken })).error).toBe('joinShownOver');
  });

  test('for a quarter of an hour', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    clock.advance({ minutes: 14 });
    expect((await draftOf(home, shown.draftToken, shown.browser)).body.isShown).toBe(true);
    clock.advance({ minutes: 1 });
    expect((await draftOf(home, shown.draftToken, shown.browser)).body.isShown).toBe(false);
    expect((await join(home, shown)).error).toBe('joinShownOver');
    expect((await join(home, shown, false)).status).toBe(200);
  });

  test('for what is nobody’s yet: who asked before it was taken over is shown too late', async () => {
    const { home, form } = await place();
    const begun = await begin(home, await open(home, form));
    await confirm(begun.link);
    await ask('update joins set taken_over_at = $2 where tenant_id = $1 returning 1', home.id, clock.now());
    expect((await look(home, begun)).error).toBe('identityRequestOver');
    expect(await ask('select shown from joins where tenant_id = $1', home.id)).toEqual([{ shown: null }]);
  });

  test('for joining: nobody logs in by it, nor joins by what was asked to log in', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const begun = await begin(home, draftToken);
    await confirm(begun.link);
    const as = { host: home.host, headers: { cookie: `trenn_browser=${begun.browser}` } };
    const shown = { request: begun.request, returned: null, keep: false, deviceParameters: device };
    expect((await call(loginWithIdentity, { body: shown }, as)).error).toBe('identityRequestOver');
    const body = { asked: { provider: 'smartId', way: 'otherDevice' }, keep: false } as const;
    const { request, display } = (await call(beginIdentityLogin, { body }, as)).body;
    await confirm(display);
    expect((await look(home, { request, browser: begun.browser })).error).toBe('identityRequestOver');
  });
});

describe('a form', () => {
  test.each([
    ['firstName', 'Oks'],
    ['lastName', 'Kask'],
    ['idCode', '60001019906'],
  ])('with another %s than was shown is not believed', async (name, value) => {
    const { home, form } = await place();
    const shown = await show(home, form);
    const typed = { ...shown.form, [name]: value };
    expect((await join(home, { ...shown, form: typed })).error).toBe('joinShownOver');
    const changed = { body: { draftToken: shown.draftToken, form: typed } };
    await call(contract.changeJoinDraft, changed, { host: home.host });
    expect((await draftOf(home, shown.draftToken, shown.browser)).body.isShown).toBe(false);
  });

  test('that says it is of who was shown, where nobody was, is not', async () => {
    const { home, form } = await place();
    const draftToken = await open(home, form);
    const sent = { draftToken, browser: 'x'.repeat(43), form: { ...form, ...mariShown } };
    expect((await join(home, sent)).error).toBe('joinShownOver');
    expect(await ask('select from contracts where tenant_id = $1', home.id)).toEqual([]);
  });

  test('that is sent without it was typed, and what was shown is good no more', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    expect((await join(home, shown, false)).status).toBe(200);
    const kept = await ask(
      'select is_shown, shown, shown_until, shown_browser_hash from joins where tenant_id = $1',
      home.id,
    );
    expect(kept).toEqual([{ is_shown: false, shown: null, shown_until: null, shown_browser_hash: null }]);
    expect((await join(home, shown)).error).toBe('joinShownOver');
  });

  test('that is sent twice is joined once, also when what was shown is old by then', async () => {
    const { home, form } = await place();
    const shown = await show(home, form);
    const first = await join(home, shown);
    clock.advance({ minutes: 20 });
    expect((await join(home, shown)).body).toEqual(first.body);
    const changed = { ...shown, form: { ...shown.form, email: 'other@test.test' } };
    expect((await join(home, changed)).error).toBe('joinShownOver');
    expect(
      await ask("select from contracts where tenant_id = $1 and state = 'pending'", home.id),
    ).toHaveLength(1);
  });

  test('of a minor is refused as if the code had been typed', async () => {
    const { home, form } = await place();
    const shown = await show(home, form, young);
    const { error, refusal } = await join(home, shown);
    expect([error, refusal?.details]).toEqual([
      'dataValidationFailed',
      { field: 'idCode', problem: 'notOfAge' },
    ]);
  });

  test('that is dropped keeps nothing of who was shown', async () => {
    const { home, form } = await place();
    await show(home, form, mari);
    clock.advance({ hours: 25 });
    await running.runJob('joins');
    const kept = await ask('select state, form, shown, asked_hash from joins where tenant_id = $1', home.id);
    expect(kept).toEqual([{ state: 'dropped', form: {}, shown: null, asked_hash: null }]);
  });
});
