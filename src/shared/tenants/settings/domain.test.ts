import { expect, test } from 'vitest';
import { en } from '#i18n/en.ts';
import { BookingLimits } from '#shared/kernel/booking-limits.ts';
import { type Field, findProblems, formOf, valuesOf } from '#shared/kernel/fields.ts';
import { PageRules } from '#shared/kernel/page-rules.ts';
import {
  fieldsOf,
  parseSection,
  readSection,
  type StoredCentre,
  sectionNames,
  storeSection,
} from './domain.ts';

const stored: StoredCentre = {
  name: 'Põhjala',
  defaultLanguage: 'et',
  languages: ['et', 'en'],
  slogans: { et: 'Sinu trenn', en: 'Your workout', lv: '' },
  theme: { light: '#2A3BDB', dark: '#7C91FE', defaultColorScheme: 'light' },
  pageRules: PageRules.parse({ main: { defaultLanguage: 'et', defaultColorScheme: 'light' } }),
  limits: BookingLimits.parse({}),
  company: {
    name: 'Põhjala OÜ',
    registryCode: '19000111',
    vatPercent: 24,
    contact: { email: 'info@pohjala.test', phone: '+372 5555 0101', address: 'Pikk 1' },
  },
  texts: {},
};

test.each(sectionNames)('%s: what its form shows is in order, and saved it changes nothing', (section) => {
  const fields = fieldsOf(section);
  const form = formOf(fields, readSection(section, stored));
  expect(findProblems(fields, form)).toEqual({});
  const parsed = parseSection(section, valuesOf(fields, form), stored);
  if (!('values' in parsed)) throw new Error(parsed.problem);
  const kept = { ...stored, ...storeSection(section, parsed.values, stored) };
  expect(readSection(section, kept)).toEqual(readSection(section, stored));
  // What no form shows stays.
  expect(kept.company.vatPercent).toBe(24);
});

test.each(sectionNames)('%s: each field has a name for its reader', (section) => {
  const words: unknown = en.backOffice.settings[section];
  for (const { name, columns = [] } of fieldsOf(section)) {
    for (const key of [name, ...columns.map((column) => `${name}Columns.${column.name}`)]) {
      const text = key
        .split('.')
        .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], words);
      expect([key, typeof text]).toEqual([key, 'string']);
    }
  }
});

test.each([
  ['et', ['lv', 'en', 'et'], ['et', 'en', 'lv']],
  ['lv', ['et', 'en', 'lv'], ['lv', 'et', 'en']],
  ['en', ['lv', 'en'], ['en', 'lv']],
])('the languages of a centre stand with the default one, %s, first', (defaultLanguage, chosen, expected) => {
  const centre = { ...(readSection('centre', stored) as object), languages: chosen };
  expect(storeSection('centre', centre, { ...stored, defaultLanguage }).languages).toEqual(expected);
  // Also where another becomes the default one.
  const rules = PageRules.parse({ main: { defaultLanguage, defaultColorScheme: 'light' } });
  const changed = storeSection('rules', rules, { ...stored, languages: chosen });
  expect(changed).toMatchObject({ defaultLanguage, languages: expected });
});

test('numbers that contradict each other are refused by their place', () => {
  const values = readSection('contracts', stored) as { freeze: object };
  const freeze = { ...values.freeze, minDays: 30, maxDays: 7 };
  expect(parseSection('contracts', { ...values, freeze }, stored)).toEqual({ problem: 'freeze.maxDays' });
  const limits = { ...BookingLimits.parse({}), holds: [{ from: 90, hold: 30 }] };
  expect(parseSection('limits', limits, stored)).toEqual({ problem: 'holds' });
  const rules = PageRules.parse({ main: { defaultLanguage: 'lv' } });
  expect(parseSection('rules', rules, stored)).toEqual({ problem: 'main.defaultLanguage' });
  const centre = readSection('centre', stored) as object;
  expect(parseSection('centre', { ...centre, languages: ['en'] }, stored)).toEqual({ problem: 'languages' });
  expect(parseSection('centre', { ...centre, languages: ['et'] }, stored)).not.toHaveProperty('problem');
});

test('the longest freeze may be as long as the shortest; a debt grows bad only after it is one', () => {
  const values = readSection('contracts', stored) as { freeze: object; debt: object };
  const freeze = { ...values.freeze, minDays: 30, maxDays: 30 };
  expect(parseSection('contracts', { ...values, freeze }, stored)).not.toHaveProperty('problem');
  const sent = (badDebtDays: number) =>
    parseSection('contracts', { ...values, debt: { ...values.debt, debtDays: 30, badDebtDays } }, stored);
  expect([29, 30].map(sent)).toEqual([{ problem: 'debt.badDebtDays' }, { problem: 'debt.badDebtDays' }]);
  expect(sent(31)).not.toHaveProperty('problem');
});

test('an account number is kept without its gaps, and a wrong one is refused', () => {
  const company = readSection('company', stored) as object;
  expect(parseSection('company', { ...company, iban: 'EE12 3456' }, stored)).toEqual({ problem: 'iban' });
  const parsed = parseSection('company', { ...company, iban: 'EE38 2200 2210 2014 5685' }, stored);
  if (!('values' in parsed)) throw new Error(parsed.problem);
  expect(storeSection('company', parsed.values, stored).company?.iban).toBe('EE382200221020145685');
});

/** What may be set, within which bounds, and what holds where nothing is set. */
const settable: Record<(typeof sectionNames)[number], readonly string[]> = {
  centre: [
    'name text needed –100',
    'languages choices',
    'slogans.et long –120',
    'slogans.en long –120',
    'slogans.lv long –120',
    'contact.email email needed –254',
    'contact.phone text –40',
    'contact.address text –200',
  ],
  company: [
    'name text needed –200',
    'registryCode text needed –40',
    'vatNumber text –40',
    'iban text –42',
    'bic text –20',
    'bankName text –100',
    'paymentDays integer needed 0–90 else 7',
  ],
  theme: ['light colour needed', 'dark colour needed', 'defaultColorScheme choice needed'],
  texts: [
    'rentals.et text –40',
    'rentals.en text –40',
    'rentals.lv text –40',
    'buyingTerms.et long –30000',
    'buyingTerms.en long –30000',
    'buyingTerms.lv long –30000',
    'about.et long –30000',
    'about.en long –30000',
    'about.lv long –30000',
  ],
  rules: [
    'main.defaultColorScheme choice needed else dark',
    'main.country2Code text else EE',
    'main.defaultLanguage choice needed else en',
    'login.isEmail isOn else true',
    'menu.isInvoiceHidden isOn else false',
    'menu.isLanguageHidden isOn else false',
    'notification.isSmsHidden isOn else false',
    'pageFunctions.isTrainingCommentsEnabled isOn else false',
    'pageFunctions.hasQrScanningForEntry isOn else false',
    'pageFunctions.isSubstituteTrainerFunctionEnabled isOn else false',
    'pages.isJoinCompletePage isOn else false',
    'pages.isJoinSimplePage isOn else false',
    'pages.isBuyPersonalTrainingPage isOn else false',
    'pages.isRentalPage isOn else false',
    'payment.isPaymentActive isOn else false',
    'payment.isPaymentInFrame isOn else false',
    'filters choices',
  ],
  limits: [
    'upcomingMax integer needed 1–200 else 12',
    'sameDayMax integer needed 1–20 else 3',
    'sameStylePerDateMax integer needed 1–20 else 1',
    'freeCancelMinutes integer needed 0–10080 else 180',
    'bookingClosesMinutesBefore integer needed 0–10080 else 15',
    'bookingOpensDaysBefore integer needed 1–365 else 14',
    'waitingListMax integer needed 0–500 else 10',
    'autoPromotionExtraMinutes integer needed 0–10080 else 120',
    'askZoneEndMinutes integer needed 0–1440 else 30',
    'holds rows needed [from integer needed 0–9007199254740991; hold integer needed 1–10080]',
    'nightFrom time needed else 22:00',
    'nightUntil time needed else 07:00',
    'nightPauseEndsMinutes integer needed 0–10080 else 300',
    'promotedGraceMinutes integer needed 0–1440 else 60',
    'undoSeconds integer needed 0–600 else 60',
    'undoEndsMinutes integer needed 0–1440 else 15',
    'strikesMax integer needed 0–20 else 3',
    'strikeDays integer needed 1–365 else 30',
    'banDays integer needed 1–365 else 14',
    'strikePendingHours integer needed 0–168 else 24',
    'dropInMinutes integer needed 0–10080 else 120',
    'stayMinutes integer needed 1–1440 else 180',
    'passbackMinutes integer needed 0–240 else 10',
    'ticketStartDaysMax integer needed 0–365 else 90',
    'voucherOpenLinksMax integer needed 0–50 else 5',
    'personalMinutes integer needed 15–240 else 60',
    'personalEveryMinutes integer needed 5–240 else 30',
    'personalOpensDaysBefore integer needed 1–365 else 28',
    'personalClosesMinutesBefore integer needed 0–10080 else 120',
    'personalFreeCancelMinutes integer needed 0–10080 else 1440',
    'rentalOpensDaysBefore integer needed 1–365 else 28',
    'rentalFreeCancelMinutes integer needed 0–10080 else 1440',
    'rentalUpcomingMax integer needed 1–50 else 4',
  ],
  contracts: [
    'startDaysMax integer needed 0–365 else 60',
    'noticeDays integer needed 0–90 else 30',
    'withdrawalDays integer needed 14–60 else 14',
    'freeze.minDays integer needed 1–90 else 7',
    'freeze.maxDays integer needed 1–366 else 90',
    'freeze.times integer needed 0–12 else 2',
    'freeze.noticeDays integer needed 0–30 else 1',
    'freeze.feeCents cents needed 0–10000 else 0.00',
    'debt.debtDays integer needed 1–60 else 1',
    'debt.badDebtDays integer needed 2–365 else 30',
    'debt.toleratedCents cents needed 0–10000 else 1.00',
    'debt.graceDays integer needed 0–60 else 7',
    'renewalDays integers 1–90 else 30, 7',
    'hasGuardians isOn else false',
  ],
  billing: [
    'aheadDays integer needed 0–31 else 0',
    'renewDays integer needed 0–30 else 0',
    'priceNoticeDays integer needed 1–180 else 30',
  ],
  reminders: ['dueDays integer needed 0–30 else 3', 'overdueDays integers 1–180 else 1, 7, 14'],
  messages: ['smsPartCents cents needed 0–1000 else 0.06'],
  replacements: [
    'preferredHours integer needed 0–168 else 24',
    'preferredShortHours integer needed 0–48 else 4',
    'shortUnderHours integer needed 0–336 else 36',
    'noneUnderHours integer needed 0–168 else 6',
    'alertHours integers 1–168 else 24, 6',
    'travelMinutes integer needed 0–600 else 30',
    'dayHoursMax integer needed 1–24 else 10',
    'weekHoursMax integer needed 1–168 else 48',
    'restHours integer needed 0–24 else 11',
    'leaveFreeHours integer needed 0–168 else 12',
  ],
  security: ['demandedOf choice needed else nobody', 'demandedFrom date needed else 2027-01-01'],
  identities: [
    'smartIdUuid text else ',
    'smartIdName text –32 else ',
    'mobileIdUuid text else ',
    'mobileIdName text –32 else ',
    'hasIdCard isOn else false',
  ],
};

function inWords({ name, kind, isRequired, least, most, standard, columns }: Field): string {
  const bounds = least === undefined && most === undefined ? '' : ` ${least ?? ''}–${most ?? ''}`;
  const rest = standard === undefined ? '' : ` else ${standard}`;
  const inside = columns === undefined ? '' : ` [${columns.map(inWords).join('; ')}]`;
  return `${name} ${kind}${isRequired ? ' needed' : ''}${bounds}${rest}${inside}`;
}

test.each(sectionNames)('%s: what may be set, and how far', (section) => {
  expect(fieldsOf(section).map(inWords)).toEqual(settable[section]);
});
