import { parseLocalDate } from '#shared/kernel/dates.ts';
import { toInteger } from '#shared/kernel/wire.ts';
import { groupings, periods, reportKinds, simulatedLimits } from '#shared/statistics/kinds/domain.ts';
import { setupSteps } from '#shared/tenants/setup/domain.ts';
import { readRows } from '#web/kernel/rows.ts';

/** Texts both ways: an address never holds JSON, and a number that is a text stays one. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') parts.set(name, String(value));
  }
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

/** An address as it was typed, or a search that a link builds. */
type Raw = Readonly<Record<string, unknown>>;

// Each reader treats what it cannot read as absent (specification points 2 and 5).
const date = (raw: unknown) => (typeof raw === 'string' ? parseLocalDate(raw) : undefined);
const text = (raw: unknown) => (typeof raw === 'string' && raw.length <= 500 ? raw : undefined);
/** A secret of an address: a link's, or what a bank signed. */
const token = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= 3000 ? raw : undefined;
/** A choice that is made or not. */
const isOn = (raw: unknown): number | undefined => (toInteger(raw) === 1 ? 1 : undefined);
/** Something to look for. */
const labels = (raw: unknown) =>
  typeof raw === 'string' && raw.trim() !== '' && raw.length <= 100 ? raw : undefined;
const choice =
  <const T extends string>(...choices: readonly T[]) =>
  (raw: unknown) =>
    choices.find((known) => known === raw);

type Reader = (raw: unknown) => string | number | undefined;
type Read<R extends Record<string, Reader>> = { [Name in keyof R]?: ReturnType<R[Name]> };

/**
 * Reads the named parameters. An unreadable one is there as undefined: the router lays the result over the
 * address as it was typed, which would show through otherwise. Links leave it out.
 */
function reader<const R extends Record<string, Reader>>(readers: R) {
  return (raw: Raw & Read<R>): Read<R> => {
    const found = Object.entries(readers).map(([name, read]) => [name, read(raw[name])]);
    return Object.fromEntries(found) as Read<R>;
  };
}

/**
 * What a timetable's address may say: `unit` is a club, `group` a room group, `filter` a style, `mode=tv` the wall;
 * `from` and `until` a period, `origin` where one came from, `destination` where a chosen training leads.
 */
export const timetableSearch = reader({
  date,
  from: date,
  until: date,
  unit: toInteger,
  group: toInteger,
  room: toInteger,
  trainer: toInteger,
  filter: toInteger,
  free: isOn,
  time: choice('morning', 'day', 'evening'),
  text: labels,
  mode: text,
  origin: text,
  destination: choice('/public/registration', '/admin/messages'),
});
/** The desk: `gym` is the club it stands in. */
export const deskSearch = reader({ gym: toInteger });
/** A trainer's own pages: `mode` is a day or a week, `trainer` for an administrator who looks. */
export const trainerSearch = reader({ date, mode: choice('day', 'week'), trainer: toInteger });
/** The admin calendar: `unit` is a club, `room` the one whose week is shown, `id` a training whose actions are open. */
export const adminCalendarSearch = reader({
  date,
  unit: toInteger,
  room: toInteger,
  mode: choice('week'),
  id: toInteger,
});
/** A trainer's sums: `window` of time, `filter` a style, `type` of training, `date` a day the list is narrowed to. */
const sums = {
  window: choice('currentMonth'),
  mode: choice('type'),
  filter: toInteger,
  type: choice('groupTraining', 'gym', 'other', 'personalTraining', 'pool'),
  date,
};
export const statisticsSearch = reader(sums);
/** Personal trainings: what a trainer looks at and their sums; whose free times a member sees, from which date. */
export const timesSearch = reader({
  ...sums,
  view: choice('hours', 'statistics'),
  trainer: toInteger,
  from: date,
});
/** Lanes and rooms for rent on a date. */
export const poolSearch = reader({ date });
/**
 * A report: `unit` is a club, `by` what it is summed by, `key` the row whose list is open (`all` for the whole list).
 */
export const reportsSearch = reader({
  kind: choice(...reportKinds),
  period: choice(...periods),
  from: date,
  until: date,
  unit: toInteger,
  by: choice(...groupings),
  key: labels,
  page: toInteger,
  rows: readRows,
});
/** `page` is of the preview, `nights` of the reports. */
export const billingRunsSearch = reader({ date, page: toInteger, nights: toInteger, rows: readRows });
/** A limit of booking and the number to try it with. */
export const simulatorSearch = reader({ limit: choice(...simulatedLimits), value: toInteger });
/** A member's own sums: `window` of time, `filter` a style the list is narrowed to. */
export const ownStatisticsSearch = reader({
  window: choice('currentMonth', 'last12Months'),
  filter: toInteger,
});
export const idSearch = reader({ id: toInteger });
/** `origin` is where to go after logging in; `ended` why one is asked to. */
export const landingSearch = reader({ origin: text, ended: choice('idle') });
export const visitorSearch = reader({ training: toInteger });
/** What is for sale: `unit` is a club; `ticket` the token of one that is sold. */
export const ticketsSearch = reader({ unit: toInteger, ticket: text });
/** `id` is a product, `unit` the club it is bought for. */
export const saleSearch = reader({ id: toInteger, unit: toInteger });
export const resetSearch = reader({ token: text });
/** What the app of Smart-ID sends the browser back with: `value` names what was begun, `for` is what it was begun for. */
export const identitySearch = reader({
  for: choice('login', 'linking', 'joining'),
  ...{ keep: isOn, value: token, sessionSecretDigest: token, userChallengeVerifier: token },
});
/** `invoice` opens an invoice; `order-token` is what the bank's return says of a payment. */
export const paymentSearch = reader({ invoice: token, 'order-token': token });
export const workoutsSearch = reader({
  period: choice('upcoming', 'past'),
  page: toInteger,
  rows: readRows,
});
export const mailsSearch = reader({ id: toInteger, offset: toInteger, kind: choice('sms'), rows: readRows });
export const invoicesSearch = reader({
  id: toInteger,
  filter: choice('unpaid', 'paid'),
  page: toInteger,
  rows: readRows,
});
export const bankImportSearch = reader({ filter: choice('setAside'), page: toInteger, rows: readRows });
/** What is owned, of one kind alone. */
export const walletSearch = reader({
  filter: choice('contract', 'ticket', 'package', 'voucher', 'invoice', 'credit'),
});
/** Of a list in the back office: one that is open, or `make=1` for a new one. */
export const areaSearch = reader({ id: toInteger, make: isOn, page: toInteger, rows: readRows });
export const setupSearch = reader({ step: choice(...setupSteps, 'ready') });
/** Messages of staff: `make=1` writes one, `training` to its registered, `id` opens a report. */
export const broadcastsSearch = reader({
  make: isOn,
  training: toInteger,
  id: toInteger,
  offset: toInteger,
  rows: readRows,
});
/** Requests for a replacement: `id` is open, `mine=1` the reader's own, `make=1` asks for one. */
export const replacementsSearch = reader({ id: toInteger, mine: isOn, make: isOn });
/** Training videos of one type (specification point 2). */
export const videosSearch = reader({ typeId: toInteger });
/** `step` of joining, `token` of a draft a mail leads back to; `filter=pt` leads to personal trainings. */
export const joinSearch = reader({ step: toInteger, token, filter: text });
