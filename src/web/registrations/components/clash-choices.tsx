import type { UserRegistration } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useKeep } from '../choosing/queries.ts';
import classes from './clash-choices.module.css';

/** Bookings that meet since one of them was moved: which is kept, with one press each. */
export function ClashChoices({ items }: { items: readonly UserRegistration[] }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { keep, pending } = useKeep();
  return items.map(({ registrationId, trainingName, startDateTime, clash }) => {
    if (!clash) return null;
    const both = [
      { id: registrationId, name: trainingName, startDateTime },
      { id: clash.registrationId, name: clash.name, startDateTime: clash.startDateTime },
    ];
    return (
      <section key={registrationId} className={classes.choice} aria-labelledby={`clash-${registrationId}`}>
        <h2 id={`clash-${registrationId}`} className={classes.title}>
          <Icon name="warning" size={20} />
          {t('registrations.clashTitle', { name: trainingName, other: clash.name })}
        </h2>
        <p className={classes.text}>
          {t('registrations.clashText', {
            name: trainingName,
            when: format.dayAndTime(startDateTime),
            other: clash.name,
            until: format.until(clash.chooseUntil),
          })}
        </p>
        <div className={classes.actions}>
          {both.map((one) => (
            <Button
              key={one.id}
              variant="plain"
              isWide
              isPending={pending === one.id}
              pendingText={t('registrations.choosing')}
              disabled={pending !== undefined && pending !== one.id}
              onClick={() => keep(one.id)}
            >
              {t('registrations.keepThis', { name: one.name, time: format.time(one.startDateTime) })}
            </Button>
          ))}
        </div>
      </section>
    );
  });
}
