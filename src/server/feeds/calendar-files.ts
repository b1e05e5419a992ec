import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { mapInTurns } from '#server/kernel/files/slices.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { type EntryStatus, entryStatus } from '#shared/feeds/domain.ts';
import { formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { Invitation } from '#shared/kernel/invitations.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { EntryRow } from './data.ts';

/** Whose calendar it is written for. */
export interface CalendarReader {
  readonly tenantName: string;
  readonly host: string;
  /** Where the tenant's pages live. */
  readonly origin: string;
  readonly timeZone: string;
  readonly language: Language;
  /** Without an account: the public pages are the reader's. */
  readonly isGuest?: boolean;
}

/** Bytes of a line; the library does not count the space that a folded line begins with. */
ICAL.foldLength = 74;

/** Calendars ask again at most this often where they heed it. */
const refreshEvery = 'PT1H';

/** An iCalendar file (RFC 5545) of registrations, the same bytes for the same registrations; a long one is written in turns. */
export async function writeCalendar(
  reader: CalendarReader,
  entries: readonly { readonly row: EntryRow; readonly status: EntryStatus }[],
): Promise<string> {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Trenn//Trenn//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', 'PUBLISH');
  calendar.addPropertyWithValue('name', reader.tenantName);
  calendar.addPropertyWithValue('x-wr-calname', reader.tenantName);
  const refresh = new ICAL.Property('refresh-interval', calendar);
  refresh.resetType('duration');
  refresh.setValue(ICAL.Duration.fromString(refreshEvery));
  calendar.addProperty(refresh);
  calendar.addPropertyWithValue('x-published-ttl', refreshEvery);
  if (entries.length > 0) calendar.addSubcomponent(zoneOf(reader.timeZone));
  const events = await mapInTurns(
    entries,
    ({ row, status }) => `${eventOf(reader, row, status).toString()}\r\n`,
  );
  const end = 'END:VCALENDAR';
  return `${calendar.toString().slice(0, -end.length)}${events.join('')}${end}\r\n`;
}

/** A file of one registration, however it stands. */
export function writeCalendarFile(reader: CalendarReader, row: EntryRow): Promise<string> {
  return writeCalendar(reader, [{ row, status: entryStatus(row) }]);
}

/**
 * A registration as an invitation (RFC 5546): under the UID it has in the feed, so that each further one changes the entry of
 * before, and the one of a training called off takes it out.
 */
export function writeInvitation(
  reader: CalendarReader,
  row: EntryRow,
  { organizer, attendee }: { readonly organizer: string; readonly attendee: string },
): Invitation {
  const status = entryStatus(row);
  const method = status === 'CANCELLED' ? 'CANCEL' : 'REQUEST';
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Trenn//Trenn//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', method);
  calendar.addSubcomponent(zoneOf(reader.timeZone));
  const event = eventOf(reader, row, status);
  const from = event.addPropertyWithValue('organizer', `mailto:${organizer}`);
  from.setParameter('cn', reader.tenantName.replaceAll('"', "'"));
  const to = event.addPropertyWithValue('attendee', `mailto:${attendee}`);
  to.setParameter('partstat', 'ACCEPTED');
  to.setParameter('rsvp', 'FALSE');
  calendar.addSubcomponent(event);
  const date = localDate(row.startsAt, reader.timeZone);
  return { method, filename: `${date}-${row.registrationId}.ics`, content: `${calendar.toString()}\r\n` };
}

/** The same for the same bytes. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

function zoneOf(timeZone: string): ICAL.Component {
  const block: unknown = tzlib_get_ical_block(timeZone);
  const [text] = Array.isArray(block) ? block : [];
  if (typeof text !== 'string') throw new Error(`no zone ${timeZone}`);
  return new ICAL.Component(ICAL.parse(text));
}

function eventOf(reader: CalendarReader, row: EntryRow, status: EntryStatus): ICAL.Component {
  const t = textsFor(reader.language);
  const event = new ICAL.Component('vevent');
  const name = [row.namePrefix, row.name].filter(Boolean).join(' ');
  event.addPropertyWithValue('uid', `registration-${row.registrationId}@${reader.host}`);
  event.addPropertyWithValue('sequence', row.sequence);
  event.addPropertyWithValue('dtstamp', utc(row.endedAt ?? row.createdAt));
  addTimes(event, row, reader.timeZone);
  event.addPropertyWithValue('summary', status === 'TENTATIVE' ? t('feeds.waitingFor', { name }) : name);
  event.addPropertyWithValue('status', status);
  event.addPropertyWithValue('transp', status === 'CONFIRMED' ? 'OPAQUE' : 'TRANSPARENT');
  event.addPropertyWithValue('location', placeOf(row));
  event.addPropertyWithValue('description', descriptionOf(reader, row, status));
  const path = reader.isGuest ? '/public/training' : '/training';
  event.addPropertyWithValue('url', `${reader.origin}${path}?id=${row.trainingId}`);
  return event;
}

function placeOf({ clubName, roomName, clubAddress, clubCity }: EntryRow): string {
  return [clubName, roomName, clubAddress, clubCity].filter(Boolean).join(', ');
}

function descriptionOf({ timeZone, language }: CalendarReader, row: EntryRow, status: EntryStatus): string {
  const t = textsFor(language);
  const until = `${formatDate(localDate(row.freeUntil, timeZone))} ${localTime(row.freeUntil, timeZone)}`;
  const words = () => {
    if (status === 'CONFIRMED') return t('feeds.freeUntil', { until });
    if (status === 'TENTATIVE') return t('feeds.onWaitingList');
    return t(row.isTrainingCancelled ? 'feeds.trainingCancelled' : 'feeds.cancelled');
  };
  const place = status === 'CONFIRMED' && row.place !== null ? t('feeds.place', { place: row.place }) : '';
  const trainer = row.trainerName === '' ? '' : t('feeds.trainer', { name: row.trainerName });
  return [words(), place, trainer].filter(Boolean).join('\n');
}

/**
 * Start and end in the centre's local time with its zone. Calendars disagree about which of the two is meant by an
 * hour that the clock shows twice in October: what begins or ends in it is written in UTC.
 */
function addTimes(event: ICAL.Component, { startsAt, endsAt }: EntryRow, timeZone: string): void {
  const isLocal = isUnambiguous(startsAt, timeZone) && isUnambiguous(endsAt, timeZone);
  for (const [name, instant] of [
    ['dtstart', startsAt],
    ['dtend', endsAt],
  ] as const) {
    const property = new ICAL.Property(name, event);
    property.setValue(isLocal ? local(instant, timeZone) : utc(instant));
    if (isLocal) property.setParameter('tzid', timeZone);
    event.addProperty(property);
  }
}

function isUnambiguous(instant: string, timeZone: string): boolean {
  const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  const [earlier, later] = [
    wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' }),
    wall.toZonedDateTime(timeZone, { disambiguation: 'later' }),
  ];
  return earlier.equals(later);
}

function local(instant: string, timeZone: string): ICAL.Time {
  const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: 'second' }));
}

function utc(instant: string): ICAL.Time {
  return ICAL.Time.fromDateTimeString(Temporal.Instant.from(instant).toString({ smallestUnit: 'second' }));
}
