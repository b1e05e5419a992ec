import { prepared, type Query, sqlBuilder } from '#server/kernel/db.ts';
import type { IdentityProviderName } from '#shared/account/identities/domain.ts';
import type { ShownPerson } from '#shared/joining/shown/domain.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** Who was shown, and how they log in from then on. */
export interface Shown {
  readonly provider: IdentityProviderName;
  /** As the service knows them. */
  readonly subject: string;
  readonly level: 'qualified';
  readonly person: ShownPerson;
}

export interface ShownRow {
  readonly shown: Shown | null;
  readonly browserHash: Buffer | null;
  readonly until: string | null;
  /** What was agreed to is of who was shown. */
  readonly isShown: boolean;
}

/** Who was shown for a draft. */
export const findShown = prepared(({ joinId }: { joinId: number }) =>
  sqlBuilder
    .selectFrom('joins')
    .select(['shown', 'shown_browser_hash as browserHash', 'shown_until as until', 'is_shown as isShown'])
    .where('tenant_id', '=', tenant)
    .where('id', '=', joinId)
    .$castTo<ShownRow>(),
);

/** The draft that asked a question; one asks one at a time. */
export const findAsking = prepared(({ askedHash }: { askedHash: Buffer }) =>
  sqlBuilder
    .selectFrom('joins')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('asked_hash', '=', askedHash),
);

/** Another question of the draft is asked no more. */
export function noteAsked(joinId: number, askedHash: Buffer): Query {
  return {
    text: `update joins set asked_hash = $2 where tenant_id = app_tenant() and id = $1 and state in ('open', 'paying')`,
    values: [joinId, askedHash],
  };
}

/**
 * Who was shown stands in the form, whatever was typed there. What was agreed to before is of nobody who was shown, where it was
 * somebody else.
 */
export function noteShown(
  joinId: number,
  of: { readonly shown: Shown; readonly browserHash: Buffer; readonly until: string; readonly now: string },
): Query {
  return {
    text: `update joins set shown = $2, shown_browser_hash = $3, shown_until = $4, asked_hash = null, changed_at = $5,
        form = form || ($2::jsonb -> 'person'), is_shown = is_shown and shown ->> 'subject' = $2::jsonb ->> 'subject'
      where tenant_id = app_tenant() and id = $1`,
    values: [joinId, JSON.stringify(of.shown), of.browserHash, of.until, of.now],
  };
}

/** Whether what is agreed to is of who was shown; where it was typed, nobody was. */
export function settleShown(joinId: number, isShown: boolean): Query {
  return isShown
    ? {
        text: 'update joins set is_shown = true where tenant_id = app_tenant() and id = $1',
        values: [joinId],
      }
    : {
        text: `update joins set is_shown = false, shown = null, shown_browser_hash = null, shown_until = null, asked_hash = null
          where tenant_id = app_tenant() and id = $1`,
        values: [joinId],
      };
}

/** That somebody was shown stays; who it was goes with what was typed. */
export function forgetShown(joinId: number): Query {
  return {
    text: `update joins set shown = null, shown_browser_hash = null, shown_until = null, asked_hash = null
      where tenant_id = app_tenant() and id = $1`,
    values: [joinId],
  };
}

/** Somebody the centre knows, who may be who was shown. */
export interface KnownRow {
  readonly id: number;
  readonly code: string;
  /** Empty where none is known. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isLinked: boolean;
  readonly isIdShown: boolean;
  readonly isBlocked: boolean;
  readonly hasAccount: boolean;
  readonly canLogIn: boolean;
}

/** Whoever has the code, of those that name one person, and whose account who was shown is linked to. */
export function listKnownOf(
  { country, idCode }: Pick<ShownPerson, 'country' | 'idCode'>,
  accountId: number | null,
): Query<KnownRow> {
  return {
    text: `select c.id, c.code, coalesce(c.email, '') as email, c.first_name as "firstName", c.last_name as "lastName",
        coalesce(bool_or(a.id = $3), false) as "isLinked", c.id_shown_at is not null as "isIdShown",
        c.is_blocked as "isBlocked", count(a.id) > 0 as "hasAccount",
        coalesce(bool_or(not a.is_blocked), false) as "canLogIn"
      from clients c left join accounts a on a.tenant_id = c.tenant_id and a.client_id = c.id
      where c.tenant_id = app_tenant() and ((c.id_country = $1 and c.id_code = $2 and $1 in ('EE', 'LV'))
        or c.id = (select o.client_id from accounts o where o.tenant_id = app_tenant() and o.id = $3))
      group by c.tenant_id, c.id order by c.id`,
    values: [country, idCode, accountId],
  };
}

/** Who has the code has shown that it is theirs. */
export function noteIdShown(
  clientId: number,
  { country, idCode }: Pick<ShownPerson, 'country' | 'idCode'>,
  now: string,
): Query {
  return {
    text: `update clients set id_shown_at = $4
      where tenant_id = app_tenant() and id = $1 and id_country = $2 and id_code = $3`,
    values: [clientId, country, idCode, now],
  };
}
