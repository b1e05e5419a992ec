import type { Ctx } from '#server/kernel/ctx.ts';
import type { Decoders } from '#server/kernel/decoding/decoders.ts';
import type { InvoiceEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import type { MailClient } from '#server/messages/client.ts';
import { tenantHeader } from '#server/messages/emulator.ts';
import { contactOf } from '#server/messages/mails.ts';
import { mailError } from '#server/messages/outcomes.ts';
import { catchUpDays, Reminding, reminderOf } from '#shared/invoices/reminders/domain.ts';
import type { WholeInvoice } from '#shared/invoices/whole/domain.ts';
import { addDays, addMinutes, localDate, localTime } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { invoiceToken } from '../commands.ts';
import { findInvoice } from '../data.ts';
import { brandOf, invoicePdf } from '../pdf/brand.ts';
import { findWholeInvoice } from '../views/commands.ts';
import { findClientCredit } from '../views/data.ts';
import * as data from './data.ts';
import { writeInvoiceMail } from './texts.ts';

/** What the job of invoices' mails works with. */
export interface InvoiceMailPorts {
  readonly mails: MailClient;
  readonly tokens: Tokens;
  readonly decoders: Decoders;
  originOf(tenant: Tenant): string;
}

/** How long a sending may take before it counts as cut off. */
const sendingMinutes = 5;

/**
 * Tells of an invoice by mail, with its paper attached, once for each kind (of reminders, each step). Taken before it is
 * sent and settled after; cut off between the two, it is repeated under the same message id. What became untrue meanwhile
 * is not told. Throws when it should be tried again.
 */
export async function tellInvoice(ctx: Ctx, ports: InvoiceMailPorts, event: InvoiceEvent): Promise<void> {
  const { tenant, now } = ctx;
  const key = keyOf(event);
  const [[found]] = await ctx.read(findInvoice({ invoiceId: event.invoiceId }));
  if (!found) return;
  const claim = { dedupeKey: key, invoiceId: found.id, now, cutOffBefore: addMinutes(now, -sendingMinutes) };
  const claimed = await ctx.write(async ({ load, save }) => {
    const [rows, [message]] = await load(data.claimMessage(claim), data.findMessage(key));
    return save({ isMine: rows.length > 0, state: message?.state }, []);
  });
  if (!claimed.isMine) {
    if (claimed.state === 'sending') throw new Error('the same mail is under way');
    return;
  }
  const settle = (state: data.MessageState) =>
    ctx.write(({ save }) => save(undefined, [data.settleMessage(key, state, now)]));
  const invoice = await findWholeInvoice(ctx, { invoiceId: found.id });
  if (!invoice || !isStillTrue(event, invoice)) return settle('untrue');
  const to = event.kind === 'overpaid' ? contactOf(tenant) : invoice.mailTo;
  if (to === '') return settle('refused');
  const token = invoiceToken(ports.tokens, tenant.id, invoice.id, invoice.salt);
  const mail = writeInvoiceMail(event.kind, invoice, {
    t: textsFor(invoice.language),
    tenantName: tenant.name,
    link: `${ports.originOf(tenant)}/public/invoices?invoice=${token}`,
    creditCents: cents(event.kind === 'overpaid' ? await findSurplus(ctx, invoice) : 0),
  });
  try {
    const pdf = await ports.decoders.run(invoicePdf, tenant.id, { invoice, brand: brandOf(tenant) });
    await ports.mails.send({
      from: { name: tenant.name, address: contactOf(tenant) },
      to,
      ...mail,
      messageId: `<invoice.${key.replaceAll(/[^\w.-]/g, '.')}.${tenant.id}@${tenant.host}>`,
      headers: { [tenantHeader]: String(tenant.id) },
      attachments: [
        {
          filename: `${invoice.number}.pdf`,
          content: Buffer.from(pdf),
          contentType: 'application/pdf',
        },
      ],
    });
  } catch (error) {
    const failure = mailError(error);
    if (failure.outcome === 'refused') return settle('refused');
    await settle('planned');
    throw failure;
  }
  return settle('sent');
}

/** Each of these once for an invoice, whoever raises it; steps, notes and money that came have keys of their own. */
function keyOf({ kind, dedupeKey, invoiceId }: InvoiceEvent): string {
  const isOnce = kind === 'issued' || kind === 'paid' || kind === 'due';
  return isOnce ? `${kind}:${invoiceId}` : dedupeKey;
}

function isStillTrue({ kind }: InvoiceEvent, invoice: WholeInvoice): boolean {
  switch (kind) {
    case 'paid':
      return invoice.kind === 'invoice' && (invoice.state === 'paid' || invoice.state === 'overpaid');
    case 'credited':
      return invoice.kind === 'creditNote' || invoice.creditNotes.length > 0;
    case 'overpaid':
      return true;
    default:
      return invoice.isOpen;
  }
}

/** What came and pays nothing: the client's whole credit, or of somebody without an account, this invoice's money. */
async function findSurplus(ctx: Ctx, { id, clientId }: WholeInvoice): Promise<number> {
  const [[credit], [unused]] = await ctx.read(
    findClientCredit({ clientId: clientId ?? 0 }),
    data.findUnusedOf(id),
  );
  return Math.max(0, clientId === null ? (unused?.unusedCents ?? 0) : (credit?.creditCents ?? 0));
}

/** From when on, by the centre's clock, people are reminded. */
const morning = '09:00';

/** Raises what unpaid invoices ask to be told today, each once; before the morning nothing. Returns how many. */
export async function raiseReminders(ctx: Ctx): Promise<number> {
  const { tenant, now } = ctx;
  if (localTime(now, tenant.timeZone) < morning) return 0;
  const today = localDate(now, tenant.timeZone);
  const { reminders } = Reminding.parse(tenant.company);
  const longest = Math.max(0, ...reminders.overdueDays) + catchUpDays;
  const [rows] = await ctx.read(
    data.listUnpaid({ from: addDays(today, -longest), until: addDays(today, reminders.dueDays) }),
  );
  const due = rows.flatMap((row) => {
    const reminder = reminderOf(row, today, reminders);
    return reminder ? [{ ...reminder, invoiceId: row.id }] : [];
  });
  if (due.length === 0) return 0;
  return ctx.write(async ({ load, save }) => {
    const [planned] = await load(data.planMessages(due, now));
    const isNew = new Set(planned.map(({ key }) => key));
    const events = due
      .filter(({ key }) => isNew.has(key))
      .map(
        ({ kind, key, invoiceId }): InvoiceEvent => ({ topic: 'invoice', kind, dedupeKey: key, invoiceId }),
      );
    return save(events.length, [], events);
  });
}
