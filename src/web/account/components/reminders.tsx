import { type ReminderMinutes, reminderMinutes } from '#shared/messages/reminders/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Chip } from '#web/ui/chip.tsx';
import classes from './notice-settings.module.css';

interface RemindersProps {
  chosen: readonly ReminderMinutes[];
  onChoose: (minutes: ReminderMinutes, isWanted: boolean) => void;
}

/** How long before a training one is reminded of it: never, once or several times. */
export function Reminders({ chosen, onChoose }: RemindersProps) {
  const { t } = useTexts();
  return (
    <fieldset className={classes.needed}>
      <legend className={classes.neededLabel}>{t('notices.remindersLabel')}</legend>
      <div className={classes.chips}>
        {reminderMinutes.map((minutes) => {
          const isChosen = chosen.includes(minutes);
          return (
            <Chip
              key={minutes}
              isSelected={isChosen}
              aria-pressed={isChosen}
              onClick={() => onChoose(minutes, !isChosen)}
            >
              {minutes < 1440
                ? t('notices.noticeHours', { hours: minutes / 60 })
                : t('notices.reminderDays', { count: minutes / 1440 })}
            </Chip>
          );
        })}
      </div>
      <p className={classes.note}>
        {chosen.length === 0 ? t('notices.remindersNone') : t('notices.remindersText')}{' '}
        {t('notices.remindersDefault')}
      </p>
    </fieldset>
  );
}
