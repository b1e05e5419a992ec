import { hashToken } from '#server/kernel/tokens.ts';
import type { TestAccount } from '../centre.ts';
import type { Things } from '../furnished.ts';

/** What a query may be given under a name. */
interface Value {
  /** What is there; the first that finds something is taken. */
  readonly some: readonly unknown[];
  /** What names nothing; absent where a value names nothing anyway. */
  readonly none?: unknown;
}

/** By the query's folder and name, and the name of what it is given. */
export type Values = (
  query: { readonly folder: string; readonly name: string },
  name: string,
) => Value | undefined;

const noId = 2_000_000_000;
const noUuid = '00000000-0000-4000-8000-000000000000';
const id = (...some: unknown[]): Value => ({ some, none: noId });
const uuid = (...some: unknown[]): Value => ({ some, none: noUuid });
const text = (...some: unknown[]): Value => ({ some, none: 'nobody at all' });
const hash = (...tokens: string[]): Value => ({ some: tokens.map(hashToken), none: Buffer.alloc(32) });
const plain = (...some: unknown[]): Value => ({ some });
/** The same in a list. */
const listed = ({ some, none }: Value): Value => ({ some: some.map((each) => [each]), none: [none] });

/** Moments in their order: what is asked from when, now, and until when. */
export const moments = {
  from: '2026-09-01T09:00:00.000Z',
  now: '2026-09-14T09:00:00.000Z',
  until: '2026-12-31T09:00:00.000Z',
};
const days = { from: '2026-09-01', now: '2026-09-14', until: '2026-12-31' };

/** Ids of what has no name among the furnished things, by table. */
export type Found = (table: string, where?: string) => Promise<unknown[]>;

/** What the names of parameters mean in the data layer, some by their folder. */
export async function valuesOf(things: Things, account: TestAccount, find: Found): Promise<Values> {
  const ids = {
    account: id(account.id, things.lostAccount, things.account),
    campaign: id(things.campaign),
    change: id(things.change),
    client: id(account.clientId),
    closure: id(things.closure),
    club: id(things.club),
    comment: id(things.comment),
    contract: id(things.contract),
    creditNote: id(things.creditNote),
    credits: id(things.invoice),
    device: id(...(await find('entry_devices'))),
    door: id(things.door),
    entry: id(...(await find('entries'))),
    exception: id(things.exception),
    freeze: id(things.freeze),
    gone: id(things.otherClient),
    group: id(things.trainingGroup),
    helper: id(things.otherTrainer),
    invoice: id(things.invoice, things.paidInvoice, things.creditNote, ...(await find('invoices'))),
    join: id(things.join),
    joiningFee: id(things.joiningFee),
    kept: id(things.client),
    link: id(things.voucherLink),
    message: id(things.message),
    movement: id(...(await find('voucher_movements'))),
    of: id(...(await find('voucher_movements'))),
    package: id(things.personalPackage),
    part: id(things.spareRoom),
    passkey: id(things.passkey),
    product: id(
      things.product,
      things.package,
      things.personalProduct,
      things.voucherProduct,
      things.joiningFee,
    ),
    receipt: id(...(await find('receipts'))),
    registration: id(
      things.registration,
      things.pastRegistration,
      things.cancelled,
      things.offer,
      things.strike,
      things.clashing,
    ),
    replacement: id(things.replacement),
    request: id(things.replacement, things.openReplacement, things.appliedReplacement),
    reservation: id(things.reservation, ...(await find('reservations'))),
    roomGroup: id(things.roomGroup),
    room: id(things.room, things.rentedRoom),
    series: id(...(await find('series'))),
    share: id(things.share, things.offeredShare),
    style: id(things.style),
    subscription: id(...(await find('push_subscriptions'))),
    ticketEntry: id(...(await find('ticket_entries'))),
    ticket: id(things.ticket, things.personalPackage),
    trainer: id(things.trainer, things.otherTrainer),
    training: id(
      things.training,
      things.pastTraining,
      things.otherTraining,
      things.paidTraining,
      ...(await find('trainings')),
    ),
    type: id(things.videoType),
    undoes: id(...(await find('ticket_entries'))),
    video: id(things.video),
    voucherMovement: id(...(await find('voucher_movements'))),
    voucher: id(things.voucher, things.spareVoucher),
  };
  const byName: Record<string, Value> = Object.fromEntries(
    Object.entries(ids).flatMap(([noun, value]) => [
      [`${noun}Id`, value],
      [`${noun}Ids`, listed(value)],
    ]),
  );
  const time = (of: keyof typeof moments, names: string) =>
    Object.fromEntries(names.split(' ').map((name) => [name, plain(moments[of])]));
  const day = (of: keyof typeof days, names: string) =>
    Object.fromEntries(names.split(' ').map((name) => [name, plain(days[of])]));
  const session = uuid(things.session);
  const payment = uuid(things.payment, ...(await find('payments')));
  Object.assign(byName, {
    ...time('from', 'from since after fromAt'),
    ...time(
      'now',
      'now at askAt revokedAt noticeAt confirmedAt paysAt undoUntil heldUntil releasedAt updatedAt',
    ),
    ...time(
      'until',
      'until before endedBefore madeBefore cutOffBefore openUntil expiresAt untilAt freeUntil',
    ),
    ...day('from', 'fromOn'),
    ...day('now', 'today date onDate startsOn dueOn issuedOn runOn localDate bookedOn bindingUntil'),
    ...day('until', 'untilOn endsOn horizon'),
    ...{ startsAt: plain('2026-09-15T15:00:00Z'), endsAt: plain('2026-09-15T16:00:00Z') },
    ...{
      paymentId: payment,
      sessionId: session,
      sessionIds: listed(session),
      scanId: uuid(...(await find('entries', 'scan_id'))),
    },
    ...{
      exceptId: plain(undefined),
      butClientId: plain(null),
      confirmedBy: plain(things.account),
      by: plain('club'),
    },
    ...{
      email: text(account.email),
      emails: listed(text(account.email)),
      login: text(account.email),
      isEmail: plain(true),
    },
    ...{
      code: text(things.campaignCode),
      idCode: text('60001019906'),
      idCodes: listed(text('60001019906')),
      codes: plain([]),
    },
    ...{ country: plain('EE'), idCountry: plain('EE'), birthDate: plain('2000-01-01') },
    ...{
      clientNumber: text(things.clientNumber),
      numbers: listed(text(things.invoiceNumber)),
      references: plain([]),
      q: plain(''),
    },
    ...{
      text: text(account.claims.firstName.slice(0, 8)),
      firstName: text(account.claims.firstName),
      lastName: text(account.claims.lastName),
    },
    ...{ phone: plain('+372 5555 0000'), phones: listed(text('+372 5555 0000')), name: text('name') },
    ...{
      language: plain('et'),
      defaultLanguage: plain('et'),
      languages: plain(['et', 'en', 'lv']),
      timeZone: plain('Europe/Tallinn'),
    },
    ...{ texts: plain({ language: 'et', defaultLanguage: 'et' }), host: text('nothing.ee') },
    ...{
      limit: plain(1000),
      offset: plain(0),
      position: plain(0),
      step: plain(1),
      hours: plain(1),
      wait: plain(1),
      count: plain(1),
    },
    ...{
      place: plain(1),
      time: plain('15:00'),
      key: plain(null),
      settledKey: plain(null),
      noun: plain(undefined),
      kind: plain(''),
    },
    ...{
      isPersonal: plain(false, true),
      isOpen: plain(false),
      isLocked: plain(false),
      isWanted: plain(true),
      isGiven: plain(true),
    },
    ...{
      isAdmin: plain(false),
      isClosing: plain(false),
      isPublic: plain(true),
      presence: plain(true, null),
      period: plain('upcoming', 'past'),
    },
    ...{
      amountCents: plain(7240),
      amounts: plain([7240]),
      noticeMinutes: plain(60),
      minutes: plain(60),
      priceCents: plain(900),
    },
    ...{
      purpose: plain('marketingMail'),
      source: plain('member'),
      whom: plain('booked'),
      channel: plain('mail'),
      category: plain('webapp'),
    },
    ...{
      leaving: plain([]),
      spans: plain([]),
      viewer: plain({ accountId: account.id, clientId: account.clientId }),
      comment: plain('so'),
    },
    ...{
      reason: plain('ill'),
      state: plain('state'),
      status: plain('PAID'),
      how: plain('claimed'),
      bannedUntil: plain(null),
    },
    ...{
      extendedAt: plain(null),
      redeemedAt: plain(null),
      takesSms: plain(true),
      reminders: plain([60]),
      signCount: plain(1),
      isBackedUp: plain(true),
    },
    ...{
      subject: plain(Buffer.alloc(32)),
      windowMinutes: plain(15),
      passwordHash: plain('x'),
      salt: plain(Buffer.alloc(32)),
      sealed: plain(Buffer.alloc(32)),
    },
    ...{
      dedupeKey: text(...(await find('invoice_messages', 'dedupe_key'))),
      groupKey: text('x'),
      ledger: plain('ticket'),
    },
    ...{
      method: plain('cardPayments'),
      bank: plain(null),
      provider: plain('montonio'),
      providerId: text(...(await find('payments', 'provider_id'))),
    },
    ...{
      reference: text('x'),
      orderId: uuid(noUuid),
      endpoint: text('x'),
      paymentUrl: plain(null),
      askZoneEndMinutes: plain(60),
    },
    ...{ freeCancelMinutes: plain(180), undoEndsMinutes: plain(15), userId: ids.account },
    ...{
      series: plain('A'),
      seller: plain({}),
      address: plain('Pikk 1'),
      city: plain('Tallinn'),
      zip: plain('10111'),
      guardian: plain(null),
    },
    ...{
      table: plain(''),
      change: plain({ state: 'live' }),
      endedAt: plain(moments.now),
      acceptedAt: plain(moments.now),
      givenFor: plain(null),
      choice: plain(null),
    },
    ...{ holders: plain([]), clientType: plain('groupTraining'), message: plain('x') },
  } satisfies Record<string, Value>);
  const byFolder: Record<string, Record<string, Value>> = {
    'account/factors': { tokenHash: hash('a challenge') },
    account: { id: ids.account, tokenHash: hash(things.resetToken), kind: plain('login') },
    'account/emails': { tokenHash: hash(things.emailToken) },
    'account/passkeys': {
      id: ids.passkey,
      credentialId: { some: await find('passkeys', 'credential_id'), none: Buffer.alloc(32) },
    },
    'account/proofs': { id: session },
    'account/resets': {
      tokenHash: hash(things.factorResetToken),
      hash: hash(things.factorResetToken),
      reason: plain('used'),
    },
    'account/sessions': { id: session, reason: plain('logout') },
    'account/users': { id: ids.account, before: text(account.email), after: plain('a@test.test') },
    campaigns: { hash: { some: await find('campaigns', 'code_hash'), none: Buffer.alloc(32) } },
    'clients/admin': { id: ids.client },
    'clients/merging': { id: ids.client, ids: listed(ids.client) },
    contracts: { tokenHash: hash(things.withdrawalToken) },
    'contracts/billing': { after: plain(0) },
    'contracts/prices': { after: plain(0) },
    'contracts/views': { tokenHash: hash(things.withdrawalToken) },
    'contracts/renewals': { after: plain(0) },
    'contracts/withdrawals': { tokenHash: hash(things.withdrawalToken) },
    'contracts/terminations': { tokenHash: hash(things.withdrawalToken) },
    'entry/access': { id: ids.door, tokenHash: hash(things.doorToken), code: text(things.clientNumber) },
    'entry/desk': { id: ids.ticket },
    'entry/codes': { id: ids.device },
    'entry/doors': { tokenHash: hash(things.doorToken), hash: hash(things.pairingCode) },
    'entry/inside': { id: id(things.refusal) },
    'entry/scanning': { code: text(things.clientNumber) },
    feeds: { tokenHash: { some: await find('calendar_feeds', 'token_hash'), none: Buffer.alloc(32) } },
    invoices: { tokenHash: hash(things.invoiceToken) },
    'invoices/bank': { id: id(things.bankEntry), ids: listed(ids.invoice) },
    'invoices/views': { tokenHash: hash(things.invoiceToken) },
    joining: { id: ids.client, tokenHash: hash(things.joinToken) },
    'messages/broadcasts': {
      id: id(things.message, ...(await find('message_deliveries'))),
      ids: listed(id(...(await find('message_deliveries')))),
      state: plain('sent'),
    },
    'messages/notices': { ids: listed(ids.training) },
    'messages/push': { id: ids.subscription },
    payments: { id: payment },
    'payments/emulator': {
      id: uuid(...(await find('stand_in_orders'))),
      orderId: uuid(...(await find('stand_in_orders'))),
      tenantId: id(...(await find('clubs', 'tenant_id'))),
      reference: text(...(await find('stand_in_orders', 'reference'))),
      sessionId: text('x'),
    },
    'payments/refunds': { id: uuid(...(await find('refunds')), noUuid) },
    'personal-trainings/hours': { id: ids.exception },
    'personal-trainings/slots': { id: id(things.personalTraining) },
    'privacy/erasure': { id: id(...(await find('erasures'))) },
    products: { kind: plain('ticket', 'package', 'personalTraining') },
    registrations: { trainingId: ids.training },
    'registrations/rescheduling': { by: plain(1) },
    replacements: { id: ids.request, ids: listed(ids.training) },
    'replacements/absences': { id: id(things.absence) },
    'replacements/ending': { id: ids.request, ids: listed(ids.request) },
    'replacements/facts': { ids: listed(ids.trainer) },
    'replacements/notifying': { ids: listed(ids.trainer) },
    rooms: { id: ids.room },
    'rooms/rentals': { id: id(things.rental) },
    'rooms/reservations': { id: ids.reservation },
    schedule: { id: ids.training },
    'schedule/editing': { id: ids.closure, ids: listed(ids.training) },
    'schedule/series': { id: ids.change },
    tickets: { tokenHash: hash(things.ticketToken), hash: hash(things.ticketToken) },
    trainers: { id: ids.trainer },
    'trainers/pages': { id: ids.trainer },
    'training-groups/members': { id: ids.group },
    visitors: {
      tokenHash: hash(things.visitorToken, things.visitorRequestToken),
      email: text(account.email),
    },
    vouchers: { hash: hash(things.voucherToken) },
    'vouchers/links': { hash: hash(things.voucherLinkToken) },
    wallet: { id: ids.contract, kind: plain('contract', 'ticket') },
    'wallet/desk': { id: ids.ticket },
  };
  const managed: Record<string, Value> = {
    ...{
      campaigns: ids.campaign,
      clients: ids.client,
      clubs: ids.club,
      doors: ids.door,
      products: ids.product,
    },
    ...{ roomGroups: ids.roomGroup, rooms: ids.room, styles: ids.style, trainers: ids.trainer },
    ...{ trainingGroups: ids.group, videos: ids.video, videoTypes: ids.type },
  };
  return ({ folder, name: query }, name) =>
    (name === 'id' ? managed[query.split('.')[0] ?? ''] : undefined) ??
    byFolder[folder]?.[name] ??
    byName[name];
}
