import type { ReactNode } from 'react';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import classes from './home.module.css';

interface ToDosProps {
  /** All that is ahead. */
  upcoming: readonly UserRegistration[];
  /** Places held for the reader, beside what stands on the card. */
  offers: readonly UserRegistration[];
}

/** What waits for an answer: a held place, two bookings at one time. Each leads to where it is. */
export function ToDos({ upcoming, offers }: ToDosProps) {
  return (
    <>
      {offers.map((offer) => (
        <WaitlistOffer key={offer.registrationId} offer={offer} />
      ))}
      {upcoming.map((booking) => (
        <Clash key={booking.registrationId} booking={booking} />
      ))}
    </>
  );
}

interface ToDoProps {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}

function ToDo({ icon, title, text, children }: ToDoProps) {
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

function WaitlistOffer({ offer }: { offer: UserRegistration }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { trainingId, trainingName, startDateTime, heldUntil } = offer;
  return (
    <ToDo
      icon="hourglass"
      title={t('home.offer', { name: trainingName })}
      text={t('home.offerText', {
        when: format.dayAndTime(startDateTime),
        until: format.until(heldUntil ?? startDateTime),
      })}
    >
      <ButtonLink to="/training" search={{ id: trainingId }} size="small">
        {t('home.answer')}
      </ButtonLink>
    </ToDo>
  );
}

/** Two bookings at one time, since one was moved. */
function Clash({ booking: { trainingName, clash } }: { booking: UserRegistration }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  if (!clash) return null;
  return (
    <ToDo
      icon="warning"
      title={t('home.clash', { name: trainingName, other: clash.name })}
      text={t('home.clashText', { until: format.until(clash.chooseUntil) })}
    >
      <ButtonLink to="/workouts" search={{}} size="small">
        {t('home.choose')}
      </ButtonLink>
    </ToDo>
  );
}
