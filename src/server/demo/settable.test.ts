import { expect, test } from 'vitest';
import { z } from 'zod';
import { testNow, withServer } from '#server/testing/server.ts';
import { isTurn } from '#server/testing/turns.ts';
import { endpoints } from '#shared/endpoints.ts';
import { fieldsOf, sectionNames } from '#shared/tenants/settings/domain.ts';
import { loadDemo } from './commands.ts';

const running = withServer({ isAlone: true });

/** Where rows of a table come from. */
interface Way {
  /** An endpoint, or in words what of the product itself does it. */
  readonly by: string;
  /** Columns that are fields of the endpoint's body; `column=field` where the names differ. */
  readonly sets?: string;
  /** Columns that follow: counted, copied, drawn by lot, or the moment. */
  readonly makes?: string;
}

const office = '/admin/back-office';
const place = (kind: string, sets: string): Way => ({ by: `PUT ${office}/${kind}/:id`, sets });
const bought: Way = {
  by: 'POST /public/ticket',
  sets: 'product_id club_id=unitId first_name last_name email phone starts_on',
  makes: 'client_id names client_type is_unlimited valid_count valid_unit start_mode ends_on salt',
};

/** Every table the demo data fills, and who else can write what stands in its columns. */
const ways: Readonly<Record<string, readonly Way[]>> = {
  accounts: [
    {
      by: `PUT ${office}/user/:id`,
      sets: 'email trainer_id is_admin can_see_registrations can_manage_registrations',
      makes: 'client_id',
    },
    { by: 'POST /account/password/reset', sets: 'password_hash=newPassword' },
    { by: 'PUT /user/account/profile', sets: 'language' },
    // Where one logs in by user name, a new account's is its address: the short names of the demo accounts are their own.
    { by: `POST ${office}/user`, makes: 'username' },
  ],
  allocations: [{ by: 'POST /admin/bank-import', makes: 'receipt_id invoice_id amount_cents' }],
  keycard_issuers: [
    { by: 'PUT /admin/keycards/google', sets: 'is_on=isOn', makes: 'provider details sealed' },
  ],
  bank_entries: [
    {
      by: 'POST /admin/bank-import',
      makes:
        'account entry_key booked_on amount_cents payer_name payer_account reference message state imported_at',
    },
    { by: 'POST /admin/bank-import/:id/accept', makes: 'invoice_id receipt_id settled_at' },
  ],
  campaigns: [
    {
      ...place('campaign', 'code names valid_from valid_until places effect is_once_per_client is_active'),
    },
    place('campaign', 'value=percent'),
  ],
  campaign_clubs: [{ ...place('campaign', 'club_id=clubIds'), makes: 'campaign_id' }],
  campaign_products: [{ ...place('campaign', 'product_id=productIds'), makes: 'campaign_id' }],
  campaign_redemptions: [
    {
      by: 'POST /public/join',
      makes: 'invoice_id campaign_id client_id email discount_cents held_until redeemed_at',
    },
  ],
  clients: [
    { ...place('client', 'first_name last_name email phone is_blocked'), makes: 'code' },
    { by: `PUT ${office}/client/:id/identity`, sets: 'id_country id_code birth_date' },
    { by: 'POST /public/join', sets: 'address city', makes: 'guardian' },
  ],
  closures: [{ by: 'POST /admin/schedule', sets: 'name from_on=from until_on=until' }],
  clubs: [place('club', 'name address city position opening_hours=hours')],
  contracts: [
    {
      by: 'POST /user/contract/add',
      sets: 'product_id club_id=unitId starts_on starts_early',
      makes: `number client_id category names benefits payer language state period_months anchor_day vat_kind ends_on
        term_months renews binding_until agreed_at salt token_hash invoice_id position activated_at`,
    },
    { by: 'POST /user/contract/:id/end', makes: 'notice_at' },
    { by: 'POST /user/contract/:id/withdrawal', makes: 'withdrawn_at' },
    { by: 'POST /admin/contract/:id/collect', makes: 'collected_at' },
    { by: 'POST /admin/contract/:id/block', sets: 'block_reason=reason', makes: 'blocked_at' },
  ],
  contract_changes: [{ by: 'POST /admin/contract/:id/block', makes: 'contract_id kind details' }],
  contract_freezes: [
    {
      by: 'POST /user/contract/:id/freeze',
      sets: 'from_on=from until_on=until',
      makes: 'contract_id asked_until',
    },
  ],
  contract_periods: [
    {
      by: 'POST /admin/billing/run',
      makes: 'contract_id from_on until_on owed_cents carried_cents amount_cents invoice_id position',
    },
  ],
  contract_prices: [
    {
      by: 'POST /admin/contract/price',
      sets: 'contract_id price_cents=price from_on=fromDate',
    },
  ],
  contract_terms: [{ by: 'the job that renews contracts', makes: 'contract_id number starts_on ends_on' }],
  doors: [place('door', 'club_id name direction client_type relay_url')],
  feedback: [
    {
      by: 'POST /user/comment',
      sets: 'training_id training_rating trainer_rating thought is_shared',
      makes: 'client_id',
    },
    { by: 'POST /trainer/comment/allow', makes: 'state' },
  ],
  invoices: [
    {
      by: 'POST /public/ticket',
      makes: `kind state number reference salt token_hash client_id payer seller language issued_on due_on total_cents
        issued_at`,
    },
    { by: 'POST /admin/invoice/:id/credit', sets: 'reason', makes: 'credits_id' },
    { by: 'POST /admin/invoice/:id/write-off', makes: 'written_off_at' },
  ],
  invoice_lines: [
    {
      by: 'POST /public/ticket',
      makes: `invoice_id position product_id article quantity unit_cents discount_cents gross_cents net_cents vat_cents
        vat_kind vat_rate supply_on item`,
    },
    { by: 'POST /admin/invoice/:id/credit', makes: 'credits_position' },
  ],
  invoice_series: [{ by: 'POST /public/ticket', makes: 'series year last' }],
  job_workers: [{ by: 'the queue itself', makes: 'since seen_at' }],
  packages: [
    {
      ...place('product', 'period_months term_months renews binding_months anchor joining_fee_id benefits'),
      makes: 'product_id',
    },
  ],
  payments: [
    {
      by: 'POST /public/payment',
      sets: 'method',
      makes: `invoice_id provider provider_id amount_cents status expires_at bank bank_name country`,
    },
  ],
  product_prices: [
    {
      ...place('product', 'club_id price_cents=price price_online_cents=priceOnline'),
      makes: 'product_id',
    },
  ],
  products: [
    place(
      'product',
      `kind category client_type names descriptions vat_kind visits valid_count valid_unit start_mode is_shareable
        is_active position`,
    ),
  ],
  queue_moves: [{ by: 'DELETE /user/registration/:id', makes: 'training_id registration_id kind moved_at' }],
  receipts: [
    { by: 'POST /public/payment', makes: 'kind amount_cents source client_id booked_on payer_name' },
  ],
  refunds: [
    {
      by: 'POST /admin/payment/:id/refund',
      sets: 'amount_cents=amount reason',
      makes: 'payment_id provider_id status',
    },
  ],
  registration_covers: [
    { by: 'POST /user/registration', makes: 'registration_id kind ticket_id ticket_entry_id' },
    { by: 'PUT /trainer/registration', makes: 'settled settled_at' },
  ],
  registrations: [
    {
      by: 'POST /user/registration',
      sets: 'training_id',
      makes: 'client_id state place free_until style_id starts_at ends_at local_date',
    },
    { by: 'DELETE /user/registration/:id', makes: 'ended_at' },
    { by: 'PUT /trainer/registration', sets: 'presence' },
  ],
  replacements: [
    {
      by: 'POST /trainer/substitute',
      sets: 'training_id=trainingIds reason comment',
      makes: 'trainer_id account_id state opens_to_all_at',
    },
    { by: 'POST /trainer/substitute/resolve', sets: 'helper_id=trainerId', makes: 'answered_at' },
    { by: 'POST /trainer/substitute/cancel', makes: 'ended_at end_reason' },
  ],
  replacement_candidates: [
    { by: 'POST /trainer/substitute', sets: 'trainer_id=preferredIds', makes: 'is_preferred' },
    { by: 'POST /trainer/substitute/apply', sets: 'replacement_id', makes: 'state applied_at' },
  ],
  reservations: [
    {
      by: 'POST /admin/room/reservation',
      sets: 'name room_ids starts_at=time ends_at=duration local_date=date',
    },
  ],
  room_groups: [place('room-group', 'name')],
  room_parts: [{ ...place('room', 'part_id=partIds'), makes: 'room_id' }],
  room_uses: [{ by: 'POST /admin/schedule', makes: 'room_id training_id reservation_id starts_at ends_at' }],
  rooms: [place('room', 'club_id room_group_id name capacity is_shared rent_cents floor')],
  series: [
    {
      by: 'POST /admin/schedule',
      sets: 'weekdays every_weeks wall_time=time minutes=duration starts_on=date ends_on=until',
    },
  ],
  styles: [place('style', 'names colour is_personal levels descriptions audiences belongings')],
  tenants: [
    {
      by: `PUT ${office}/settings`,
      makes: 'name languages default_language slogans theme page_rules limits company texts',
    },
    { by: `PUT ${office}/logo`, makes: 'logos' },
    // Its address, its law and its clock: chosen once, by who runs the installation.
    { by: 'the command `tenants add`', makes: 'host kind country time_zone' },
  ],
  ticket_entries: [
    {
      by: 'POST /admin/ticket/:id/adjust',
      sets: 'visits',
      makes: 'ticket_id kind settles_id',
    },
  ],
  ticket_shares: [
    {
      by: 'POST /user/product/personal-training/:id/share',
      sets: 'recipient',
      makes: 'ticket_id client_id',
    },
    { by: 'POST /user/product/personal-training/share/:id/accept', makes: 'accepted_at' },
  ],
  tickets: [bought],
  trainer_hours: [
    {
      by: 'PUT /admin/trainer/:id/personal-training/hours',
      sets: 'weekday from_minute=from until_minute=until room_id',
      makes: 'trainer_id',
    },
  ],
  trainer_styles: [{ ...place('trainer', 'style_id=styleIds'), makes: 'trainer_id' }],
  trainers: [place('trainer', 'first_name last_name is_active strengths words languages photo')],
  training_group_members: [
    {
      by: `POST ${office}/training-group/:id/member`,
      sets: 'client_id',
      makes: 'group_id contract_id',
    },
  ],
  training_groups: [place('training-group', 'name club_id trainer_id max_members')],
  trainings: [
    {
      by: 'POST /admin/schedule',
      sets: `style_id club_id room_id=roomIds trainer_id name name_prefix starts_at=time ends_at=duration local_date=date
        max_places is_public is_waiting_list_allowed is_closed is_commenting_allowed public_comment private_comment
        payment=isPaid price_cents=price client_type cancel_reason=reason closure_id`,
      makes: 'is_cancelled series_id series_on',
    },
    { by: 'POST /user/personal-training', makes: 'is_personal' },
    { by: 'POST /user/registration', makes: 'booked waiting sequence' },
  ],
  video_type_links: [{ ...place('video', 'type_id=typeIds'), makes: 'video_id' }],
  video_types: [place('video-type', 'names position')],
  videos: [place('video', 'titles descriptions url thumbnail captions is_active position')],
  voucher_links: [
    { by: 'POST /user/card/voucher/link', sets: 'voucher_id', makes: 'salt token_hash code_hash' },
    { by: 'POST /public/voucher', makes: 'claimed_at' },
    { by: 'DELETE /user/card/voucher/link/:id', makes: 'taken_back_at' },
  ],
  voucher_movements: [
    { by: 'POST /admin/voucher/:id/adjust', sets: 'uses note=reason', makes: 'voucher_id kind of_id' },
  ],
  vouchers: [
    {
      by: `POST ${office}/client/:id/voucher`,
      sets: 'product_id uses valid_from',
      makes: 'club_id client_id holder_name holder_email valid_until is_shareable salt token_hash code_hash',
    },
    { by: 'POST /admin/voucher/:id/revoke', makes: 'revoked_at' },
    { by: 'POST /public/voucher/purchase', makes: 'invoice_id position' },
    { by: 'POST /public/voucher', makes: 'link_id' },
  ],
};

/** Whose a row is, which one, and when it was made: of every table, and nobody's to set. */
const ofEvery = new Set(['tenant_id', 'id', 'created_at', 'changed_at']);

const words = (text = '') => text.split(/\s+/).filter((word) => word !== '');
const columnOf = (word: string) => word.split('=')[0] ?? '';
const fieldOf = (word: string) =>
  word.split('=')[1] ?? word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** All names of fields in a body, however deep. */
function namesIn(schema: unknown): Set<string> {
  const names = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties } = part as { properties?: object };
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const inner of Object.values(part)) look(inner);
  };
  look(schema);
  return names;
}

test('what is said to set a column is there: an endpoint with that field', () => {
  const byName = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  for (const [table, list] of Object.entries(ways)) {
    for (const { by, sets } of list) {
      if (by.startsWith('the ')) continue;
      const endpoint = byName.get(by);
      expect([table, by, endpoint !== undefined]).toEqual([table, by, true]);
      if (sets === undefined || !endpoint?.body) continue;
      const names = namesIn(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }));
      expect([table, by, words(sets).filter((word) => !names.has(fieldOf(word)))]).toEqual([table, by, []]);
    }
  }
});

test.runIf(isTurn(0, 3))(
  'everything the demo data sets can be set otherwise',
  { timeout: 240_000 },
  async () => {
    // The first ten: every country, rooms that are let, and all that any later one has.
    await loadDemo(running.server.system, {
      now: testNow,
      tokens: running.server.app.ports.tokens,
      scale: { tenants: 10, registrations: 0 },
    });
    const columns = await running.ask<{ table: string; name: string; standard: string | null }>(
      `select c.table_name as "table", c.column_name as name,
        case when column_default ~ 'nextval|now|app_tenant|random' then null else column_default end as standard
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      order by 1, c.ordinal_position`,
    );
    const unknown: string[] = [];
    const idle: string[] = [];
    const counts = { tables: 0, columns: 0 };
    for (const [table, list] of Map.groupBy(columns, (column) => column.table)) {
      const parts = list.map(
        ({ name, standard }) =>
          `count(*) filter (where "${name}" is distinct from ${standard ?? 'null'}) as "${name}"`,
      );
      const [set = {}] = await running.ask<Record<string, string>>(
        `select ${parts.join(', ')} from "${table}"`,
      );
      const written = list
        .map(({ name }) => name)
        .filter((name) => Number(set[name]) > 0 && !ofEvery.has(name));
      const known = (ways[table] ?? []).flatMap(({ sets, makes }) => [
        ...words(sets).map(columnOf),
        ...words(makes),
      ]);
      unknown.push(...written.filter((name) => !known.includes(name)).map((name) => `${table}.${name}`));
      idle.push(...known.filter((name) => !written.includes(name)).map((name) => `${table}.${name}`));
      if (written.length > 0) counts.tables += 1;
      counts.columns += written.length;
    }
    expect(counts.tables).toBeGreaterThan(50);
    expect(counts.columns).toBeGreaterThan(350);
    expect(unknown).toEqual([]);
    // What the demo data sets no more is said of nothing.
    expect(idle).toEqual([]);

    // What of a centre's own row is one document: each part of it has a form.
    const keys = await running.ask<{ key: string }>(
      'select distinct key from tenants, jsonb_object_keys(company) as key order by 1',
    );
    const forms = [...fieldsOf('company').map(({ name }) => name), ...sectionNames, 'contact'];
    expect(keys.map(({ key }) => key).filter((key) => !forms.includes(key))).toEqual([]);
    const texts = await running.ask<{ key: string }>(
      'select distinct key from tenants, jsonb_object_keys(texts) as key',
    );
    const pages = fieldsOf('texts').map(({ name }) => name.split('.')[0]);
    expect(texts.map(({ key }) => key).filter((key) => !pages.includes(key))).toEqual([]);
  },
);
