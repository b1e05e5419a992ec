import { sql } from 'kysely';
import { emailTypedAt, isOpenLogin, onlyJoins } from '#server/clients/data.ts';
import { prepared, type Query, type RowOf, sqlBuilder } from '#server/kernel/db.ts';
import type { Names } from '#server/products/data.ts';
import type { JoinForm } from '#shared/joining/domain.ts';
import type { Cents } from '#shared/kernel/money.ts';
import type { ProductCategory } from '#shared/products/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

type JoinState = 'open' | 'paying' | 'joined' | 'dropped';

export const nextIds = prepared((_: object) =>
  sqlBuilder.selectNoFrom([
    sql<number>`nextval(pg_get_serial_sequence('joins', 'id'))::integer`.as('joinId'),
    sql<number>`nextval(pg_get_serial_sequence('clients', 'id'))::integer`.as('clientId'),
  ]),
);

export function insertJoin(join: {
  readonly id: number;
  readonly salt: Buffer;
  readonly tokenHash: Buffer;
  readonly form: JoinForm;
  readonly language: string;
  readonly now: string;
  readonly expiresAt: string;
}): Query {
  return sqlBuilder.insertInto('joins').values({
    id: join.id,
    salt: join.salt,
    token_hash: join.tokenHash,
    state: 'open',
    form: JSON.stringify(join.form),
    language: join.language,
    created_at: join.now,
    changed_at: join.now,
    expires_at: join.expiresAt,
  });
}

function joins() {
  return sqlBuilder
    .selectFrom('joins')
    .select([
      'id',
      'salt',
      'state',
      'form',
      'language',
      'client_id as clientId',
      'contract_id as contractId',
      'invoice_id as invoiceId',
      'expires_at as expiresAt',
      'known_told_at as knownToldAt',
      'reminded_at as remindedAt',
      'settled_at as settledAt',
      'taken_over_at as takenOverAt',
      'address_proven_at as addressProvenAt',
      'agreed',
      'agreed_hash as agreedHash',
    ])
    .where('tenant_id', '=', tenant)
    .$castTo<JoinRow>();
}

/** What is left of a form after the person was settled: nothing, or what proves who may take it over. */
type KeptForm = JoinForm | Partial<Pick<JoinForm, 'email'>>;

export interface JoinRow {
  readonly id: number;
  readonly salt: Buffer;
  readonly state: JoinState;
  readonly form: KeptForm;
  readonly language: string;
  readonly clientId: number | null;
  readonly contractId: number | null;
  readonly invoiceId: number | null;
  readonly expiresAt: string;
  readonly knownToldAt: string | null;
  readonly remindedAt: string | null;
  readonly settledAt: string | null;
  readonly takenOverAt: string | null;
  readonly addressProvenAt: string | null;
  /** The form the contract was made from, until the person was settled. */
  readonly agreed: JoinForm | null;
  readonly agreedHash: Buffer | null;
}

export const findJoinByToken = prepared(({ tokenHash }: { tokenHash: Buffer }) =>
  joins().where('token_hash', '=', tokenHash),
);

export const lockJoin = prepared(({ joinId }: { joinId: number }) =>
  joins().where('id', '=', joinId).forNoKeyUpdate(),
);

/**
 * The join a contract was made in, whichever of its attempts is paid: they share a client, who is nobody else's until the
 * join is taken over.
 */
export const findJoinOfContract = prepared(({ contractId }: { contractId: number }) =>
  sqlBuilder
    .selectFrom('joins as j')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'j.tenant_id').onRef('c.client_id', '=', 'j.client_id'),
    )
    .select([
      'j.id',
      'j.state',
      'j.taken_over_at as takenOverAt',
      'j.address_proven_at as addressProvenAt',
      'j.contract_id as contractId',
      'j.invoice_id as invoiceId',
      sql<boolean>`exists (select from contract_changes d where d.tenant_id = c.tenant_id and d.contract_id = c.id
        and d.details ->> 'isAtDesk' = 'true')`.as('isOfOffice'),
    ])
    .where('j.tenant_id', '=', tenant)
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', contractId)
    .where('j.settled_at', 'is', null)
    .where((where) =>
      where.or([where('j.contract_id', '=', contractId), where('j.taken_over_at', 'is', null)]),
    )
    // Two who began to join and were made one have a draft each.
    .orderBy((of) => of('j.contract_id', 'is not distinct from', contractId), 'desc')
    .orderBy('j.id')
    .limit(1),
);

/** A client is somebody now: whoever holds another draft of theirs changes nothing of them. */
export function takeOverOthers(clientId: number, joinId: number, now: string): Query {
  return {
    text: `update joins set taken_over_at = $3
      where tenant_id = app_tenant() and client_id = $1 and id <> $2 and settled_at is null and taken_over_at is null`,
    values: [clientId, joinId, now],
  };
}

type JoinChange = Partial<{
  state: JoinState;
  form: string;
  language: string;
  client_id: number;
  contract_id: number;
  invoice_id: number;
  changed_at: string;
  expires_at: string;
  known_told_at: string;
  reminded_at: string | null;
  settled_at: string;
  taken_over_at: string;
  address_proven_at: string | null;
  agreed: string | null;
  agreed_hash: Buffer;
}>;

export function changeJoin(joinId: number, change: JoinChange): Query {
  return sqlBuilder.updateTable('joins').set(change).where('tenant_id', '=', tenant).where('id', '=', joinId);
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

/** Somebody who is about to join. Numbers begin with a letter, so that they never meet those a centre gives. */
export function insertClient(id: number, { firstName, lastName, email, phone }: Person): Query {
  return sqlBuilder
    .insertInto('clients')
    .values({ id, code: `J${id}`, first_name: firstName, last_name: lastName, email, phone });
}

export function changeClient(id: number, { firstName, lastName, email, phone }: Person): Query {
  return sqlBuilder
    .updateTable('clients')
    .set({ first_name: firstName, last_name: lastName, email, phone })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

/** Who somebody is, once they have joined. */
export function identifyClient(
  id: number,
  of: {
    readonly country: string | null;
    readonly idCode: string | null;
    readonly birthDate: string | null;
    readonly address: string;
    readonly city: string;
    readonly zip: string;
    readonly guardian: object | null;
  },
): Query {
  return sqlBuilder
    .updateTable('clients')
    .set({
      id_country: of.country,
      id_code: of.idCode,
      birth_date: of.birthDate,
      address: of.address,
      city: of.city,
      zip: of.zip,
      guardian: of.guardian === null ? null : JSON.stringify(of.guardian),
    })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id);
}

/**
 * An account of a mail address, or of a user name that is one: nobody else has that address, open or closed. Who typed it and
 * has not shown since that it is theirs does not have it.
 */
export const findAccountOfEmail = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['a.id', 'a.email', 'a.language', 'a.client_id as clientId', 'c.first_name as firstName'])
    .select(sql<boolean>`not a.is_blocked`.as('isOpen'))
    .where('a.tenant_id', '=', tenant)
    .where('a.email_typed_at', 'is', null)
    .where((where) => where.or([where('a.email', '=', email), where('a.username', '=', email)]))
    .orderBy('a.is_blocked')
    .orderBy(sql`a.email <> ${email}`)
    .limit(1),
);

export type AccountRow = RowOf<ReturnType<typeof findAccountOfEmail>>;

/** Joins of one mail address are settled one after the other, so that the second finds whom the first has made. */
export function lockEmail(email: string): Query {
  return {
    text: `select pg_advisory_xact_lock(hashtextextended('join ' || app_tenant() || ' ' || lower($1), 0))`,
    values: [email],
  };
}

/**
 * Clients of a mail address, by their own or by what they log in with. Whoever is about to join is none yet: their own
 * client is somebody only once the join is settled.
 */
export const listOfEmail = prepared(({ email }: { email: string }) =>
  sqlBuilder
    .selectFrom('clients as c')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.client_id', '=', 'c.id'),
    )
    .select([
      'c.id',
      'c.code',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.id_country as country',
      'c.id_code as idCode',
      sql<boolean>`count(a.id) > 0`.as('hasAccount'),
      sql<boolean>`coalesce(bool_or(not a.is_blocked), false)`.as('canLogIn'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where(
      sql<boolean>`(lower(c.email) = lower(${email}) and ${sql.raw(emailTypedAt('c'))} is null
        or a.email_typed_at is null and lower(${email}) in (lower(a.email), lower(a.username)))`,
    )
    .where(sql.raw<boolean>(`not ${onlyJoins('c.id')}`))
    .groupBy(['c.tenant_id', 'c.id'])
    .orderBy('c.id'),
);

export type EmailClientRow = RowOf<ReturnType<typeof listOfEmail>>;

/** Whoever has a code, with their account where they have one that is open. */
export const findClientOfCode = prepared((of: { country: string; idCode: string }) =>
  sqlBuilder
    .selectFrom('clients as c')
    .leftJoin('accounts as a', (join) =>
      join
        .onRef('a.tenant_id', '=', 'c.tenant_id')
        .onRef('a.client_id', '=', 'c.id')
        .on(sql.raw<boolean>(isOpenLogin)),
    )
    .select(['c.id as clientId', 'c.code', 'c.first_name as firstName', 'a.email', 'a.language'])
    .where('c.tenant_id', '=', tenant)
    .where('c.id_country', '=', of.country)
    .where('c.id_code', '=', of.idCode)
    .where('c.id_country', 'in', [sql.lit('EE'), sql.lit('LV')])
    .limit(1),
);

/** A login without a password that anybody could know; its first one comes by a mailed link. */
export function insertAccount(account: {
  readonly email: string;
  readonly passwordHash: string;
  readonly clientId: number;
  readonly language: string;
  /** Null: whoever opens it reads the mails of the address. */
  readonly emailTypedAt: string | null;
}) {
  return sqlBuilder
    .insertInto('accounts')
    .values({
      email: account.email,
      username: account.email,
      password_hash: account.passwordHash,
      client_id: account.clientId,
      language: account.language,
      email_typed_at: account.emailTypedAt,
    })
    .returning('id');
}

/** A contract with what its papers say. */
export const findAgreed = prepared(({ contractId }: { contractId: number }) =>
  sqlBuilder
    .selectFrom('contracts as c')
    .innerJoin('contract_prices as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'c.tenant_id')
        .onRef('p.contract_id', '=', 'c.id')
        .onRef('p.from_on', '=', 'c.starts_on'),
    )
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.tenant_id', '=', 'c.tenant_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .select([
      'c.number',
      'c.state',
      sql<Names>`c.names`.as('names'),
      sql<ProductCategory>`c.category`.as('category'),
      'c.club_id as clubId',
      'c.product_id as productId',
      'c.period_months as periodMonths',
      'c.anchor_day as anchorDay',
      'c.starts_on as startsOn',
      'c.ends_on as endsOn',
      'c.renews',
      'c.binding_until as bindingUntil',
      'c.starts_early as startsEarly',
      'c.agreed_at as agreedAt',
      sql<Cents>`p.price_cents`.as('priceCents'),
      sql<Cents>`i.total_cents`.as('totalCents'),
    ])
    .where('c.tenant_id', '=', tenant)
    .where('c.id', '=', contractId),
);
export type AgreedRow = RowOf<ReturnType<typeof findAgreed>>;

/** Joins left before their payment, of which nobody was reminded. */
export const listUnpaid = prepared(({ before }: { before: string }) =>
  sqlBuilder
    .selectFrom('joins')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('state', '=', sql.lit('paying'))
    .where('reminded_at', 'is', null)
    .where('changed_at', '<', before)
    .orderBy('changed_at')
    .limit(200),
);

/** Drafts whose time is over and whose money is not under way. */
export const listExpired = prepared(({ now }: { now: string }) =>
  sqlBuilder
    .selectFrom('joins as j')
    .select('j.id')
    .where('j.tenant_id', '=', tenant)
    .where('j.state', 'in', [sql.lit('open'), sql.lit('paying')])
    .where('j.expires_at', '<=', now)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'j.tenant_id')
            .whereRef('p.invoice_id', '=', 'j.invoice_id')
            .where('p.status', 'in', [sql.lit('PENDING'), sql.lit('AUTHORIZED')]),
        ),
      ),
    )
    .orderBy('j.expires_at')
    .limit(500),
);
