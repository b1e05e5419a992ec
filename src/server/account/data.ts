import { sql } from 'kysely';
import { type Query, sqlBuilder } from '#server/kernel/db.ts';
import { asciiEmail } from '#shared/kernel/emails.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

function accounts() {
  return sqlBuilder
    .selectFrom('accounts as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select([
      'a.id',
      'a.email',
      'a.password_hash as passwordHash',
      'a.client_id as clientId',
      // Who trains here no more has none of a trainer's rights.
      sql<
        number | null
      >`(select t.id from trainers t where t.tenant_id = a.tenant_id and t.id = a.trainer_id and t.is_active)`.as(
        'trainerId',
      ),
      'a.is_admin as isAdmin',
      'a.can_see_registrations as canSeeRegistrations',
      'a.can_manage_registrations as canManageRegistrations',
      'a.is_blocked as isBlocked',
      'a.session_version as sessionVersion',
      'a.language',
      'a.username',
      'a.email_typed_at as emailTypedAt',
      'c.code as clientCode',
      'c.first_name as firstName',
      'c.last_name as lastName',
      'c.phone',
      'c.email as contact',
      sql<boolean>`(exists (select from totp_secrets s where s.tenant_id = a.tenant_id and s.account_id = a.id
        and s.confirmed_at is not null)
        or exists (select from passkeys p where p.tenant_id = a.tenant_id and p.account_id = a.id))`.as(
        'hasFactor',
      ),
      sql<boolean>`a.first_login_at is not null`.as('hasLoggedIn'),
      'a.moved_at as movedAt',
      'a.admin_since as adminSince',
    ])
    .where('a.tenant_id', '=', tenant);
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number];

/** By e-mail or user name, as the tenant's login rule says. */
export function findAccountByLogin(login: string, isEmail: boolean) {
  return accounts().where(isEmail ? 'a.email' : 'a.username', '=', asciiEmail(login.trim().toLowerCase()));
}

export function findAccount(id: number) {
  return accounts().where('a.id', '=', id);
}

export function findAccountOfSession(id: string) {
  return accounts().where('a.id', '=', (expression) =>
    expression
      .selectFrom('sessions')
      .select('account_id')
      .where('tenant_id', '=', tenant)
      .where('id', '=', id),
  );
}

/** Counts an attempt, or several, and tells how many the window holds; a window that is over begins anew. */
export function countAttempt(kind: string, subject: Buffer, windowMinutes: number, now: string, count = 1) {
  return sqlBuilder
    .insertInto('attempts')
    .values({ kind, subject, window_started_at: now, count })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'subject']).doUpdateSet({
        count: sql`case when attempts.window_started_at + ${windowMinutes} * interval '1 minute' <= ${now}::timestamptz
          then ${count}::integer else attempts.count + ${count}::integer end`,
        window_started_at: sql`case when attempts.window_started_at + ${windowMinutes} * interval '1 minute' <= ${now}::timestamptz
          then ${now}::timestamptz else attempts.window_started_at end`,
      }),
    )
    .returning(['count', 'window_started_at as windowStartedAt']);
}

/** What a window that is not over holds already. */
export function findAttempt(kind: string, subject: Buffer, windowMinutes: number, now: string) {
  return sqlBuilder
    .selectFrom('attempts')
    .select(['count', 'window_started_at as windowStartedAt'])
    .where('tenant_id', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where(sql<boolean>`window_started_at + ${windowMinutes} * interval '1 minute' > ${now}::timestamptz`);
}

/** Takes one attempt back, in whichever window it was counted. */
export function forgetAttempt(kind: string, subject: Buffer) {
  return sqlBuilder
    .updateTable('attempts')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('tenant_id', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject);
}

export function forgetAttempts(kind: string, subject: Buffer) {
  return sqlBuilder
    .deleteFrom('attempts')
    .where('tenant_id', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject);
}

/** Somebody logged in to an account for the first time: it has an owner. The account is locked. */
export function setFirstLogin(accountId: number, now: string) {
  return sqlBuilder
    .updateTable('accounts')
    .set({ first_login_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', accountId);
}

/**
 * An address that somebody typed, and has not shown to be theirs, is whoever's has: a name nobody writes to takes its place, and
 * none with their client.
 * @param accountId whose it is to be, where they have an account
 */
export function freeEmail(email: string, accountId: number | null): Query {
  return {
    text: `with freed as (update accounts
          set (email, username) = (select a, a from concat('typed-', gen_random_uuid(), '@typed.invalid') a)
          where tenant_id = app_tenant() and email = $1 and email_typed_at is not null and id is distinct from $2
          returning client_id)
      update clients c set email = '' from freed f
      where c.tenant_id = app_tenant() and c.id = f.client_id and lower(c.email) = $1`,
    values: [email, accountId],
  };
}

export function setPassword(accountId: number, passwordHash: string) {
  return sqlBuilder
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', tenant)
    .where('id', '=', accountId);
}

export function insertPasswordReset(reset: {
  tokenHash: Buffer;
  accountId: number;
  now: string;
  expiresAt: string;
}) {
  return sqlBuilder.insertInto('password_resets').values({
    token_hash: reset.tokenHash,
    account_id: reset.accountId,
    created_at: reset.now,
    expires_at: reset.expiresAt,
  });
}

export function findPasswordReset(tokenHash: Buffer) {
  return sqlBuilder
    .selectFrom('password_resets')
    .select(['account_id as accountId', 'expires_at as expiresAt', 'used_at as usedAt'])
    .where('tenant_id', '=', tenant)
    .where('token_hash', '=', tokenHash);
}

export function lockPasswordReset(tokenHash: Buffer) {
  return findPasswordReset(tokenHash).forUpdate();
}

/** A used link closes every other one of the account. */
export function closePasswordResets(accountId: number, now: string) {
  return sqlBuilder
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('tenant_id', '=', tenant)
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null);
}
