import type { Query } from '#server/kernel/db.ts';

/**
 * What is mailed of a client's contracts, invoices and vouchers follows to another address, where it went to one of those
 * before: whoever else pays stays who is written to. An issued invoice keeps the address that it was made with. Whoever reads the mailbox before
 * books and gives back nothing for them any more by links in mails.
 *
 * @param before null: the client's own until now; run it before that is another one
 */
export function moveMailed(clientId: number, before: readonly string[] | null, after: string): Query {
  return mailedTo(
    clientId,
    before,
    after,
    (isMoved) => `
      came as (
        delete from visitors v using whose
        where v.tenant_id = app_tenant() and v.client_id = whose.id and ${isMoved('v.email')}),
      pressed as (
        delete from visitor_links v using whose
        where v.tenant_id = app_tenant() and v.client_id = whose.id and $3 <> all(whose.addresses))`,
  );
}

/** The same for what two clients had who are one from now on; both mailboxes are theirs, and links in mails stay good. */
export function joinMailed(clientId: number, before: string, after: string): Query {
  return mailedTo(clientId, [before], after, () => null);
}

type IsMoved = (address: string, isOwn?: string) => string;

function mailedTo(
  clientId: number,
  before: readonly string[] | null,
  after: string,
  beside: (isMoved: IsMoved) => string | null,
): Query {
  const isMoved: IsMoved = (address, isOwn = 'false') =>
    `lower(${address}) = any(whose.addresses) and ${address} <> $3::text and (${address} <> '' or ${isOwn})`;
  const isNamed = (payer: string) => `${payer} ->> 'name' = whose.name`;
  const also = beside(isMoved);
  return {
    text: `with whose as (select id, coalesce($2::text[], array[lower(email)]) as addresses,
          first_name || ' ' || last_name as name from clients
        where tenant_id = app_tenant() and id = $1),
      agreed as (
        update contracts k set payer = jsonb_set(k.payer, '{email}', to_jsonb($3::text)) from whose
        where k.tenant_id = app_tenant() and k.client_id = whose.id and ${isMoved("(k.payer ->> 'email')", isNamed('k.payer'))}),
      bought as (
        update vouchers v set holder_email = $3 from whose
        where v.tenant_id = app_tenant() and v.client_id = whose.id and ${isMoved('v.holder_email', 'true')}),
      begun as (
        update invoice_lines l set item = jsonb_set(l.item, '{holder,email}', to_jsonb($3::text)) from whose, invoices i
        where i.tenant_id = app_tenant() and i.client_id = whose.id and i.state = 'draft' and l.tenant_id = app_tenant()
          and l.invoice_id = i.id and ${isMoved("(l.item -> 'holder' ->> 'email')")})${also === null ? '' : `, ${also}`}
      update invoices i set mail_to = $3 from whose
      where i.tenant_id = app_tenant() and i.client_id = whose.id and ${isMoved("coalesce(i.mail_to, i.payer ->> 'email')", isNamed('i.payer'))}`,
    values: [clientId, before?.map((address) => address.toLowerCase()) ?? null, after.toLowerCase()],
  };
}
