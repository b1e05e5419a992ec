import type { ReactNode } from 'react';
import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { BookTime } from './components/book-time.tsx';
import { OwnHours } from './components/own-hours.tsx';
import { TaughtTimes } from './components/taught-times.tsx';
import { type TimesSearch, timesLink } from './components/times-links.ts';

interface TimesScreenProps {
  search: TimesSearch;
  /** A trainer's sums: all there is where nothing is sold in the app; else with the way back to the other views. */
  statistics: (end: ReactNode) => ReactNode;
}

/**
 * Personal trainings (specification point 2): members book a trainer's time; a trainer sees what is coming, says when they are
 * there, and reads their sums.
 */
export function TimesScreen({ search, statistics }: TimesScreenProps) {
  const actor = useActor();
  const { pages, payment } = useStartContext().pageRules;
  const isTrainer = actor.kind === 'member' && actor.trainerId !== undefined;
  const isSold = pages.isBuyPersonalTrainingPage && payment.isPaymentActive;
  if (!isTrainer) return <BookTime search={search} />;
  if (!isSold) return statistics(null);
  if (search.view === 'statistics') return statistics(<ToTrainings />);
  return search.view === 'hours' ? <OwnHours /> : <TaughtTimes />;
}

function ToTrainings() {
  const { t } = useTexts();
  return (
    <ButtonLink {...timesLink({})} variant="plain" size="small">
      {t('personalTimes.viewComing')}
    </ButtonLink>
  );
}
