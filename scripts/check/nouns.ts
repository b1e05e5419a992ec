/**
 * What the house knows, each noun in one sentence. A noun earns its folder when it owns a table, an outside service or a
 * lifecycle.
 */
export const nounSentences = {
  account:
    'Logging in and staying so: accounts, passwords, second steps, passkeys, Smart-ID, Mobile-ID, ID cards, devices and their sessions.',
  admin: 'What an administrator does with any noun: lists, forms, and the import of another system.',
  'audit-trail': 'Who changed what, and how it looked before and after.',
  campaigns: 'Campaign codes: who pays less for what, how often, and which are held by drafts.',
  clients: 'People a centre knows: who they are, how they are reached, finding and merging them.',
  consents: 'What a person agreed to, when, and when they took it back.',
  contracts:
    'Memberships: offers and their terms, periods, freezing, ending, withdrawal, and the billing runs.',
  entry:
    'Doors: who may come in, the codes of phones and of cards in their wallets, readers with and without a network, visits, locks.',
  feedback: 'What members say of a training, what its trainer allows to be read, what they like.',
  feeds: 'Calendars at private addresses, for the programs that read them.',
  invoices:
    'Invoices, credit notes and receipts: numbers, lines, VAT, debt, PDFs, reminders, bank statements.',
  joining: 'Becoming a member: the draft, what was chosen, and what happens once it is paid.',
  messages: 'What reaches people: mails, SMS, pushes, what they want to hear and when, messages to many.',
  payments:
    'Taking money and giving it back: the payment service, what takes effect once it is there, refunds.',
  'personal-trainings':
    'One trainer with one or two: packages, sharing them, hours offered and times booked.',
  privacy: 'What is kept of a person: the download, erasure, how long what stays.',
  products: 'What is sold, for how much, to whom and until when it is good.',
  registrations:
    'Places: who has one, who waits in which order, entitlements, giving back, attendance, strikes.',
  replacements: 'A trainer who cannot come: requests, applications, acceptance, who is told.',
  rooms: 'Rooms and what reserves them besides trainings.',
  schedule: 'The timetable: trainings, series, changes to them, and what is told live.',
  statistics: 'Sums that open what they are made of, for members, trainers and the office.',
  tenants: 'Centres: hosts, looks, rules, texts, and how a new one comes to be.',
  tickets: 'Tickets: visits bought ahead and the ledger of their use.',
  trainers: 'Trainers: their names, pages and pictures.',
  'training-groups': 'Groups that train together, their members and their trainings.',
  videos: 'Training videos and who may watch them.',
  visitors: 'Booking without an account, by links in mails.',
  vouchers: 'Vouchers and gift cards: value that is bought, sent, claimed, spent and given back.',
  wallet: 'What a person has bought and may still use, in one list.',
} as const;

export const nouns: readonly string[] = Object.keys(nounSentences);

export const sides = ['server', 'shared', 'web'] as const;
export type Side = (typeof sides)[number];
