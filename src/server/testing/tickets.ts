import { fulfilTicket, ticketToken } from '#server/tickets/commands.ts';
import { writeTicketMail } from '#server/tickets/mails.ts';
import type { Holder, SaleItem } from '#shared/invoices/domain.ts';
import type { Centre, TestAccount } from './centre.ts';
import { contextOf } from './context.ts';
import type { TestServer } from './server.ts';

export interface FulfilledTicket {
  readonly id: number;
  readonly token: string;
}

export interface TicketParts {
  readonly productId: number;
  readonly startsOn?: string;
  /** Whose it is; a visitor's without one. */
  readonly owner?: TestAccount | undefined;
}

/** A ticket as paying its invoice would hand it over, past the payment itself. */
export async function fulfil(
  running: TestServer,
  home: Centre,
  { productId, startsOn, owner }: TicketParts,
): Promise<FulfilledTicket> {
  const holder: Holder = {
    clientId: owner?.clientId ?? null,
    firstName: 'Kai',
    lastName: 'Kask',
    email: 'kai@test.test',
    phone: '+37255551234',
  };
  const item = {
    kind: 'ticket',
    productId,
    clubId: home.clubId,
    startsOn: startsOn ?? null,
    holder,
  } as const;
  const invoiceId = await insertPaidLine(running, home, item);
  const ticketId = await fulfilLine(running, home, item, invoiceId);
  return ticketOf(running, home, ticketId);
}

/** An invoice with one line, as it stands when its payment comes. */
export async function insertPaidLine(
  { ask, clock }: TestServer,
  home: Centre,
  item: Extract<SaleItem, { kind: 'ticket' }>,
): Promise<number> {
  const [invoice] = await ask<{ id: number }>(
    `insert into invoices (tenant_id, kind, state, salt, token_hash, payer, language, total_cents, created_at)
     values ($1, 'invoice', 'draft', '\\x00', sha256(gen_random_uuid()::text::bytea), '{}', 'et', 7240, $2)
     returning id`,
    home.id,
    clock.now(),
  );
  const id = invoice?.id ?? 0;
  await ask(
    `insert into invoice_lines (tenant_id, invoice_id, position, product_id, article, quantity, unit_cents, gross_cents,
       net_cents, vat_cents, vat_kind, vat_rate, supply_on, item)
     values ($1, $2, 1, $3, 'Ten visits', 1, 7240, 7240, 5839, 1401, 'standard', 2400, '2026-09-14', $4)`,
    home.id,
    id,
    item.productId,
    JSON.stringify(item),
  );
  return id;
}

/** What the payment's transaction does for a line. Answers the new ticket's number. */
export async function fulfilLine(
  running: TestServer,
  home: Centre,
  item: Extract<SaleItem, { kind: 'ticket' }>,
  invoiceId: number,
): Promise<number> {
  const { tokens, originOf } = running.server.app.ports;
  const hand = fulfilTicket({
    tokens,
    writeMail: ({ tenant }, mail) =>
      writeTicketMail({ ...mail, tenantName: tenant.name, origin: originOf(tenant) }),
  });
  const one = contextOf(running, home);
  await one.write(async (transaction) => {
    const { queries, events } = await hand(one, item, { invoiceId, position: 1, load: transaction.load });
    return transaction.save(undefined, queries, events);
  });
  const rows = await running.ask<{ id: number }>(
    'select id from tickets where tenant_id = $1 and invoice_id = $2',
    home.id,
    invoiceId,
  );
  return rows[0]?.id ?? 0;
}

async function ticketOf({ ask, server }: TestServer, home: Centre, id: number): Promise<FulfilledTicket> {
  const [row] = await ask<{ salt: Buffer }>(
    'select salt from tickets where tenant_id = $1 and id = $2',
    home.id,
    id,
  );
  if (!row) throw new Error(`no ticket ${id}`);
  return { id, token: ticketToken(server.app.ports.tokens, home.id, { id, salt: row.salt }) };
}
