import { expect, test } from 'vitest';
import type { Centre, TestAccount } from '#server/testing/centre.ts';
import { withServer } from '#server/testing/server.ts';
import { valueAt } from '#shared/kernel/fields.ts';
import { getHours, saveHours } from '#shared/personal-trainings/hours/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import { getBuyingTerms, getPageConfiguration, getPageRules } from '#shared/tenants/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import type { SectionName } from '#shared/tenants/settings/domain.ts';

const { centre, call, ask } = withServer();

async function furnished(): Promise<{ home: Centre; admin: TestAccount }> {
  const home = await centre();
  return { home, admin: await home.account({ role: 'admin' }) };
}

const names = { et: 'Jooga', en: 'Yoga', lv: 'Joga' };

test('a style is made, changed, and taken away while nothing hangs on it; the trail says how it looked', async () => {
  const { home, admin } = await furnished();
  const made = await call(
    places.createStyle,
    { body: { values: { names, colour: '#487cde' } } },
    { actor: admin },
  );
  const { id } = made.body;
  const list = await call(places.listStyles, { query: {} }, { actor: admin });
  const style = list.body.items.find((item) => item.id === id);
  expect(style).toMatchObject({ values: { names, colour: '#487CDE' }, facts: {} });
  const values = { names: { ...names, en: 'Slow yoga' }, colour: '#0B976D' };
  const body = { version: style?.version ?? '', values };
  expect((await call(places.updateStyle, { params: { id }, body }, { actor: admin })).status).toBe(200);
  const late = await call(places.updateStyle, { params: { id }, body }, { actor: admin });
  expect([late.status, late.error]).toEqual([409, 'changedMeanwhile']);

  const trail = await ask(
    'select noun, noun_id, before, after from audit_trail where tenant_id = $1 order by id',
    home.id,
  );
  expect(trail).toMatchObject([
    { noun: 'styles', noun_id: id, before: null, after: { names } },
    { noun: 'styles', noun_id: id, before: { names, colour: '#487CDE' }, after: values },
  ]);

  await home.training({ startsAt: '2026-09-15T15:00:00Z', styleId: id });
  const kept = await call(places.removeStyle, { params: { id } }, { actor: admin });
  expect([kept.status, kept.error]).toEqual([409, 'stillInUse']);
  const free = await call(
    places.createStyle,
    { body: { values: { names, colour: '#487CDE' } } },
    { actor: admin },
  );
  const params = { id: free.body.id };
  expect((await call(places.removeStyle, { params }, { actor: admin })).status).toBe(200);
  expect((await call(places.removeStyle, { params }, { actor: admin })).error).toBe('itemNotFound');
});

test('two who save at once: one does, the other is told', async () => {
  const { admin } = await furnished();
  const { body: list } = await call(places.listClubs, { query: {} }, { actor: admin });
  const [club] = list.items;
  if (!club) throw new Error('no club');
  const saving = (name: string) =>
    call(
      places.updateClub,
      { params: { id: club.id }, body: { version: club.version, values: { ...club.values, name } } },
      { actor: admin },
    );
  const answers = await Promise.all([saving('Sadam'), saving('Kesklinn')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a club shows everywhere as it was saved, and a room stays in its club', async () => {
  const { home, admin } = await furnished();
  const hours = {
    monday: '06:30-22:00',
    tuesday: '',
    wednesday: '',
    thursday: '',
    friday: '',
    saturday: '09:00-18:00',
    sunday: '',
  };
  const values = { name: 'Sadam', address: 'Lootsi 1', city: 'Tallinn', position: 5, hours };
  const { body: made } = await call(places.createClub, { body: { values } }, { actor: admin });
  await expect
    .poll(async () => (await call(getPageConfiguration, undefined, { host: home.host })).body.clubs)
    .toContainEqual({ id: made.id, name: 'Sadam', address: 'Lootsi 1', city: 'Tallinn' });
  const clubs = await call(places.listClubs, { query: {} }, { actor: admin });
  expect(clubs.body.items.find(({ id }) => id === made.id)?.values).toEqual(values);

  const room = { name: 'Saal 9', clubId: made.id, roomGroupId: null, capacity: 12, partIds: [] };
  const { body: created } = await call(places.createRoom, { body: { values: room } }, { actor: admin });
  const { body: rooms } = await call(places.listRooms, { query: {} }, { actor: admin });
  const seen = rooms.items.find(({ id }) => id === created.id);
  expect(rooms.references.clubs).toContainEqual({ id: made.id, name: 'Sadam' });
  const moved = await call(
    places.updateRoom,
    {
      params: { id: created.id },
      body: { version: seen?.version ?? '', values: { ...room, clubId: home.clubId } },
    },
    { actor: admin },
  );
  expect(moved.refusal).toMatchObject({ errors: ['dataValidationFailed'], details: { field: 'clubId' } });
  const elsewhere = await centre();
  const foreign = await call(
    places.createRoom,
    { body: { values: { ...room, clubId: elsewhere.clubId } } },
    { actor: admin },
  );
  expect([foreign.status, foreign.error]).toEqual([400, 'dataValidationFailed']);
});

test('a trainer has the styles they may teach', async () => {
  const { home, admin } = await furnished();
  const [one, two] = [await home.style(), await home.style()];
  const values = { firstName: 'Ilze', lastName: 'Ozola', isActive: true, styleIds: [one, two] };
  const { body: made } = await call(places.createTrainer, { body: { values } }, { actor: admin });
  const find = async () =>
    (await call(places.listTrainers, { query: {} }, { actor: admin })).body.items.find(
      ({ id }) => id === made.id,
    );
  const seen = await find();
  expect(seen).toMatchObject({ values, facts: { account: '' } });
  const colleague = await home.trainer();
  await ask(
    'insert into trainer_styles (tenant_id, trainer_id, style_id) values ($1, $2, $3) returning 1',
    ...[home.id, colleague, one],
  );
  const changed = { ...values, isActive: false, styleIds: [two] };
  await call(
    places.updateTrainer,
    { params: { id: made.id }, body: { version: seen?.version ?? '', values: changed } },
    { actor: admin },
  );
  expect((await find())?.values).toMatchObject(changed);
  const { items } = (await call(places.listTrainers, { query: {} }, { actor: admin })).body;
  expect(items.map(({ id, values: { styleIds } }) => [id, styleIds])).toEqual([
    [colleague, [one]],
    [made.id, [two]],
  ]);
});

test('a trainer with trainings ahead is not switched off: it is said how many and which', async () => {
  const { home, admin } = await furnished();
  const trainerId = await home.trainer({ firstName: 'Ilze', lastName: 'Ozola' });
  await home.trainer();
  const [one, past] = [
    await home.training({ startsAt: '2026-09-15T15:00:00Z', name: 'Jooga', trainerId }),
    await home.training({ startsAt: '2026-09-13T15:00:00Z', name: 'Eilne', trainerId }),
    await home.training({ startsAt: '2026-09-14T08:00:00Z', name: 'Äsja', trainerId }),
    await home.training({ startsAt: '2026-09-16T15:00:00Z', name: 'Pilates', trainerId }),
    await home.training({ startsAt: '2026-09-17T15:00:00Z', name: 'Aikido', trainerId }),
    await home.training({ startsAt: '2026-09-18T15:00:00Z', name: 'Zumba', trainerId }),
  ];
  const save = async (changes: object) => {
    const { items } = (await call(places.listTrainers, { query: {} }, { actor: admin })).body;
    const seen = items.find(({ id }) => id === trainerId);
    if (!seen) throw new Error('no trainer');
    return call(
      places.updateTrainer,
      { params: { id: trainerId }, body: { version: seen.version, values: { ...seen.values, ...changes } } },
      { actor: admin },
    );
  };
  const refused = await save({ isActive: false });
  expect([refused.error, refused.refusal?.details]).toEqual([
    'trainerHasTrainings',
    { count: 4, which: 'Jooga 15.09., Pilates 16.09., Aikido 17.09.' },
  ]);
  expect((await save({ firstName: 'Ilze Marija' })).status).toBe(200);
  await ask('update trainings set trainer_id = null where tenant_id = $1 and id = $2', home.id, one.id);
  expect((await save({ isActive: false })).refusal?.details).toMatchObject({ count: 3 });
  await ask('update trainings set is_cancelled = true where tenant_id = $1 and id <> $2', home.id, past.id);
  expect((await save({ isActive: false })).status).toBe(200);
  // Who is off already may be changed, whatever is ahead.
  await ask('update trainings set is_cancelled = false where tenant_id = $1', home.id);
  expect((await save({ firstName: 'Ilze' })).status).toBe(200);
});

test('every section of the settings is shown with its defaults and saved as it was sent', async () => {
  const { home, admin } = await furnished();
  const sections = async () => (await call(listSettings, undefined, { actor: admin })).body.sections;
  const of = async (name: string) => {
    const found = (await sections()).find((section) => section.name === name);
    if (!found) throw new Error(name);
    return found;
  };
  const limits = await of('limits');
  expect(limits.fields.find(({ name }) => name === 'freeCancelMinutes')).toMatchObject({
    kind: 'integer',
    least: 0,
    most: 10_080,
    standard: '180',
  });
  const save = (
    section: 'limits' | 'rules' | 'theme' | 'texts' | 'centre',
    version: string,
    values: object,
  ) =>
    call(
      saveSettings,
      { body: { section, version, values: values as Record<string, unknown> } },
      { actor: admin },
    );
  const wrong = await save('limits', limits.version, { ...limits.values, freeCancelMinutes: -1 });
  expect(wrong.refusal).toMatchObject({ details: { field: 'freeCancelMinutes' } });
  const right = await save('limits', limits.version, { ...limits.values, freeCancelMinutes: 60 });
  expect((await of('limits')).version).toBe(right.body.version);
  expect((await save('limits', limits.version, limits.values)).error).toBe('changedMeanwhile');

  const rules = await of('rules');
  await save('rules', rules.version, {
    ...rules.values,
    pages: { isJoinCompletePage: true, isJoinSimplePage: false, isBuyPersonalTrainingPage: false },
  });
  await expect
    .poll(async () => (await call(getPageRules, undefined, { host: home.host })).body.pages)
    .toMatchObject({ isJoinCompletePage: true });

  const theme = await of('theme');
  await save('theme', theme.version, { light: '#2A3BDB', dark: '#7C91FE', defaultColorScheme: 'light' });
  expect((await of('rules')).values.main).toMatchObject({ defaultColorScheme: 'light' });

  const texts = await of('texts');
  const page = '# Tingimused\n\n## Ostmine\n\nOle aus.\nJa maksa.\n\n## Lõpp\n\nHead trenni!';
  const kept = texts.values as { buyingTerms: object; about: object };
  await save('texts', texts.version, { ...kept, buyingTerms: { ...kept.buyingTerms, et: page } });
  await expect
    .poll(async () => (await call(getBuyingTerms, undefined, { host: home.host, language: 'et' })).body)
    .toEqual({
      title: 'Tingimused',
      sections: [
        { heading: 'Ostmine', paragraphs: ['Ole aus. Ja maksa.'] },
        { heading: 'Lõpp', paragraphs: ['Head trenni!'] },
      ],
    });
  const trail = await ask('select noun from audit_trail where tenant_id = $1 order by id', home.id);
  expect(trail).toEqual([
    { noun: 'settings.limits' },
    { noun: 'settings.rules' },
    { noun: 'settings.theme' },
    { noun: 'settings.texts' },
  ]);
});

/** One field of each section, and what it is changed to: something else than a new centre has. */
const changedFields: readonly (readonly [SectionName, string, unknown])[] = [
  ['centre', 'slogans.et', 'Tule trenni'],
  ['company', 'iban', 'EE382200221020145685'],
  ['theme', 'light', '#2A3BDB'],
  ['texts', 'about.et', '# Meist\n\n## Saal\n\nValge ja suur.'],
  ['rules', 'pages.isJoinSimplePage', true],
  ['limits', 'freeCancelMinutes', 75],
  ['contracts', 'freeze.maxDays', 61],
  ['billing', 'aheadDays', 5],
  ['reminders', 'dueDays', 4],
  ['messages', 'smsPartCents', 9],
  ['replacements', 'alertHours', [12]],
  ['security', 'demandedFrom', '2027-02-01'],
  ['identities', 'smartIdName', 'Keskus'],
];

test('each of the sections is saved and read back with what was changed, and changes no other', async () => {
  const { home, admin } = await furnished();
  const read = async () => {
    const { sections } = (await call(listSettings, undefined, { actor: admin })).body;
    return new Map(sections.map((section) => [section.name, section]));
  };
  expect(changedFields.map(([name]) => name)).toEqual([...(await read()).keys()]);
  for (const [name, field, value] of changedFields) {
    const before = await read();
    const section = before.get(name);
    expect([name, valueAt(section?.values, field)]).not.toEqual([name, value]);
    const values = structuredClone(section?.values ?? {});
    const [last = '', ...path] = field.split('.').toReversed();
    const inside = valueAt(values, path.toReversed().join('.')) ?? values;
    (inside as Record<string, unknown>)[last] = value;
    const body = { section: name, version: section?.version ?? '', values };
    const { status, refusal } = await call(saveSettings, { body }, { actor: admin });
    expect([name, status, refusal]).toEqual([name, 200, undefined]);
    const after = await read();
    expect([name, after.get(name)?.values]).toEqual([name, values]);
    for (const other of before.keys()) {
      if (other !== name) expect([name, after.get(other)]).toEqual([name, before.get(other)]);
    }
  }
  const trail = await ask('select noun from audit_trail where tenant_id = $1 order by id', home.id);
  expect(trail).toEqual(changedFields.map(([name]) => ({ noun: `settings.${name}` })));
});

async function styled() {
  const home = await centre({
    rules: { payment: { isPaymentActive: true }, pages: { isBuyPersonalTrainingPage: true } },
  });
  const admin = await home.account({ role: 'admin' });
  const make = async (isPersonal: boolean) =>
    (
      await call(
        places.createStyle,
        { body: { values: { names, colour: '#487CDE', isPersonal } } },
        { actor: admin },
      )
    ).body.id;
  const list = async () => (await call(places.listStyles, { query: {} }, { actor: admin })).body.items;
  const personal = async () => (await list()).filter(({ values }) => values.isPersonal).map(({ id }) => id);
  const mark = async (id: number, isPersonal: boolean) => {
    const found = (await list()).find((style) => style.id === id);
    if (!found) throw new Error('no such style');
    const body = { version: found.version, values: { ...found.values, isPersonal } };
    return (await call(places.updateStyle, { params: { id }, body }, { actor: admin })).error;
  };
  const remove = async (id: number) =>
    (await call(places.removeStyle, { params: { id } }, { actor: admin })).error;
  return { home, make, personal, mark, remove };
}

test('one style stands for personal trainings, and while trainers have hours there is one', async () => {
  const { home, make, personal, mark, remove } = await styled();
  const trainer = await home.account({ role: 'trainer' });
  const [first, second] = [await make(true), await make(false)];
  expect(await personal()).toEqual([first]);
  // Nobody has hours yet: a centre may have none.
  expect(await mark(first, false)).toBeUndefined();
  expect(await mark(first, true)).toBeUndefined();

  const weekly = [{ weekday: 2, from: '09:00', until: '12:00', roomId: await home.room() }];
  const { version } = (await call(getHours, {}, { actor: trainer })).body;
  await call(saveHours, { body: { hours: weekly, version } }, { actor: trainer });
  expect(await personal()).toEqual([first]);
  expect(await mark(first, false)).toBe('personalStyleNeeded');
  expect(await remove(first)).toBe('personalStyleNeeded');
  expect(await mark(first, true)).toBeUndefined();
  expect(await mark(second, true)).toBeUndefined();
  expect(await personal()).toEqual([second]);
  expect(await remove(first)).toBeUndefined();
});

test('so it is while a trainer is there besides the week on a day that is not behind everywhere', async () => {
  const { home, make, mark } = await styled();
  const style = await make(true);
  const [trainerId, roomId] = [await home.trainer(), await home.room()];
  const on = (date: string, kind: 'extra' | 'off') =>
    ask(
      `insert into trainer_exceptions (tenant_id, trainer_id, on_date, kind, from_minute, until_minute, room_id)
        values ($1, $2, $3, $4, 600, 660, $5) returning 1`,
      ...[home.id, trainerId, date, kind, kind === 'extra' ? roomId : null],
    );
  await on('2026-09-12', 'extra');
  await on('2026-09-20', 'off');
  expect(await mark(style, false)).toBeUndefined();
  expect(await mark(style, true)).toBeUndefined();
  await on('2026-09-13', 'extra');
  expect(await mark(style, false)).toBe('personalStyleNeeded');
});

test('a centre changes nothing but its own row, and there only what is its own', async () => {
  const { admin } = await furnished();
  const other = await centre();
  const before = await ask('select * from tenants where tenant_id = $1', other.id);
  const { body } = await call(listSettings, undefined, { actor: admin });
  const section = body.sections.find(({ name }) => name === 'centre');
  await call(
    saveSettings,
    {
      body: {
        section: 'centre',
        version: section?.version ?? '',
        values: { ...section?.values, name: 'Taken over' },
      },
    },
    { actor: admin },
  );
  expect(await ask('select * from tenants where tenant_id = $1', other.id)).toEqual(before);
  expect(
    await ask(`select has_column_privilege('trenn_app', 'tenants', 'host', 'update') as host,
      has_column_privilege('trenn_app', 'tenants', 'is_active', 'update') as active,
      has_table_privilege('trenn_app', 'tenants', 'insert') as made,
      has_table_privilege('trenn_app', 'tenants', 'delete') as gone`),
  ).toEqual([{ host: false, active: false, made: false, gone: false }]);
});
