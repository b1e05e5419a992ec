import { emailTypedAt, onlyJoins } from '#server/clients/data.ts';
import type { Query } from '#server/kernel/db.ts';

export interface ContractClient {
  readonly id: number;
  readonly code: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly idCode: string | null;
}

// An address that was only typed is nobody's.
const ownEmail = `case when ${emailTypedAt('clients')} is null then lower(email) else '' end`;

/**
 * The clients contracts name, by id code, e-mail or number, in the order of their ids; locked for writing. Who only joins
 * is not among them.
 */
export function listContractClients(of: {
  readonly idCodes: readonly string[];
  readonly emails: readonly string[];
  readonly codes: readonly string[];
  readonly isLocked: boolean;
}): Query<ContractClient> {
  return {
    text: `select id, code, first_name as "firstName", last_name as "lastName", ${ownEmail} as email, phone,
        id_code as "idCode" from clients where tenant_id = app_tenant()
        and (id_code = any($1) or lower(email) = any($2) or upper(code) = any($3))
        and not ${onlyJoins('clients.id')}
        and not exists (select from erasures e where e.tenant_id = app_tenant() and e.client_id = clients.id and e.undone_at is null)
        order by id ${of.isLocked ? 'for no key update' : ''}`,
    values: [of.idCodes, of.emails, of.codes],
  };
}

export interface KnownContract {
  readonly clientId: number;
  readonly productId: number;
  readonly category: string;
  readonly number: string;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly state: string;
}

/** What those clients have, and whatever has one of the numbers. */
export function listContracts(
  clientIds: readonly number[],
  numbers: readonly string[],
): Query<KnownContract> {
  return {
    text: `select client_id as "clientId", product_id as "productId", category, number, starts_on as "startsOn",
        ends_on as "endsOn", state from contracts
      where tenant_id = app_tenant() and (client_id = any($1) or number = any($2))`,
    values: [clientIds, numbers],
  };
}

/** Ids for so many contracts, from their own sequence. */
export function takeContractIds(count: number): Query<{ readonly ids: number[] }> {
  return {
    text: `select array(select nextval(pg_get_serial_sequence('contracts', 'id'))::integer
      from generate_series(1, $1)) as ids`,
    values: [count],
  };
}

type Row = Readonly<Record<string, unknown>>;

/** One statement for any number of rows; the columns with their types. */
function insertRows(table: string, columns: Readonly<Record<string, string>>, rows: readonly Row[]): Query {
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return {
    text: `insert into ${table} (${names}) select ${names} from jsonb_to_recordset($1::jsonb) as r (${types.join(', ')})`,
    values: [JSON.stringify(rows)],
  };
}

export function insertContracts(parts: {
  readonly contracts: readonly Row[];
  readonly prices: readonly Row[];
  readonly terms: readonly Row[];
  readonly periods: readonly Row[];
  readonly changes: readonly Row[];
}): Query[] {
  const at = { created_at: 'timestamptz' };
  return [
    insertRows(
      'contracts',
      {
        ...{ id: 'integer', number: 'text', client_id: 'integer', product_id: 'integer', club_id: 'integer' },
        ...{ category: 'text', names: 'jsonb', benefits: 'jsonb', payer: 'jsonb', language: 'text' },
        ...{ state: 'text', period_months: 'integer', anchor_day: 'integer', vat_kind: 'text' },
        ...{ starts_on: 'date', ends_on: 'date', term_months: 'integer', renews: 'boolean' },
        ...{ binding_until: 'date', agreed_at: 'timestamptz', activated_at: 'timestamptz' },
        starts_early: 'boolean',
        ...{ salt: 'bytea', token_hash: 'bytea', ...at },
      },
      parts.contracts,
    ),
    insertRows(
      'contract_prices',
      { contract_id: 'integer', from_on: 'date', price_cents: 'integer', ...at },
      parts.prices,
    ),
    insertRows(
      'contract_terms',
      { contract_id: 'integer', number: 'integer', starts_on: 'date', ends_on: 'date', ...at },
      parts.terms,
    ),
    insertRows(
      'contract_periods',
      {
        ...{ contract_id: 'integer', from_on: 'date', until_on: 'date', owed_cents: 'integer' },
        ...{ discount_cents: 'integer', carried_cents: 'integer', amount_cents: 'integer', ...at },
      },
      parts.periods,
    ),
    insertRows(
      'contract_changes',
      { contract_id: 'integer', kind: 'text', details: 'jsonb', account_id: 'integer', ...at },
      parts.changes,
    ),
  ];
}
