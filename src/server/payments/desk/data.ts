import { isOpenLogin } from '#server/clients/data.ts';
import type { Query } from '#server/kernel/db.ts';

/** A client as somebody who is sold or given something. */
export interface BuyerRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  /** Of their account; null for who has none. */
  readonly language: string | null;
  /** Their account is closed, for they asked to be forgotten. */
  readonly isClosed: boolean;
}

const text = `select c.first_name as "firstName", c.last_name as "lastName", c.email, c.phone,
        (select a.language from accounts a where a.tenant_id = app_tenant() and a.client_id = c.id and ${isOpenLogin}) as language,
        exists (select from erasures e where e.tenant_id = app_tenant() and e.client_id = c.id
          and e.closed_at is not null) as "isClosed"
      from clients c where c.tenant_id = app_tenant() and c.id = $1`;

export function findBuyer(clientId: number): Query<BuyerRow> {
  return { text, values: [clientId] };
}

/** The same, kept from being forgotten until the transaction ends; it holds up nobody else. */
export function keepBuyer(clientId: number): Query<BuyerRow> {
  return { text: `${text} for key share of c`, values: [clientId] };
}

/** The same, locked: what is sold to one client at the same moment is decided one after the other. */
export function lockBuyer(clientId: number): Query<BuyerRow> {
  return { text: `${text} for no key update of c`, values: [clientId] };
}
