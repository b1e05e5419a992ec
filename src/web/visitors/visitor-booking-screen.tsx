import { useEffect, useRef, useState } from 'react';
import type { TrainingDetail } from '#shared/schedule/contract.ts';
import type { VisitorDetails } from '#shared/visitors/details/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTraining } from '#web/schedule/queries.ts';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { VisitorOffer } from './components/offer.tsx';
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
  const [typed, setTyped] = useState<VisitorDetails>();
  const [isMailed, setIsMailed] = useState(false);
  // Whoever fills the form in keeps it, whatever becomes of the places meanwhile.
  const [isStarted, setIsStarted] = useState(false);
  const outcome = free.data?.outcome;
  const isWaiting = outcome === 'waiting';
  useEffect(() => {
    if (outcome !== undefined && outcome !== 'none') setIsStarted(true);
  }, [outcome]);

  if (isMailed && typed) {
    return <Mailed to={typed.email.trim()} isWaiting={isWaiting} onAgain={() => setIsMailed(false)} />;
  }
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
        <VisitorOffer free={free.data} placeTexts={['visitors.placeByMail', 'visitors.placeByMailNoFree']} />
        <VisitorForm
          trainingId={training.id}
          isWaiting={isWaiting}
          typed={typed}
          onDone={(values) => {
            setTyped(values);
            setIsMailed(true);
          }}
          onRefused={() => void free.refetch()}
        />
      </>
    );
  }
}

interface MailedProps {
  to: string;
  isWaiting: boolean;
  /** Back to the form, with what was typed. */
  onAgain: () => void;
}

/** What is to be done now, and what where nothing comes. */
function Mailed({ to, isWaiting, onAgain }: MailedProps) {
  const { t } = useTexts();
  const title = useRef<HTMLSpanElement>(null);
  // The pressed button is gone; what comes next is read out first.
  useEffect(() => title.current?.focus(), []);
  return (
    <Page isCentred>
      <PageHeader
        size="flow"
        title={
          <span ref={title} tabIndex={-1} className={classes.title}>
            {t('visitors.mailedTitle')}
          </span>
        }
      />
      <div className={classes.flow}>
        <p role="status" className={classes.mailed}>
          {t(isWaiting ? 'visitors.mailedWaitText' : 'visitors.mailedText', { email: to })}
        </p>
        <Notice tone="warn" icon="clock" text={t('visitors.mailedNot')} />
        <p className={classes.text}>{t('visitors.mailedNothing')}</p>
        <div className={classes.actions}>
          <Button isWide variant="plain" onClick={onAgain}>
            {t('visitors.mailedAgain')}
          </Button>
          <ButtonLink to="/public/calendar/day" isWide variant="text">
            {t('visitors.doneTimetable')}
          </ButtonLink>
        </div>
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
