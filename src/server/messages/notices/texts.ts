import type { TFunction } from 'i18next';
import type { NoticeEvent } from '#server/kernel/events.ts';
import { compareInstants, daysBetween, formatDate, localDate, localTime } from '#shared/kernel/dates.ts';
import type { ClashingBooking } from '#shared/registrations/choosing/contract.ts';

/** What a notice speaks of, as it is at the moment of sending. */
export interface NoticeSubject {
  readonly event: NoticeEvent;
  readonly name: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly roomName: string;
  readonly clubName: string;
  readonly trainerName: string | undefined;
  /** Street and town of the club; empty where it has said none. */
  readonly address?: string;
  /** With a change: what was in the place of room and trainer, where these changed. */
  readonly previousRoom?: string | undefined;
  readonly previousTrainer?: string | undefined;
  /** Until when a place is given back free. */
  readonly freeUntil: string;
  /** What its time meets since it was moved, for whoever can choose in the app. */
  readonly clash?: ClashingBooking | null;
  readonly link: string;
}

export interface NoticeStyle {
  readonly t: TFunction;
  readonly now: string;
  readonly timeZone: string;
  /** Dates without their year: on a phone every letter counts, in an SMS it costs. */
  readonly isShort?: boolean;
}

/** A notice, or several of a kind as one, for every channel. */
export interface NoticeText {
  /** Subject of a mail, title on a device. */
  readonly title: string;
  /** Beneath the title on a device. */
  readonly text: string;
  /** The middle of a mail, between greeting and signature. */
  readonly mail: string;
  readonly sms: string;
  /** Where a press on it leads. */
  readonly link: string;
}

/** Throws for no matters: there is nothing to say. */
export function writeNotice(subjects: readonly NoticeSubject[], style: NoticeStyle): NoticeText {
  const all = subjects.map((subject) => writeOne(subject, style));
  const [first] = all;
  if (!first) throw new Error('a notice without matter');
  if (all.length === 1) return first;
  const isAhead = subjects.every(({ event }) => event.kind === 'reminder');
  const title = style.t(isAhead ? 'notices.reminderDigestTitle' : 'notices.digestTitle', {
    count: all.length,
  });
  return {
    title,
    text: all.map((words) => words.title).join('\n'),
    mail: all.map((words) => `${words.title}\n${words.mail}`).join('\n\n'),
    sms: `${title}: ${all.map((words) => words.text).join(' ')} ${first.link}`,
    link: first.link,
  };
}

function writeOne(subject: NoticeSubject, style: NoticeStyle): NoticeText {
  const { t } = style;
  const { event, clash } = subject;
  // Where one chooses with one press.
  const link = clash ? subject.link.replace(/\/training\?id=\d+$/, '/workouts') : subject.link;
  const title = clash
    ? t('notices.clashTitle', { name: subject.name, other: clash.name })
    : t(`notices.${event.kind}Title`, { name: subject.name });
  const text = sentences(subject, style);
  const short = sentences(subject, { ...style, isShort: true });
  const isOffer = event.kind === 'offered' || event.kind === 'halfOfHold';
  const way = t(isOffer || clash ? 'notices.answerOffer' : 'notices.seeTraining', { link });
  const parts = [text, changesOf(subject, style).join('\n'), factsOf(subject, style).join('\n'), way];
  const isGuest = subject.link.includes('/public/');
  if (event.kind === 'reminder' && !isGuest) {
    parts.push(t('notices.reminderChoice', { link: profileOf(subject.link) }));
  }
  return {
    title,
    text: short,
    mail: parts.filter(Boolean).join('\n\n'),
    sms: `${title}. ${short} ${link}`,
    link,
  };
}

function sentences(subject: NoticeSubject, style: NoticeStyle): string {
  const { t, now } = style;
  const { event, freeUntil, trainerName } = subject;
  const values = {
    when: capitalize(dayAndTime(subject.startsAt, style)),
    place: placeOf(subject, t),
    until: event.holdUntil === undefined ? '' : untilText(event.holdUntil, style),
  };
  switch (event.kind) {
    case 'promoted':
    case 'reminder': {
      const isFree = compareInstants(now, freeUntil) <= 0;
      const terms = isFree
        ? t('notices.freeUntil', { until: untilText(freeUntil, style) })
        : t('notices.freeOver');
      return `${t(`notices.${event.kind}Text`, values)} ${terms}`;
    }
    case 'trainingChanged': {
      const when = dayAndTime(subject.startsAt, style);
      const previous = movedFrom(subject);
      const change =
        previous === undefined
          ? t('notices.trainingChangedText', { ...values, when })
          : t('notices.trainingMovedText', { ...values, when, previous: dayAndTime(previous, style) });
      if (subject.clash) {
        const { name: other, startDateTime, chooseUntil } = subject.clash;
        const own = { other, otherWhen: dayAndTime(startDateTime, style) };
        const until = untilText(chooseUntil, style);
        return `${change} ${t('notices.clashText', { ...own, until })}`;
      }
      return trainerName === undefined || !style.isShort
        ? change
        : `${change} ${t('notices.withTrainer', { trainer: trainerName })}`;
    }
    case 'passedOver': {
      const reason = t(`errors.${event.reason ?? 'registeringNotAllowed'}`, { ...event.details });
      return t('notices.passedOverText', { ...values, reason });
    }
    default:
      return t(`notices.${event.kind}Text`, values);
  }
}

/** When it was before, unless it is at that time again. */
function movedFrom({ event: { previousStartsAt }, startsAt }: NoticeSubject): string | undefined {
  const isMoved = previousStartsAt !== undefined && compareInstants(previousStartsAt, startsAt) !== 0;
  return isMoved ? previousStartsAt : undefined;
}

/** What is another since: each as it was and as it is. */
function changesOf(subject: NoticeSubject, style: NoticeStyle): string[] {
  const { t } = style;
  const { startsAt, roomName, previousRoom, trainerName, previousTrainer } = subject;
  const previousStartsAt = movedFrom(subject);
  const dayOfChange = (instant: string) => formatDate(localDate(instant, style.timeZone));
  const dated = (instant: string) => `${dayOfChange(instant)} ${localTime(instant, style.timeZone)}`;
  const isSameDay = previousStartsAt !== undefined && dayOfChange(previousStartsAt) === dayOfChange(startsAt);
  const after = isSameDay ? localTime(startsAt, style.timeZone) : dated(startsAt);
  const nobody = t('notices.nobody');
  return [
    ...(previousStartsAt === undefined
      ? []
      : [t('notices.changedTime', { before: dated(previousStartsAt), after })]),
    ...(previousRoom ? [t('notices.changedRoom', { before: previousRoom, after: roomName })] : []),
    ...(previousTrainer
      ? [t('notices.changedTrainer', { before: previousTrainer, after: trainerName ?? nobody })]
      : []),
  ];
}

/** When and where with dates, as a mail may be read a day later; the way there, and who holds it. */
function factsOf(subject: NoticeSubject, { t, timeZone }: NoticeStyle): string[] {
  const { startsAt, endsAt, address, trainerName, event } = subject;
  const when = t('notices.facts', {
    date: formatDate(localDate(startsAt, timeZone)),
    from: localTime(startsAt, timeZone),
    to: localTime(endsAt, timeZone),
    place: placeOf(subject, t),
  });
  const isTold = trainerName !== undefined && event.kind !== 'cancelled';
  return [
    when,
    ...(address ? [t('notices.address', { address })] : []),
    ...(isTold ? [t('notices.withTrainer', { trainer: trainerName })] : []),
  ];
}

/** Where reminders are chosen: only who has an account has chosen anything. */
function profileOf(link: string): string {
  return link.replace(/\/training\?id=\d+$/, '/profile/notices');
}

function placeOf({ roomName, clubName }: NoticeSubject, t: TFunction): string {
  return t('notices.placeOf', { room: roomName, club: clubName });
}

/** "tomorrow 18:05", "24.11.2026 18:05": clock times of the centre. */
function dayAndTime(instant: string, style: NoticeStyle): string {
  const time = localTime(instant, style.timeZone);
  return style.t('notices.dayAndTime', { day: dayOf(instant, style), time });
}

/** "18:05" today, else "18:05, tomorrow". */
function untilText(instant: string, style: NoticeStyle): string {
  const { t, now, timeZone } = style;
  const time = localTime(instant, timeZone);
  if (localDate(instant, timeZone) === localDate(now, timeZone)) return time;
  return t('notices.timeAndDay', { time, day: dayOf(instant, style) });
}

function dayOf(instant: string, { t, now, timeZone, isShort = false }: NoticeStyle): string {
  const date = localDate(instant, timeZone);
  const ahead = daysBetween(localDate(now, timeZone), date);
  if (ahead === 0) return t('notices.today');
  if (ahead === 1) return t('notices.tomorrow');
  return isShort ? formatDate(date).slice(0, 'dd.MM.'.length) : formatDate(date);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
