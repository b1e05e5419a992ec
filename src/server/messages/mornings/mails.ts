import type { MailEvent } from '#server/kernel/events.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { formatDate, localTime } from '#shared/kernel/dates.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import type { ReaderRow, TrainingOfDay } from './data.ts';

/** What a morning's mail says, to one of the staff. */
export interface Morning {
  readonly date: string;
  readonly own: readonly TrainingOfDay[];
  /** Of the whole centre, for whoever administers it. */
  readonly all:
    | {
        readonly trainings: readonly TrainingOfDay[];
        readonly replacements: number;
        readonly rolls: number;
        readonly bank: number;
      }
    | undefined;
}

/** What waits for somebody today; undefined where nothing does. */
export function writeMorningMail(
  reader: ReaderRow,
  { date, own, all }: Morning,
  centre: {
    readonly tenantName: string;
    readonly timeZone: string;
    readonly origin: string;
    readonly defaultLanguage: Language;
  },
): MailEvent | undefined {
  const t = textsFor(isLanguage(reader.language) ? reader.language : centre.defaultLanguage);
  const line = ({ name, startsAt, roomName, clubName, booked, maxPlaces, waiting }: TrainingOfDay) =>
    [
      t('mornings.training', {
        time: localTime(startsAt, centre.timeZone),
        name,
        ...{ room: roomName, club: clubName, booked, places: maxPlaces },
      }),
      ...(waiting > 0 ? [t('mornings.waiting', { count: waiting })] : []),
    ].join(', ');
  const todo = all
    ? [
        ...all.trainings
          .filter(({ trainerId }) => trainerId === null)
          .map((one) =>
            t('mornings.noTrainer', { time: localTime(one.startsAt, centre.timeZone), name: one.name }),
          ),
        ...(all.replacements > 0 ? [t('mornings.replacements', { count: all.replacements })] : []),
        ...(all.rolls > 0 ? [t('mornings.rolls', { count: all.rolls })] : []),
        ...(all.bank > 0 ? [t('mornings.bank', { count: all.bank })] : []),
      ]
    : [];
  if (own.length === 0 && todo.length === 0 && (all?.trainings.length ?? 0) === 0) return undefined;
  const booked = (all?.trainings ?? []).reduce((sum, one) => sum + one.booked, 0);
  const parts = [
    t('mail.greeting', { name: reader.firstName }),
    own.length > 0 ? [t('mornings.own'), ...own.map(line)].join('\n') : '',
    todo.length > 0 ? [t('mornings.todo'), ...todo].join('\n') : '',
    all ? t('mornings.all', { count: all.trainings.length, booked }) : '',
    t('mornings.see', { link: `${centre.origin}${all ? '/admin-calendar' : '/trainer-calendar'}` }),
    t('mornings.choice', { link: `${centre.origin}/profile/notices` }),
    t('mail.signature', { tenant: centre.tenantName }),
  ];
  return {
    topic: 'mail',
    dedupeKey: `morning:${reader.accountId}:${date}`,
    to: reader.email,
    subject: t('mornings.subject', { tenant: centre.tenantName, date: formatDate(date) }),
    text: parts.filter((part) => part !== '').join('\n\n'),
  };
}
