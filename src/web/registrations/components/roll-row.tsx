import { memo } from 'react';
import type { Registration } from '#shared/registrations/attendance/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useNoting } from '../attendance/queries.ts';
import classes from './roll.module.css';

interface RollRowProps {
  registration: Registration;
  /** Presence may be noted now. */
  canNote: boolean;
  onOpen: (registrationId: number) => void;
}

/** Somebody on the roll: the name opens what is known of them, the circle at the thumb says that they are here. */
export const RollRow = memo(function RollRow({ registration, canNote, onOpen }: RollRowProps) {
  const { t } = useTexts();
  const { note, isPending } = useNoting();
  const { registrationId, name, presence, status, isFirstTime } = registration;
  const isWaiting = status === 'waiting';
  const line = useRegistrationLine(registration);
  return (
    <li className={classes.row}>
      <button type="button" className={classes.person} onClick={() => onOpen(registrationId)}>
        <span className={classes.disc} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={joinClasses(classes.line, isFirstTime && !isWaiting && classes.news)}>{line}</span>
        </span>
      </button>
      {isWaiting ? (
        <span className={classes.locked}>
          <Icon name="lock" size={20} />
          <span className="visually-hidden">{t('attendance.cannotBePresent', { name })}</span>
        </span>
      ) : (
        <button
          type="button"
          className={joinClasses(classes.toggle, presence === true && classes.here)}
          aria-pressed={presence === true}
          aria-label={t('attendance.present', { name })}
          aria-busy={isPending || undefined}
          disabled={!canNote}
          onClick={() => {
            if (!isPending) note([registrationId], presence === true ? null : true, presence);
          }}
        >
          <span className={joinClasses(classes.circle, presence === false && classes.absent)}>
            {presence === true ? <Icon name="check" size={20} isStrong /> : null}
            {presence === false ? <Icon name="close" size={16} isStrong /> : null}
          </span>
        </button>
      )}
    </li>
  );
});

/** What staff should know at a glance: how the place is paid for, a first visit, a position in line. */
export function useRegistrationLine(registration: Registration): string {
  const { t } = useTexts();
  const { status, isOffered, place, placeInWaitingList, isFirstTime, presence } = registration;
  if (status === 'waiting') {
    return isOffered
      ? t('attendance.offered', { place: place ?? 0 })
      : t('attendance.inLine', { place: placeInWaitingList });
  }
  const labels = [entitlementLabels()];
  if (presence === false) labels.unshift(t('attendance.isAbsent'));
  if (isFirstTime) labels.unshift(t('attendance.isFirstTime'));
  const line = labels.filter(Boolean).join(' · ');
  return line === '' ? t('attendance.place', { place: place ?? 0 }) : line;

  function entitlementLabels(): string {
    const { cover } = registration;
    if (!cover) return '';
    if (cover.kind === 'invoice') return t('attendance.paidSingly');
    return cover.left === null
      ? cover.name
      : t('attendance.visitsLeft', { name: cover.name, count: cover.left });
  }
}

function initials(name: string): string {
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => part?.charAt(0) ?? '')
    .join('');
}
