import type { ReactNode } from 'react';
import { formatDate } from '#shared/kernel/dates.ts';
import { eurosToCents, formatMoney } from '#shared/kernel/money.ts';
import type { UserRegistration } from '#shared/registrations/contract.ts';
import type { Home } from '#shared/registrations/home/contract.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import classes from './home.module.css';

interface MattersProps {
  home: Home;
  /** Places held for the reader, beside what stands on the card. */
  offers: readonly UserRegistration[];
  isOpen: (path: string) => boolean;
  /** As it was seen last: the server cannot be asked. */
  isOld: boolean;
}

/** What waits to be settled: a held place, what is to be paid, a contract that ends, or none. Each leads to where it is. */
export function Matters({ home, offers, isOpen, isOld }: MattersProps) {
  const { menu } = useStartContext().pageRules;
  return (
    <>
      {offers.map((offer) => (
        <Offer key={offer.registrationId} offer={offer} />
      ))}
      {home.upcoming.map((booking) => (
        <Clash key={booking.registrationId} booking={booking} />
      ))}
      {menu.isInvoiceHidden ? null : <OpenInvoices invoices={home.invoices} isOld={isOld} />}
      <Membership membership={home.membership} isOpen={isOpen} />
    </>
  );
}

interface MatterProps {
  icon: IconName;
  title: string;
  text: string;
  isUrgent?: boolean;
  children: ReactNode;
}

function Matter({ icon, title, text, isUrgent = false, children }: MatterProps) {
  return (
    <section className={classes.matter}>
      <Icon name={icon} className={classes.matterIcon} />
      <div className={classes.matterWords}>
        <h2 className={classes.matterTitle}>{title}</h2>
        <p className={isUrgent ? classes.urgent : classes.matterText}>{text}</p>
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

function OpenInvoices({ invoices, isOld }: Pick<Home, 'invoices'> & Pick<MattersProps, 'isOld'>) {
  const { t, language } = useTexts();
  const { unpaidCount, overdueCount, toPay, first } = invoices;
  if (!first) return null;
  const date = formatDate(first.dueDate);
  const text = () => {
    if (overdueCount > 0) return t('home.overdue', { count: overdueCount, date });
    return unpaidCount === 1 ? t('home.due', { date }) : t('home.invoices', { count: unpaidCount, date });
  };
  return (
    <Matter
      icon="receipt"
      title={t('home.toPay', { amount: formatMoney(eurosToCents(toPay), language) })}
      text={isOld ? `${t('home.payOffline')} · ${text()}` : text()}
      isUrgent={overdueCount > 0}
    >
      {isOld ? null : (
        <ButtonLink
          to="/invoices"
          search={unpaidCount === 1 ? { id: first.id } : { filter: 'unpaid' }}
          variant="plain"
          size="small"
        >
          {t('home.pay')}
        </ButtonLink>
      )}
    </Matter>
  );
}

function Membership({ membership, isOpen }: Pick<Home, 'membership'> & Pick<MattersProps, 'isOpen'>) {
  const { t } = useTexts();
  const actor = useActor();
  const isBuying = isOpen('/purchase/contract');
  if (membership.state === 'ending') {
    const { contractId, productId, clubId, packageName, validUntil, daysLeft } = membership;
    const date = formatDate(validUntil);
    return (
      <Matter
        icon="card"
        title={daysLeft === 0 ? t('home.endsToday') : t('home.endsIn', { count: daysLeft })}
        text={t('home.endsText', { name: packageName, date })}
      >
        {isBuying ? (
          <ButtonLink
            to="/purchase/contract"
            search={{ id: productId, unit: clubId }}
            variant="plain"
            size="small"
          >
            {t('home.renew')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/contracts" search={{ id: contractId }} variant="plain" size="small">
            {t('home.look')}
          </ButtonLink>
        )}
      </Matter>
    );
  }
  // Whoever works here comes in without one.
  const isStaff = actor.kind === 'member' && (actor.isAdmin || actor.trainerId !== undefined);
  if (membership.state === 'settled' || !membership.isSold || !isBuying || isStaff) return null;
  return (
    <Matter icon="card" title={t('home.noContract')} text={t('home.noContractText')}>
      <ButtonLink to="/purchase/contract" search={{}} variant="plain" size="small">
        {t('home.choosePackage')}
      </ButtonLink>
    </Matter>
  );
}
