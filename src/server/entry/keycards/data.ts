import { severalSessions } from '#server/account/waiting/data.ts';
import type { Query } from '#server/kernel/db.ts';
import type { KeycardProvider } from '#shared/entry/keycards/domain.ts';

/** A card and whose it is. */
export interface KeycardRow {
  readonly id: number;
  readonly clientId: number;
  readonly provider: KeycardProvider;
  /** That it was asked for in; `severalSessions` where it stands on the devices of more than one. */
  readonly sessionId: string;
  readonly salt: Buffer;
  readonly firstName: string;
  readonly language: string;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** The centre issues cards of its provider, and its doors take them. */
  readonly isOn: boolean;
}

const keycards = `select k.id, k.client_id as "clientId", k.provider, k.session_id as "sessionId", k.salt, c.first_name as "firstName", k.language,
    k.created_at as "createdAt", k.ended_at as "endedAt", coalesce(i.is_on, false) as "isOn"
  from keycards k
  join clients c on c.tenant_id = k.tenant_id and c.id = k.client_id
  left join keycard_issuers i on i.tenant_id = k.tenant_id and i.provider = k.provider
  where k.tenant_id = app_tenant()`;

/** A card, whatever became of it. */
export function findKeycard(id: number): Query<KeycardRow> {
  return { text: `${keycards} and k.id = $1`, values: [id] };
}

/** A member's cards that live. */
export function listKeycardsOf(clientId: number): Query<KeycardRow> {
  return { text: `${keycards} and k.client_id = $1 and k.ended_at is null`, values: [clientId] };
}

/** Every card that opens doors. */
export function listOpening(): Query<KeycardRow> {
  return { text: `${keycards} and k.ended_at is null and i.is_on order by k.id`, values: [] };
}

/** A card that another session has fetched too ends with whatever ends the things of either. */
export function setOfSeveral(id: number): Query {
  return {
    text: 'update keycards set session_id = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, severalSessions],
  };
}

/** The wallets that the centre issues cards for. */
export function listOffered(): Query<{ provider: KeycardProvider }> {
  return {
    text: 'select provider from keycard_issuers where tenant_id = app_tenant() and is_on order by provider',
    values: [],
  };
}

export function insertKeycard(card: {
  readonly clientId: number;
  readonly provider: KeycardProvider;
  readonly sessionId: string;
  readonly salt: Buffer;
  readonly language: string;
  readonly now: string;
}): Query<{ id: number }> {
  return {
    text: `insert into keycards (client_id, provider, session_id, salt, language, created_at)
      values ($1, $2, $3, $4, $5, $6) returning id`,
    values: [card.clientId, card.provider, card.sessionId, card.salt, card.language, card.now],
  };
}

/** Cards that ended after an instant, whose phones do not know it yet. */
export function listUntold(after: string): Query<KeycardRow> {
  return {
    text: `${keycards} and k.ended_at > $1 and k.told_at is null order by k.id limit 500`,
    values: [after],
  };
}

export function setTold(id: number, now: string): Query {
  return {
    text: 'update keycards set told_at = $2 where tenant_id = app_tenant() and id = $1',
    values: [id, now],
  };
}

/** As long as phones may ask about a card that ended; after that nothing is kept of it. Of all centres. */
export function forgetEnded(before: string): Query {
  return {
    text: `delete from keycards where ended_at < $1::timestamptz - interval '30 days'`,
    values: [before],
  };
}
