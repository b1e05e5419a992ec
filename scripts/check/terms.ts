/**
 * What things are called, each once. `docs/glossary.md` is drawn from it (`npm run architecture`), with the words that stand on
 * screens; the check refuses the words named as old in what the code declares and in names of files (glossary.ts).
 */
export interface Term {
  readonly name: string;
  readonly meaning: string;
  readonly table?: string;
  /** The key of a text that says it on a screen. */
  readonly text?: string;
  /** What it was called, or is called elsewhere: words of a name, in camel case. */
  readonly old?: readonly OldWord[];
}

export interface OldWord {
  readonly word: string;
  /** Where it is refused; absent means everywhere. */
  readonly where?: RegExp;
}

type More = Omit<Term, 'name' | 'meaning'>;
const term = (name: string, meaning: string, more: More = {}): Term => ({ name, meaning, ...more });
const old = (where: RegExp, ...words: readonly string[]): OldWord[] => words.map((word) => ({ word, where }));
const oldAnywhere = (...words: readonly string[]): OldWord[] => words.map((word) => ({ word }));

const registrations = /\/registrations\//;
const contracts = /\/contracts\//;
const web = /^src\/web\//;

export const terms: readonly Term[] = [
  // Who.
  term('tenant', 'A centre with its own host, look, languages and rules; everything stored belongs to one.', {
    table: 'tenants',
  }),
  term('club', 'A place of a centre with rooms and doors; one centre may have several.', {
    table: 'clubs',
    text: 'pages.clubs',
  }),
  term('room', 'Where a training takes place; it may have parts, and be part of a group.', {
    table: 'rooms',
    text: 'backOffice.areas.rooms',
  }),
  term('client', 'A person a centre knows, with or without an account.', {
    table: 'clients',
    text: 'backOffice.areas.clients',
  }),
  term('account', 'Who can log in: an address, a password, second steps.', { table: 'accounts' }),
  term('member', 'A client who is logged in.', { text: 'joining.summaryPerson' }),
  term('visitor', 'Who books or buys without an account, by links in mails.', { table: 'visitors' }),
  term('trainer', 'Who leads trainings.', { table: 'trainers', text: 'backOffice.areas.trainers' }),
  term('administrator', 'Who runs the centre in its back office.', { text: 'backOffice.fields.isAdmin' }),
  term('desk', 'Where staff receive whoever comes in.', { text: 'menu.desk' }),
  term('session', 'An account being logged in on a device.', { table: 'sessions', text: 'profile.devices' }),
  term('passkey', 'A key of a device that logs in without a password.', {
    table: 'passkeys',
    text: 'factors.passkeys',
  }),
  term(
    'external identity',
    'Whom a service outside, as Smart-ID, or a card knows an account as: who shows it there logs in here.',
    {
      table: 'external_identities',
      text: 'identities.title',
    },
  ),
  term('second factor', 'What is asked beside the password: a code of an app, a recovery code.', {
    table: 'totp_secrets',
    text: 'factors.recovery',
  }),

  // The timetable.
  term('training', 'One class at one time in one room.', { table: 'trainings', text: 'menu.trainings' }),
  term('series', 'Trainings that repeat every week and are changed together.', {
    table: 'series',
    text: 'editing.repeats',
  }),
  term('style', 'What kind of training it is.', { table: 'styles', text: 'schedule.style' }),
  term('timetable', 'The trainings of a day or a week, as they are shown.', { text: 'menu.timetable' }),
  term('closure', 'Dates on which a club or a room is closed.', { table: 'closures' }),
  term('reservation', 'A room kept free for something that is no training.', {
    table: 'reservations',
    text: 'editing.reservationTitle',
  }),
  term('rental', 'A room or lane that a client rents by the hour.', {
    table: 'rentals',
    text: 'privacyData.parts.rentals',
  }),
  term('cancel, reinstate, reschedule', 'What becomes of the bookings when a training is changed.', {
    old: [...oldAnywhere('callOff', 'bringBack'), ...old(/^src\/[a-z]+\/registrations\/moving\//, 'moving')],
  }),
  term('taught', 'Of a training: by whom it is led.', { text: 'schedule.trainer', old: oldAnywhere('led') }),
  term('TV screen', 'The day on a screen on the wall.', { old: oldAnywhere('wallScreen', 'wallRow') }),
  term('alternatives', 'Trainings that may be booked in the place of a full one.', {
    text: 'registrations.whatInstead',
    old: old(web, 'instead'),
  }),

  // Booking.
  term('registration', 'A client and a training: booked, waiting, offered, or over.', {
    table: 'registrations',
    text: 'registrations.bar',
  }),
  term('waitlist', 'Who waits for a place in a training, first come first.', {
    text: 'attendance.waitingLabel',
    old: [
      ...oldAnywhere('lineEntry', 'lineDue', 'lineDueEvent', 'loadedLine', 'queueMove', 'queueReceipt'),
      ...old(registrations, 'queue'),
    ],
  }),
  term('waitlist group', 'Several waitlists of one client, of which the first place is taken.', {
    table: 'registrations.wish_id',
    old: oldAnywhere('wish', 'wishes'),
  }),
  term('offer', 'A place that is held for somebody who waits, until a moment.', {
    text: 'backOffice.states.registration.offered',
  }),
  term('swap', 'Giving one booking back for another in the moment that one has its place.', {
    table: 'registrations.swap_for',
  }),
  term('entitlement', 'The contract, ticket or voucher that pays for a booking, as it is counted for it.', {
    table: 'registration_covers',
    old: oldAnywhere('cover', 'covers'),
  }),
  term('redeem', 'Takes a visit or a use for a booking.', { old: oldAnywhere('takeCover', 'covering') }),
  term('pass', 'What a client has and may book with: contract, ticket, voucher.', {
    old: oldAnywhere('holding', 'holdings'),
  }),
  term('roll', 'Who is booked in a training, and who came.', { text: 'attendance.title' }),
  term('staff booking', 'A place that staff give or take.', { old: oldAnywhere('placing') }),
  term('strike', 'A booking missed or dropped late; enough of them ban from booking for a time.', {
    table: 'registrations',
    text: 'strikes.title',
  }),
  term('request', 'What somebody asks a command for.', { old: oldAnywhere('wish') }),

  // Money.
  term('product', 'What is sold, for how much and to whom.', {
    table: 'products',
    text: 'reports.by.product',
  }),
  term('ticket', 'Visits bought ahead, with a ledger of their use.', {
    table: 'tickets',
    text: 'menu.tickets',
  }),
  term('voucher', 'Value that is bought, given away, claimed and spent.', {
    table: 'vouchers',
    text: 'menu.vouchers',
  }),
  term('package (of a contract)', 'What a contract may be made of: price, terms, benefits.', {
    table: 'products',
    text: 'clientContracts.package',
  }),
  term('package (of personal trainings)', 'Personal trainings bought ahead, which may be shared.', {
    table: 'packages',
    text: 'personalTimes.packages',
  }),
  term('contract', 'A membership: terms, periods, prices, freezes.', {
    table: 'contracts',
    text: 'menu.contracts',
  }),
  term('benefit', 'What a contract opens: which trainings, how often.', { table: 'contract_terms' }),
  term('freeze', 'Days on which a contract rests.', { table: 'contract_freezes', text: 'contracts.freezes' }),
  term('termination', 'The end of a contract with its notice; a withdrawal undoes it from the beginning.', {
    text: 'joining.withdrawTitle',
    old: [...old(contracts, 'endings', 'endingPlan'), ...oldAnywhere('takeEndBack')],
  }),
  term('status (of a contract)', 'What a contract allows today, from its phase, its debt and blocks.', {
    text: 'contracts.status_6',
    old: old(/^src\//, 'standing', 'standings'),
  }),
  term('billing run', 'The work of one night: periods, invoices, renewals, mails.', {
    table: 'billing_runs',
    text: 'backOffice.areas.billingRuns',
    old: [...old(contracts, 'nights', 'workNights'), ...oldAnywhere('nightPorts')],
  }),
  term('grant', 'A contract, ticket or voucher that the desk gives or sells.', {
    old: old(/^src\//, 'giveContract', 'giveTicket', 'giveVoucher'),
  }),
  term('invoice', 'What is to be paid, by number; a credit note takes of it.', {
    table: 'invoices',
    text: 'menu.invoices',
  }),
  term('credit note', 'An invoice the other way round.', {
    table: 'invoices',
    text: 'invoices.paperCreditNote',
  }),
  term('receipt', 'Money that came, and what it pays.', {
    table: 'receipts',
    text: 'backOffice.merge.tables.receipts',
  }),
  term('credit', 'Money that came and pays no invoice yet.', { text: 'owned.kind.credit' }),
  term('PDF', 'An invoice as a file, with the palette of its centre.', {
    old: old(/^src\/server\/invoices\//, 'paper', 'papers', 'ink'),
  }),
  term('payment', 'A try to pay an invoice, or several in parts, with the payment service.', {
    table: 'payments',
    text: 'invoices.payments',
  }),
  term('fulfilment', 'What was paid is made and given: a ticket, a contract, a place.', {
    table: 'hand_overs',
    old: oldAnywhere('handOver', 'handedOver', 'handingOver'),
  }),
  term('polling', 'Asking the payment service what it did not tell.', {
    old: old(/^src\/server\/payments\//, 'asking', 'applying', 'applyTold'),
  }),
  term(
    'emulator',
    'A service from outside as this product plays it where there is none: bank, mail, SMS, locks.',
    {
      table: 'stand_in_mails, stand_in_orders, stand_in_refunds, stand_in_sms',
      old: oldAnywhere('standIn'),
    },
  ),
  term('refund', 'Money paid back.', { table: 'refunds', text: 'privacyData.parts.refunds' }),
  term('campaign code', 'Who knows it pays less.', { table: 'campaigns', text: 'campaigns.label' }),
  term('wallet', 'All that somebody has bought, been given or owes.', {
    old: old(/\/(wallet|admin)\//, 'owned'),
  }),

  // The house and who keeps it.
  term('keycard', 'An entry card in the wallet of a phone, Apple’s or Google’s, that doors read.', {
    table: 'keycards',
    text: 'entry.keycards.cardTitle',
    old: oldAnywhere('walletPass', 'entryPass', 'phoneCard'),
  }),
  term('entry', 'Coming in or going out through a door, with why.', {
    table: 'entries',
    text: 'entry.doors',
  }),
  term('audit trail', 'Who changed what, written with the change.', {
    table: 'audit_trail',
    text: 'backOffice.areas.audit',
  }),
  term('resource', 'What an administrator lists, makes and changes in the back office.', {
    old: old(/^src\/(server|web)\/.*\/?(admin|managed)\//, 'thing', 'things', 'managing'),
  }),
  term('to-do', 'What waits for its reader on the first page.', { old: old(web, 'matter', 'matters') }),
  term('notice', 'What the product tells a client by mail, push or SMS.', {
    table: 'notice_deliveries',
    text: 'backOffice.merge.tables.notice_deliveries',
    old: old(/\/notices\//, 'matter', 'words', 'wording'),
  }),
  term('replacement', 'Another trainer for a training: asked for, applied for, accepted.', {
    table: 'replacements',
    text: 'backOffice.areas.replacements',
    old: old(/\/(replacements|schedule)\//, 'telling'),
  }),
  term('retention', 'How long what is kept of a person.', { old: old(/^src\/server\/privacy\//, 'kept') }),
  term('erasure', 'A person asks to be forgotten.', {
    table: 'erasures',
    old: old(/\/privacy\//, 'erasing'),
  }),
  term('consent', 'What a person agreed to.', { table: 'consents', text: 'privacy.consentsTitle' }),
  term('response cache, page cache', 'Answers and pages kept as bytes until what they say changes.', {
    old: oldAnywhere('readyAnswer', 'readyAnswers', 'readyPage', 'readyPages'),
  }),
  term('batch', 'Calls that are decided in one transaction; those with one conflict key never are.', {
    old: old(/^src\//, 'writeTogether', 'tryTogether', 'mostTogether'),
  }),
  term('labels, format', 'Texts of a thing as a screen says them; dates and times as it writes them.', {
    old: old(web, 'words'),
  }),
  term('seed', 'Makes the demo’s people, weeks and invoices, the same each time.', {
    old: [...old(/^src\/server\/demo\//, 'invent'), ...oldAnywhere('contractCrowd', 'thrower')],
  }),
];
