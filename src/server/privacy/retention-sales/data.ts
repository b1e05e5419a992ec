import type { RetainedTable } from '../retention/data.ts';

const accounting = 'accounting law: source documents';
const nameless = 'names nobody once the client has no name';
const ofClient = 'k.client_id = $1';
const ofAccount = 'k.account_id = any($2)';
const euros = (column: string) => `(${column} / 100.0)::numeric(12, 2)`;
const ofTicket = `exists (select from tickets t where t.tenant_id = app_tenant() and t.id = k.ticket_id and t.client_id = $1)`;
const ofVoucher = `exists (select from vouchers v where v.tenant_id = app_tenant() and v.id = k.voucher_id and v.client_id = $1)`;
const ofInvoice = `exists (select from invoices i where i.tenant_id = app_tenant() and i.id = k.invoice_id and i.client_id = $1)`;
const ofContract = `exists (select from contracts c where c.tenant_id = app_tenant() and c.id = k.contract_id and c.client_id = $1)`;
const ofPayment = `exists (select from payments p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
  where p.tenant_id = app_tenant() and p.id = k.payment_id and i.client_id = $1)`;
const invoiceNumber = `(select i.number from invoices i where i.tenant_id = app_tenant() and i.id = k.invoice_id)`;
const contractNumber = `(select c.number from contracts c where c.tenant_id = app_tenant() and c.id = k.contract_id)`;
const clubName = `(select c.name from clubs c where c.tenant_id = app_tenant() and c.id = k.club_id)`;
/** What the office wrote of somebody: it was written, no more. */
const wordless = (column: string) => `case when ${column} <> '' then '–' else ${column} end`;
const productName = `(select p.names ->> $3 from products p where p.tenant_id = app_tenant() and p.id = k.product_id)`;

/** What somebody bought, owes and paid, in the order of the download. */
export const salesTables: readonly RetainedTable[] = [
  {
    ...{ table: 'rentals', of: ofClient, part: 'rentals', order: 'k.starts_at' },
    fields: {
      name: '(select r.name from rooms r where r.tenant_id = app_tenant() and r.id = k.room_id)',
      ...{ startsAt: 'k.starts_at', endsAt: 'k.ends_at', people: 'k.people', amount: euros('k.price_cents') },
      ...{ state: 'k.state', createdAt: 'k.created_at', endedAt: 'k.ended_at', invoice: invoiceNumber },
    },
    erasing: { kind: 'kept', why: nameless },
  },
  {
    table: 'reservations',
    of: `exists (select from rentals r where r.tenant_id = app_tenant() and r.reservation_id = k.id and r.client_id = $1)`,
    part: { notGiven: 'the rental says the same: name, phone and time' },
    erasing: { kind: 'emptied', set: { name: "'–'", comment: "''" } },
  },
  {
    ...{ table: 'contracts', of: ofClient, part: 'contracts', order: 'k.created_at' },
    fields: {
      ...{
        number: 'k.number',
        name: 'k.names ->> $3',
        club: clubName,
        state: 'k.state',
        startsOn: 'k.starts_on',
      },
      ...{
        endsOn: 'k.ends_on',
        boundUntil: 'k.binding_until',
        agreedAt: 'k.agreed_at',
        startsEarly: 'k.starts_early',
      },
      ...{
        noticeAt: 'k.notice_at',
        withdrawnAt: 'k.withdrawn_at',
        blockedAt: 'k.blocked_at',
        reason: 'k.block_reason',
      },
      ...{ collectedAt: 'k.collected_at', payer: 'k.payer' },
    },
    // What was paid for once stays, by the law of accounting: long-term contracts are counted from their end.
    erasing: {
      kind: 'emptied',
      set: {
        payer: `case when k.activated_at is null
          then k.payer || '{"name": "", "email": "", "phone": "", "address": ""}'::jsonb else k.payer end`,
        block_reason: wordless('k.block_reason'),
      },
    },
  },
  {
    ...{
      table: 'contract_periods',
      of: ofContract,
      part: 'contractPeriods',
      order: 'k.contract_id, k.from_on',
    },
    fields: {
      ...{
        contract: contractNumber,
        startsOn: 'k.from_on',
        endsOn: 'k.until_on',
        amount: euros('k.amount_cents'),
      },
      ...{ discount: euros('k.discount_cents'), invoice: invoiceNumber },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{ table: 'contract_freezes', of: ofContract, part: 'contractFreezes', order: 'k.id' },
    fields: {
      ...{
        contract: contractNumber,
        startsOn: 'k.from_on',
        endsOn: 'k.until_on',
        amount: euros('k.fee_cents'),
      },
      ...{ createdAt: 'k.created_at', endedAt: 'k.cancelled_at' },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{ table: 'contract_changes', of: ofContract, part: 'contractChanges', order: 'k.id' },
    fields: { contract: contractNumber, kind: 'k.kind', createdAt: 'k.created_at' },
    erasing: { kind: 'emptied', set: { details: `k.details - 'reason'` }, where: `k.details ? 'reason'` },
  },
  {
    ...{ table: 'joins', of: ofClient, part: 'joins', order: 'k.created_at' },
    fields: {
      state: 'k.state',
      createdAt: 'k.created_at',
      language: 'k.language',
      form: 'k.form',
      contract: contractNumber,
    },
    erasing: {
      kind: 'emptied',
      set: {
        ...{
          form: `'{}'::jsonb`,
          agreed: 'null',
          shown: 'null',
          shown_until: 'null',
          shown_browser_hash: 'null',
        },
      },
    },
  },
  {
    ...{ table: 'invoices', of: ofClient, part: 'invoices', order: 'k.created_at' },
    fields: {
      ...{ number: 'k.number', kind: 'k.kind', state: 'k.state', issuedOn: 'k.issued_on', dueOn: 'k.due_on' },
      ...{
        amount: euros('k.total_cents'),
        reference: 'k.reference',
        payer: 'k.payer',
        reason: `nullif(k.reason, '')`,
      },
      ...{ mailTo: 'k.mail_to', createdAt: 'k.created_at', writtenOffAt: 'k.written_off_at' },
      lines: `(select json_agg(json_build_object('article', l.article, 'quantity', l.quantity,
          'gross', ${euros('l.gross_cents')}, 'vat', ${euros('l.vat_cents')}, 'vatRate', l.vat_rate, 'holder', l.item -> 'holder') order by l.position)
        from invoice_lines l where l.tenant_id = app_tenant() and l.invoice_id = k.id)`,
    },
    // What was never issued is no document: it need not name anybody.
    erasing: {
      kind: 'emptied',
      set: {
        payer: `case when k.state = 'issued' then k.payer
          else k.payer || '{"name": "", "email": "", "phone": "", "address": ""}'::jsonb end`,
        mail_to: `case when k.mail_to is not null then '' end`,
      },
    },
  },
  {
    table: 'invoice_lines',
    of: ofInvoice,
    part: { notGiven: 'given with their invoices' },
    // Whom it was handed over to is no part of the document.
    erasing: {
      kind: 'emptied',
      set: {
        item: `jsonb_set(k.item, '{holder}',
          k.item -> 'holder' || '{"firstName": "", "lastName": "", "email": "", "phone": ""}')`,
      },
      where: `k.item ? 'holder'`,
    },
  },
  {
    ...{ table: 'payments', of: ofInvoice, part: 'payments', order: 'k.created_at' },
    fields: {
      ...{
        invoice: invoiceNumber,
        amount: euros('k.amount_cents'),
        state: 'k.status',
        createdAt: 'k.created_at',
      },
      ...{ method: 'k.method', bank: 'k.bank_name', provider: 'k.provider' },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{ table: 'payment_parts', of: ofInvoice, part: 'paymentParts', order: 'k.payment_id, k.position' },
    fields: {
      ...{ invoice: invoiceNumber, amount: euros('k.amount_cents'), credit: euros('k.credit_cents') },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{
      table: 'payment_messages',
      of: ofPayment,
      part: { notGiven: 'what the bank said of payments that are given' },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{ table: 'receipts', of: ofClient, part: 'receipts', order: 'k.id' },
    fields: {
      ...{
        kind: 'k.kind',
        amount: euros('k.amount_cents'),
        bookedOn: 'k.booked_on',
        payerName: 'k.payer_name',
      },
      ...{ createdAt: 'k.created_at' },
    },
    erasing: { kind: 'kept', why: accounting },
  },
  {
    ...{ table: 'refunds', of: ofPayment, part: 'refunds', order: 'k.created_at' },
    fields: {
      amount: euros('k.amount_cents'),
      state: 'k.status',
      reason: 'k.reason',
      createdAt: 'k.created_at',
    },
    erasing: { kind: 'emptied', set: { reason: wordless('k.reason') } },
  },
  {
    ...{ table: 'tickets', of: ofClient, part: 'tickets', order: 'k.created_at' },
    fields: {
      ...{
        number: 'k.id',
        name: 'k.names ->> $3',
        club: clubName,
        firstName: 'k.first_name',
        lastName: 'k.last_name',
      },
      ...{
        email: 'k.email',
        phone: 'k.phone',
        startsOn: 'k.starts_on',
        endsOn: 'k.ends_on',
        createdAt: 'k.created_at',
      },
      invoice: invoiceNumber,
      givenFor: 'k.given_for',
    },
    erasing: {
      kind: 'emptied',
      set: {
        ...{ first_name: `''`, last_name: `''`, email: `''`, phone: `''` },
        given_for: wordless('k.given_for'),
      },
    },
  },
  {
    ...{ table: 'ticket_entries', of: `${ofTicket} or ${ofAccount}`, part: 'ticketEntries', order: 'k.id' },
    fields: {
      ...{
        number: 'k.ticket_id',
        kind: 'k.kind',
        visits: 'k.visits',
        change: 'k.remaining_change',
        reason: 'k.reason',
      },
      ...{ createdAt: 'k.created_at' },
    },
    // What they wrote themselves is about others.
    erasing: { kind: 'emptied', set: { reason: `'–'` }, where: `k.reason <> '' and ${ofTicket}` },
  },
  {
    ...{ table: 'ticket_shares', of: `${ofTicket} or ${ofClient}`, part: 'ticketShares', order: 'k.id' },
    fields: {
      number: 'k.ticket_id',
      // Whom it was shared with is given to whoever shared it.
      recipient: 'case when k.client_id = $1 then null else k.recipient end',
      ...{ createdAt: 'k.created_at', agreedAt: 'k.accepted_at', endedAt: 'k.ended_at' },
    },
    erasing: { kind: 'emptied', set: { recipient: `'erased-' || k.id` } },
  },
  {
    ...{ table: 'vouchers', of: ofClient, part: 'vouchers', order: 'k.created_at' },
    fields: {
      ...{
        number: 'k.id',
        name: productName,
        holder: 'k.holder_name',
        email: 'k.holder_email',
        visits: 'k.uses',
      },
      ...{
        startsOn: 'k.valid_from',
        endsOn: 'k.valid_until',
        endedAt: 'k.revoked_at',
        createdAt: 'k.created_at',
      },
      invoice: invoiceNumber,
    },
    erasing: { kind: 'emptied', set: { holder_name: `''`, holder_email: `''` } },
  },
  {
    ...{
      table: 'voucher_movements',
      of: `${ofVoucher} or ${ofAccount}`,
      part: 'voucherMovements',
      order: 'k.id',
    },
    fields: {
      number: 'k.voucher_id',
      kind: 'k.kind',
      visits: 'k.uses',
      reason: 'k.note',
      createdAt: 'k.created_at',
    },
    erasing: { kind: 'emptied', set: { note: `'–'` }, where: `k.note <> '' and ${ofVoucher}` },
  },
  {
    ...{ table: 'voucher_links', of: ofVoucher, part: 'voucherLinks', order: 'k.id' },
    fields: {
      number: 'k.voucher_id',
      createdAt: 'k.created_at',
      claimedAt: 'k.claimed_at',
      endedAt: 'k.taken_back_at',
    },
    erasing: { kind: 'kept', why: nameless },
  },
  {
    ...{ table: 'campaign_redemptions', of: ofClient, part: 'campaigns', order: 'k.created_at' },
    fields: {
      email: 'k.email',
      ...{ discount: euros('k.discount_cents'), invoice: invoiceNumber, createdAt: 'k.created_at' },
    },
    erasing: { kind: 'emptied', set: { email: `''` } },
  },
  {
    ...{ table: 'bank_entries', of: 'k.settled_by = any($2)' },
    // Money that came from the person themselves is among the receipts.
    part: { notGiven: 'what staff did for the centre' },
    erasing: { kind: 'kept', why: accounting },
  },
];
