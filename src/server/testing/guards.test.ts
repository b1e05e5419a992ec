import { beforeAll, expect, test } from 'vitest';
import { furnished } from './furnished.ts';
import { withServer } from './server.ts';

const running = withServer({ isAlone: true });
const { ask } = running;

/** How columns are called that hold the two ends of a time. */
const ends: Readonly<Record<string, string>> = {
  ...{ starts_on: 'ends_on', starts_at: 'ends_at', from_on: 'until_on' },
  ...{ valid_from: 'valid_until', from_minute: 'until_minute' },
};

beforeAll(async () => {
  const { things } = await furnished(running, 'Kodu');
  await ask(
    `insert into contract_terms (tenant_id, contract_id, number, starts_on, ends_on, created_at)
      select tenant_id, id, 1, starts_on, starts_on + 30, now() from contracts where id = $1`,
    things.contract,
  );
  await ask(
    `insert into series (tenant_id, weekdays, every_weeks, wall_time, minutes, starts_on, ends_on)
      select tenant_id, '{1}', 1, '09:00', 60, starts_on, starts_on from contracts where id = $1`,
    things.contract,
  );
}, 120_000);

/** What the database makes of a change of all rows of a table, which is taken back. */
async function outcomeOf(table: string, change: string): Promise<string> {
  const codes: Readonly<Record<string, string>> = {
    ...{ T0000: 'no row', T0001: 'taken' },
    // A check, and a range the wrong way round.
    ...{ '23514': 'refused', '22000': 'refused' },
  };
  const trying = ask(`do $$
    declare rows integer;
    begin
      update ${table} set ${change};
      get diagnostics rows = row_count;
      raise exception using errcode = case rows when 0 then 'T0000' else 'T0001' end;
    end $$`);
  return trying.then(
    () => 'nothing',
    ({ code = '' }: { code?: string }) => codes[code] ?? code,
  );
}

test('no time ends before it begins, wherever there are both ends', async () => {
  const pairs = await ask<{ table: string; start: string; end: string; type: string }>(
    `select s.table_name as "table", s.column_name as start, e.column_name as "end", s.data_type as type
      from information_schema.columns s
        join information_schema.columns e on e.table_schema = s.table_schema and e.table_name = s.table_name
      where s.table_schema = 'public'
        and (s.column_name, e.column_name) in (select * from unnest($1::text[], $2::text[]))`,
    ...[Object.keys(ends), Object.values(ends)],
  );
  expect(pairs.length).toBeGreaterThan(16);
  const outcomes: string[] = [];
  for (const { table, start, end, type } of pairs) {
    // A series without a date ends on the day before it begins.
    const least = table === 'series' ? '2' : '1';
    const before = type.startsWith('timestamp') ? "interval '1 second'" : least;
    outcomes.push(`${table}: ${await outcomeOf(table, `${end} = ${start} - ${before}`)}`);
  }
  expect(outcomes).toEqual(pairs.map(({ table }) => `${table}: refused`));
});

/** Counters that only ever go up, orders of lists, floors, the status of a kept answer, and money that went back. */
const mayBeNegative = [
  ...['accounts.session_version', 'attempts.count', 'doors.pairings', 'entries.step', 'sessions.generation'],
  ...['registrations.sequence', 'trainings.sequence', 'trainings.version', 'reservations.version'],
  ...['clubs.position', 'products.position', 'video_types.position', 'videos.position'],
  ...['invoice_series.last', 'invoice_series.year', 'replacements.alerted_hours'],
  ...['rooms.floor', 'idempotency_keys.status', 'receipts.amount_cents'],
];

test('no other number is below zero', async () => {
  const columns = await ask<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column"
      from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.data_type in ('integer', 'bigint', 'smallint', 'numeric') and c.column_name !~ 'id$'`,
  );
  const outcomes = new Map<string, string>();
  for (const { table, column } of columns)
    outcomes.set(`${table}.${column}`, await outcomeOf(table, `${column} = -1`));
  const namesOf = (outcome: string) => [...outcomes.keys()].filter((name) => outcomes.get(name) === outcome);
  expect(namesOf('taken').toSorted()).toEqual(mayBeNegative.toSorted());
  expect(namesOf('refused').length).toBeGreaterThan(65);
});
