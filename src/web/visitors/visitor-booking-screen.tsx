import { useEffect, useRef, useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import type { TrainingDetail } from '#shared/schedule/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { useTraining } from '#web/schedule/queries.ts';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { TrainingFacts } from './components/training-facts.tsx';
import { VisitorForm } from './components/visitor-form.tsx';
import classes from './components/visitor-pages.module.css';
import { useFreePlaces } from './queries.ts';

interface VisitorBookingScreenProps {
  /** `training` of the address. */
  trainingId: number | undefined;
}

/** A place without an account: who comes, and what comes by mail (specification points 1 and 6). */
export function VisitorBookingScreen({ trainingId }: VisitorBookingScreenProps) {
  return trainingId === undefined ? <NoSuchTraining /> : <Booking trainingId={trainingId} />;
}

function Booking({ trainingId }: { trainingId: number }) {
  const { t } = useTexts();
  const { data, error, isRetrying, retry } = useTraining('public', trainingId);
  if (error?.status === 404) return <NoSuchTraining />;
  if (error) {
    return (
      <Page isCentred>
        <ErrorState
          level={1}
          title={t('errors.unableToGetTrainingInfo')}
          text={errorText(error, t)}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={isRetrying}
          onRetry={retry}
        />
      </Page>
    );
  }
  return data ? <Offered training={data} /> : <Waiting />;
}

function Offered({ training }: { training: TrainingDetail }) {
  const { t } = useTexts();
  const isMember = useIsMember();
  const free = useFreePlaces(training.id);
  const [done, setDone] = useState<{ outcome: 'booked' | 'waiting'; email: string } | null>(null);
  // Whoever fills the form in keeps it, whatever becomes of the places meanwhile.
  const [isStarted, setIsStarted] = useState(false);
  const outcome = free.data?.outcome;
  const isWaiting = outcome === 'waiting';
  useEffect(() => {
    if (outcome !== undefined && outcome !== 'none') setIsStarted(true);
  }, [outcome]);

  if (done) return <Done {...done} />;
  return (
    <Page isCentred>
      <PageHeader
        title={t(isWaiting ? 'visitors.waitTitle' : 'visitors.title')}
        size="flow"
        back={
          <IconLink to="/public/training" search={{ id: training.id }} label={t('visitors.backToTraining')}>
            <Icon name="chevronLeft" />
          </IconLink>
        }
      />
      <div className={classes.flow}>
        <TrainingFacts {...training} />
        {isMember ? (
          <>
            <p className={classes.text}>{t('visitors.memberAlready')}</p>
            <ButtonLink to="/training" search={{ id: training.id }} isWide>
              {t('visitors.bookAsMember')}
            </ButtonLink>
          </>
        ) : (
          body()
        )}
      </div>
    </Page>
  );

  function body() {
    if (free.data && outcome === 'none' && !isStarted) {
      return (
        <EmptyState title={t('visitors.nothing')} text={t('visitors.nothingText')}>
          <ButtonLink to="/public/calendar/day" search={{ date: training.date }} isWide>
            {t('registrations.otherTimes')}
          </ButtonLink>
        </EmptyState>
      );
    }
    return (
      <>
        <Offer free={free.data} />
        <VisitorForm
          trainingId={training.id}
          isWaiting={isWaiting}
          onDone={(how, email) => setDone({ outcome: how, email })}
          onRefused={() => void free.refetch()}
        />
      </>
    );
  }
}

/** The exact consequence above the form; its place is kept while it is asked. */
function Offer({ free }: { free: ReturnType<typeof useFreePlaces>['data'] }) {
  const { t } = useTexts();
  const words = useTimeWords();
  if (!free) return <Notice tone="ok" icon="check" text={<Skeleton width="full" />} />;
  if (free.outcome === 'none') return <Notice tone="warn" icon="clock" text={t('visitors.nothing')} />;
  if (free.outcome === 'waiting') {
    const isMoving = compareInstants(words.now, free.listMovesUntil) < 0;
    const until = words.until(free.listMovesUntil);
    return (
      <Notice
        tone="warn"
        icon="hourglass"
        text={isMoving ? t('visitors.wait', { until }) : t('visitors.waitStands')}
      />
    );
  }
  const isFree = compareInstants(words.now, free.freeUntil) < 0;
  const until = words.until(free.freeUntil);
  return (
    <Notice
      tone="ok"
      icon="check"
      text={isFree ? t('visitors.placeIsYours', { until }) : t('visitors.placeNoFree')}
    />
  );
}

function Done({ outcome, email }: { outcome: 'booked' | 'waiting'; email: string }) {
  const { t } = useTexts();
  const title = useRef<HTMLSpanElement>(null);
  // The pressed button is gone; what was done is read out first.
  useEffect(() => title.current?.focus(), []);
  return (
    <Page isCentred>
      <PageHeader
        size="flow"
        title={
          <span ref={title} tabIndex={-1} className={classes.title}>
            {t(outcome === 'booked' ? 'visitors.doneTitle' : 'visitors.doneWaitTitle')}
          </span>
        }
      />
      <div className={classes.flow}>
        <p className={classes.text} role="status">
          {t('visitors.doneText', { email })}
        </p>
        <ButtonLink to="/public/calendar/day">{t('visitors.doneTimetable')}</ButtonLink>
      </div>
    </Page>
  );
}

function NoSuchTraining() {
  const { t } = useTexts();
  return (
    <Page>
      <EmptyState level={1} title={t('schedule.trainingNotFound')} text={t('schedule.trainingNotFoundText')}>
        <ButtonLink to="/public/calendar/day" search={{ destination: '/public/registration' }} isWide>
          {t('schedule.openTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function Waiting() {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton size="title" width="long" />
        <Skeleton width="half" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}
