/** A statement with its values. */
export interface FixtureStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface ContractFixtures {
  readonly tenantId: number;
  readonly clubId: number;
  readonly productId: number;
  /** How many, each of a client of its own; their ids are told by `mark`. */
  readonly count: number;
  readonly mark: string;
  /** Of all of them; at most the 28th. */
  readonly startsOn: string;
  /** Periods that were billed before, one a month. */
  readonly months: number;
}

/** Contracts alike in few statements, past the product's own rules, as the system role: 39,00 € a month. */
export function insertContractFixtures({
  tenantId,
  clubId,
  productId,
  count,
  mark,
  startsOn,
  months,
}: ContractFixtures): FixtureStatement[] {
  return [
    {
      text: `insert into clients (tenant_id, code, first_name, last_name, email, phone)
        select $1, $2 || n, 'Kai', 'Kask', $2 || n || '@test.test', '' from generate_series(1, $3::integer) n`,
      values: [tenantId, mark, count],
    },
    {
      text: `insert into contracts (tenant_id, number, client_id, product_id, club_id, category, names, benefits, payer, language,
          state, period_months, anchor_day, vat_kind, starts_on, agreed_at, salt, token_hash, created_at, activated_at)
        select $1, k.code, k.id, $3, $4, 'webapp_fitness', '{"et":"Kõik treeningud"}', '[]',
          jsonb_build_object('name', 'Kai Kask', 'email', k.email), 'et', 'live', 1, extract(day from $5::date)::integer,
          'standard', $5::date, now(), sha256(k.code::bytea), sha256(k.code::bytea), now(), now()
        from clients k where k.tenant_id = $1 and k.code like $2 || '%' order by k.id`,
      values: [tenantId, mark, productId, clubId, startsOn],
    },
    {
      text: `insert into contract_prices (tenant_id, contract_id, from_on, price_cents, created_at)
        select tenant_id, id, starts_on, 3900, now() from contracts where tenant_id = $1 and number like $2 || '%'`,
      values: [tenantId, mark],
    },
    ...Array.from(
      { length: months },
      (_, month): FixtureStatement => ({
        text: `insert into contract_periods (tenant_id, contract_id, from_on, until_on, owed_cents, carried_cents, amount_cents,
          created_at)
        select tenant_id, id, (starts_on + make_interval(months => $3::integer))::date,
          (starts_on + make_interval(months => $3::integer + 1) - interval '1 day')::date, 3900, 0, 3900, now()
        from contracts where tenant_id = $1 and number like $2 || '%'`,
        values: [tenantId, mark, month],
      }),
    ),
  ];
}
