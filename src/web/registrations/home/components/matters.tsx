import type { ReactNode } from 'react';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import classes from './home.module.css';

interface MattersProps {
  /** All that is ahead. */
  upcoming: readonly UserRegistration[];
  /** Places held for the reader, beside what stands on the card. */
  offers: readonly UserRegistration[];
}

/** What waits for an answer: a held place, two bookings at one time. Each leads to where it is. */
export function Matters({ upcoming, offers }: MattersProps) {
  return (
    <>
      {offers.map((offer) => (
        <Offer key={offer.registrationId} offer={offer} />
      ))}
      {upcoming.map((booking) => (
        <Clash key={booking.registrationId} booking={booking} />
      ))}
    </>
  );
}

interface MatterProps {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}

function Matter({ icon, title, text, children }: MatterProps) {
  return (
    <section className={classes.matter}>
      <Icon name={icon} className={classes.matterIcon} />
      <div className={classes.matterWords}>
        <h2 className={classes.matterTitle}>{title}</h2>
        <p className={classes.matterText}>{text}</p>
      </div>
      {children}
    </section>
  );
}

function Offer({ offer }: { offer: UserRegistration }) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { trainingId, trainingName, startDateTime, heldUntil } = offer;
  return (
    <Matter
      icon="hourglass"
      title={t('home.offer', { name: trainingName })}
      text={t('home.offerText', {
        when: words.dayAndTime(startDateTime),
        until: words.until(heldUntil ?? startDateTime),
      })}
    >
      <ButtonLink to="/training" search={{ id: trainingId }} size="small">
        {t('home.answer')}
      </ButtonLink>
    </Matter>
  );
}

/** Two bookings at one time, since one was moved. */
function Clash({ booking: { trainingName, clash } }: { booking: UserRegistration }) {
  const { t } = useTexts();
  const words = useTimeWords();
  if (!clash) return null;
  return (
    <Matter
      icon="warning"
      title={t('home.clash', { name: trainingName, other: clash.name })}
      text={t('home.clashText', { until: words.until(clash.chooseUntil) })}
    >
      <ButtonLink to="/workouts" search={{}} size="small">
        {t('home.choose')}
      </ButtonLink>
    </Matter>
  );
}
