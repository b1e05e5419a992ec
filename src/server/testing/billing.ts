import { runBillingByNight, runBillingNow } from '#server/contracts/billing-runs/commands.ts';
import type { Benefit } from '#shared/contracts/benefits/domain.ts';
import { lastDateOfMonths, periodAt } from '#shared/contracts/periods/domain.ts';
import { instantAt } from '#shared/kernel/dates.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Centre } from './centre.ts';
import { contextOf } from './context.ts';
import { addPackage } from './contracts.ts';
import type { TestServer } from './server.ts';

export interface LiveContractParts {
  readonly startsOn: string;
  readonly endsOn?: string | null;
  readonly anchorDay?: number;
  readonly periodMonths?: number;
  readonly priceCents?: number;
  /** What the first period was billed, the price unless told otherwise; null: it is still to be billed. */
  readonly firstCents?: number | null;
  readonly termMonths?: number | null;
  readonly renews?: boolean;
  readonly language?: Language;
  readonly clientId?: number;
  readonly category?: 'webapp_fitness' | 'webapp_pilates';
  /** None unless told otherwise. */
  readonly benefits?: readonly Benefit[];
  /** Whoever pays; a broken one to provoke a problem. */
  readonly payer?: unknown;
  readonly noticeAt?: string | null;
}

export interface LiveContract {
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly productId: number;
}

/** Contracts whose first period was paid when they were made, and the nights that follow. */
export function billingMeans(running: TestServer) {
  const { clock, ask } = running;
  const packages = new Map<number, number>();
  let count = 0;

  const ctxOf = (home: Centre) => contextOf(running, home);

  const billingRunPorts = () => {
    const { tokens, originOf } = running.server.app.ports;
    return { tokens, originOf };
  };

  async function contract(home: Centre, parts: LiveContractParts): Promise<LiveContract> {
    const { startsOn, periodMonths = 1, priceCents = 3900, termMonths = null } = parts;
    const anchorDay = parts.anchorDay ?? Number(startsOn.slice(8));
    const productId = packages.get(home.id) ?? (await addPackage(running, home));
    packages.set(home.id, productId);
    const clientId = parts.clientId ?? (await home.client());
    count += 1;
    const number = `T-${count}`;
    const endsOn =
      parts.endsOn ?? (termMonths === null ? null : lastDateOfMonths({ anchorDay }, startsOn, termMonths));
    const payer = parts.payer ?? { name: 'Kai Kask', email: `payer${count}@test.test` };
    const [row] = await ask<{ id: number }>(
      `insert into contracts (tenant_id, number, client_id, product_id, club_id, category, names, benefits, payer, language,
         state, period_months, anchor_day, vat_kind, starts_on, ends_on, term_months, renews, agreed_at, salt, token_hash,
         created_at, activated_at, notice_at)
       values ($1, $2, $3, $4, $5, $6, '{"et":"Kõik treeningud","en":"All trainings","lv":"Visi treniņi"}', $18, $7, $8,
         'live', $9, $10, 'standard', $11, $12, $13, $14, $15, decode($16, 'hex'), decode($16, 'hex'), $15, $15, $17)
       returning id`,
      home.id,
      number,
      clientId,
      productId,
      home.clubId,
      parts.category ?? 'webapp_fitness',
      JSON.stringify(payer),
      parts.language ?? 'et',
      periodMonths,
      anchorDay,
      startsOn,
      endsOn,
      termMonths,
      parts.renews ?? false,
      `${startsOn}T08:00:00Z`,
      count.toString(16).padStart(64, '0'),
      parts.noticeAt ?? null,
      JSON.stringify(parts.benefits ?? []),
    );
    const id = row?.id ?? 0;
    const first = periodAt({ startsOn, anchorDay, periodMonths }, startsOn);
    await ask(
      `insert into contract_prices (tenant_id, contract_id, from_on, price_cents, created_at) values ($1, $2, $3, $4, now())`,
      home.id,
      id,
      startsOn,
      priceCents,
    );
    if (endsOn !== null)
      await ask(
        `insert into contract_terms (tenant_id, contract_id, number, starts_on, ends_on, created_at)
         values ($1, $2, 1, $3, $4, now())`,
        home.id,
        id,
        startsOn,
        endsOn,
      );
    if (parts.firstCents === null) return { id, number, clientId, productId };
    await ask(
      `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents,
         created_at) values ($1, $2, $3, $4, $5, 0, $5, now())`,
      home.id,
      id,
      first.fromOn,
      first.untilOn,
      parts.firstCents ?? priceCents,
    );
    return { id, number, clientId, productId };
  }

  /** A freeze, known from now on. */
  async function freeze(
    home: Centre,
    { id }: Pick<LiveContract, 'id'>,
    fromOn: string,
    untilOn: string,
    feeCents = 0,
  ): Promise<void> {
    await ask(
      `insert into contract_freezes (tenant_id, contract_id, from_on, until_on, asked_until, fee_cents, created_at)
       values ($1, $2, $3, $4, $4, $5, now())`,
      home.id,
      id,
      fromOn,
      untilOn,
      feeCents,
    );
  }

  /** Puts the clock to a local time of the centre. */
  function setLocal(home: Centre, date: string, time = '03:11'): void {
    clock.set(instantAt(date, time, home.timeZone));
  }

  /** The night of a date, as the job works it. */
  async function night(home: Centre, date: string): Promise<readonly string[]> {
    setLocal(home, date);
    return runBillingByNight(ctxOf(home), billingRunPorts());
  }

  async function now(home: Centre) {
    return runBillingNow(ctxOf(home), billingRunPorts());
  }

  /** Puts settings beside what the centre's `company` has. */
  async function configure(home: Centre, company: object): Promise<void> {
    await ask(
      'update tenants set company = company || $2::jsonb where tenant_id = $1',
      home.id,
      JSON.stringify(company),
    );
    await running.server.tenants.load();
  }

  async function periods(home: Centre, { id }: Pick<LiveContract, 'id'>) {
    return ask<{ from: string; until: string; amount: number; invoice: number | null }>(
      `select from_on as "from", until_on as "until", amount_cents as amount, invoice_id as invoice
       from contract_periods where tenant_id = $1 and contract_id = $2 order by from_on`,
      home.id,
      id,
    );
  }

  /** Invoices of a centre in the order of their numbers, with their lines. */
  async function invoices(home: Centre) {
    return ask<{
      number: string;
      kind: string;
      total: number;
      dueOn: string;
      language: string;
      payer: string;
      paid: number;
      lines: { article: string; gross: number }[];
    }>(
      `select i.number, i.kind, i.total_cents as total, i.due_on as "dueOn", i.language, i.payer->>'email' as payer,
         (select coalesce(sum(a.amount_cents), 0)::int from allocations a
           where a.tenant_id = i.tenant_id and a.invoice_id = i.id) as paid,
         (select jsonb_agg(jsonb_build_object('article', l.article, 'gross', l.gross_cents) order by l.position)
           from invoice_lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id) as lines
       from invoices i where i.tenant_id = $1 and i.state = 'issued' order by i.number`,
      home.id,
    );
  }

  /** Keys of what was told of a contract. */
  async function told(home: Centre, { id }: Pick<LiveContract, 'id'>): Promise<string[]> {
    const rows = await ask<{ key: string }>(
      'select key from contract_messages where tenant_id = $1 and contract_id = $2 order by created_at, key',
      home.id,
      id,
    );
    return rows.map(({ key }) => key);
  }

  return {
    ctxOf,
    billingRunPorts,
    contract,
    freeze,
    setLocal,
    night,
    now,
    configure,
    periods,
    invoices,
    told,
  };
}
