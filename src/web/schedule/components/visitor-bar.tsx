import { useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { areVisitorsWelcome } from '#shared/visitors/welcome/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatFromPrice, formatMoney } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { trainingLink } from './links.ts';
import { TicketsLink } from './tickets-link.tsx';
import classes from './visitor-bar.module.css';

interface VisitorBarProps {
  training: OwnTrainingDetail;
  isFull: boolean;
}

/** For whoever is not signed in: log in, or say that one is no member where the centre takes those too. */
export function VisitorBar({ training, isFull }: VisitorBarProps) {
  const { pageRules } = useStartContext();
  if (training.isPaid) return <PaidBar training={training} />;
  return areVisitorsWelcome(pageRules) ? (
    <WelcomeBar training={training} isFull={isFull} />
  ) : (
    <MembersBar training={training} />
  );
}

/** What is paid for is booked by who is logged in; tickets can be looked at before. */
function PaidBar({ training }: { training: OwnTrainingDetail }) {
  const { t, language } = useTexts();
  const { price, ticketFrom } = training;
  const costs = () => {
    if (price !== null) {
      const amount = formatMoney(eurosToCents(price), language);
      return { title: t('training.once'), titleEnd: amount, text: t('training.paidText') };
    }
    if (ticketFrom === null) return { title: t('covers.visitorTitle'), text: t('covers.visitorText') };
    const amount = formatFromPrice(ticketFrom, language);
    return {
      title: t('training.withTicket'),
      titleEnd: t('training.fromPrice', { price: amount }),
      text: t('covers.visitorText'),
    };
  };
  return (
    <ActionBar label={t('registrations.bar')} {...costs()} isPanelWhenWide>
      <ButtonLink {...trainingLink('member', training.id)} isWide>
        {t('registrations.logInToBook')}
      </ButtonLink>
      <TicketsLink />
    </ActionBar>
  );
}

/** Log in at the member's own page of the same training: afterwards it opens there. */
function MembersBar({ training }: { training: OwnTrainingDetail }) {
  const { t } = useTexts();
  return (
    <ActionBar
      label={t('registrations.bar')}
      title={t('registrations.membersBook')}
      text={t('registrations.membersBookText')}
      isPanelWhenWide
    >
      <ButtonLink {...trainingLink('member', training.id)} isWide>
        {t('registrations.logInToBook')}
      </ButtonLink>
    </ActionBar>
  );
}

function WelcomeBar({ training, isFull }: VisitorBarProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const [isAsking, setIsAsking] = useState(false);
  const { freeCancelUntil } = training;
  const isFree = compareInstants(format.now, freeCancelUntil) < 0;
  const costs = isFree
    ? t('visitors.barText', { until: format.until(freeCancelUntil) })
    : t('visitors.barNoFree');
  return (
    <>
      <ActionBar
        label={t('registrations.bar')}
        title={t('training.free')}
        text={isFull ? t('visitors.barFull') : costs}
        isPanelWhenWide
      >
        <Button isWide onClick={() => setIsAsking(true)}>
          {t(isFull ? 'registrations.join' : 'registrations.book')}
        </Button>
      </ActionBar>
      <Sheet
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('visitors.askTitle')}
        variant="question"
      >
        <div className={classes.ask}>
          <p className={classes.text}>{t('visitors.askText')}</p>
          <ButtonLink {...trainingLink('member', training.id)} replace isWide>
            {t('visitors.logIn')}
          </ButtonLink>
          <ButtonLink
            to="/public/registration"
            search={{ training: training.id }}
            replace
            variant="plain"
            isWide
          >
            {t('visitors.notMember')}
          </ButtonLink>
        </div>
      </Sheet>
    </>
  );
}
