import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { localDate, minutesBetween } from '#shared/kernel/dates.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { useAddToCalendar } from '#web/feeds/queries.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { keepTogether, TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import type { Period } from '../queries.ts';
import { useSwapLabels } from '../swaps/queries.ts';
import { CancelSheet } from './cancel-sheet.tsx';
import { groupByDay, useRegistrationLabels } from './registration-labels.ts';
import classes from './registration-list.module.css';

interface RegistrationListProps {
  items: readonly UserRegistration[];
  period: Period;
  /** What can be done about one that is over; nothing where there is nothing. */
  pastAction?: ((trainingId: number, name: string) => ReactNode) | undefined;
}

/** The member's registrations: days with rows under 800 px, a table above. */
export function RegistrationList({ items, period, pastAction }: RegistrationListProps) {
  const [asked, setAsked] = useState<UserRegistration | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  function ask(registration: UserRegistration) {
    setAsked(registration);
    setIsAsking(true);
  }
  return (
    <>
      <Cards items={items} period={period} pastAction={pastAction} onCancel={ask} />
      <Table items={items} period={period} pastAction={pastAction} onCancel={ask} />
      {asked ? (
        <CancelSheet registration={asked} isOpen={isAsking} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  );
}

interface PartProps extends RegistrationListProps {
  onCancel: (registration: UserRegistration) => void;
}

const canCancel = ({ state, cancelingAllowed }: UserRegistration) =>
  cancelingAllowed && (state === 'booked' || state === 'offered' || state === 'waiting');

const isOff = ({ state }: UserRegistration) => state === 'cancelledByCentre';

const labels = {
  booked: 'registrations.cancelShort',
  offered: 'registrations.declineShort',
  waiting: 'registrations.leaveShort',
} as const;

function useCancelLabel() {
  const { t } = useTexts();
  return ({ state }: UserRegistration) =>
    t(labels[state === 'waiting' || state === 'offered' ? state : 'booked']);
}

/** Downloads the booking for the device's calendar. */
function CalendarButton({ item, time }: { item: UserRegistration; time: string }) {
  const { t } = useTexts();
  const { add, isPending } = useAddToCalendar();
  return (
    <button
      type="button"
      className={classes.calendar}
      aria-label={t('feeds.addNamed', { name: item.trainingName, time })}
      aria-busy={isPending || undefined}
      onClick={() => (isPending ? undefined : add(item.registrationId))}
    >
      <Icon name="calendar" size={20} />
      <span>{t('feeds.addShort')}</span>
    </button>
  );
}

/** What the place takes and what it is swapped with; nothing where it is free and stays. */
function useBelowText() {
  const { t } = useTexts();
  const swapLabels = useSwapLabels();
  return (item: UserRegistration) => {
    const entitlement = item.coverKind === 'invoice' ? t('covers.bought') : item.coverName;
    return [entitlement, swapLabels.row(item)].filter(Boolean).join(' · ');
  };
}

function Cards({ items, period, pastAction, onCancel }: PartProps) {
  const belowText = useBelowText();
  const format = useTimeFormat();
  const labelsOf = useRegistrationLabels();
  const cancelLabel = useCancelLabel();
  return (
    <div className={classes.cards}>
      {groupByDay(items, format.timeZone).map(({ date, items: list }) => (
        <section key={date}>
          <h2 className={classes.day}>
            {format.isNamed(date)
              ? `${capitalize(format.day(date))}, ${formatDate(date)}`
              : capitalize(format.weekdayAndDate(date))}
          </h2>
          <TimedList>
            {list.map((item) => {
              const { state, note, tone, icon } = labelsOf(item);
              const time = format.time(item.startDateTime);
              const where = [item.trainerName, item.roomName].filter(Boolean).join(' · ');
              return (
                <TimedItem key={item.id}>
                  <TimedRowLink
                    to="/training"
                    search={{ id: item.trainingId }}
                    row={{
                      time,
                      timeNote: format.minutes(minutesBetween(item.startDateTime, item.endDateTime)),
                      isNoteSilent: true,
                      color: item.trainingTypeColor,
                      minutes: minutesBetween(item.startDateTime, item.endDateTime),
                      title: item.trainingName,
                      text: where,
                      textBelow: belowText(item),
                      state,
                      stateNote: note,
                      stateIcon: icon,
                      tone,
                      ground: 'none',
                      isStruck: isOff(item),
                      isFaint: period === 'past',
                    }}
                  />
                  {period === 'upcoming' && canCancel(item) ? (
                    <div className={classes.actions}>
                      <button
                        type="button"
                        className={classes.cancel}
                        aria-label={`${cancelLabel(item)}: ${item.trainingName}, ${time}`}
                        onClick={() => onCancel(item)}
                      >
                        {cancelLabel(item)}
                      </button>
                      <CalendarButton item={item} time={time} />
                    </div>
                  ) : null}
                  {period === 'past' ? (
                    <div className={classes.past}>{pastAction?.(item.trainingId, item.trainingName)}</div>
                  ) : null}
                </TimedItem>
              );
            })}
          </TimedList>
        </section>
      ))}
    </div>
  );
}

function Table({ items, period, pastAction, onCancel }: PartProps) {
  const belowText = useBelowText();
  const { t } = useTexts();
  const format = useTimeFormat();
  const labelsOf = useRegistrationLabels();
  const cancelLabel = useCancelLabel();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('registrations.time')}</th>
          <th scope="col">{t('registrations.training')}</th>
          <th scope="col">{t('registrations.trainer')}</th>
          <th scope="col">{t('registrations.place')}</th>
          <th scope="col">{t('registrations.status')}</th>
          {period === 'upcoming' || pastAction ? (
            <th scope="col">
              <span className="visually-hidden">{t('registrations.actions')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const date = localDate(item.startDateTime, format.timeZone);
          const { line, tone, icon } = labelsOf(item);
          return (
            <tr key={item.id} className={joinClasses(isOff(item) && classes.off)}>
              <td className={classes.when}>
                <span className={classes.time}>{format.time(item.startDateTime)}</span>
                <span className={classes.date}>
                  {format.isNamed(date) ? format.day(date) : format.weekdayAndDate(date)}
                </span>
              </td>
              <td>
                <Link to="/training" search={{ id: item.trainingId }} className={classes.name}>
                  <Mark color={item.trainingTypeColor} />
                  <span>{keepTogether(item.trainingName)}</span>
                </Link>
                {belowText(item) === '' ? null : <span className={classes.cover}>{belowText(item)}</span>}
              </td>
              <td>{item.trainerName || '–'}</td>
              <td>{keepTogether([item.roomName, item.clubName].filter(Boolean).join(', '))}</td>
              <td className={classes[tone]}>
                <span className={classes.state}>
                  {icon ? <Icon name={icon} size={18} isStrong /> : null}
                  {line}
                </span>
              </td>
              {period === 'upcoming' ? (
                <td className={classes.action}>
                  {canCancel(item) ? (
                    <CalendarButton item={item} time={format.time(item.startDateTime)} />
                  ) : null}
                  {canCancel(item) ? (
                    <Button
                      variant="plain"
                      size="small"
                      aria-label={`${cancelLabel(item)}: ${item.trainingName}`}
                      onClick={() => onCancel(item)}
                    >
                      {cancelLabel(item)}
                    </Button>
                  ) : null}
                </td>
              ) : null}
              {period === 'past' && pastAction ? (
                <td className={classes.action}>{pastAction(item.trainingId, item.trainingName)}</td>
              ) : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
