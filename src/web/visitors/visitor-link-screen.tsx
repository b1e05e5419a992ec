import { useEffect, useRef } from 'react';
import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { VisitorRegistration } from '#shared/visitors/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { VisitorOffer } from './components/offer.tsx';
import { TrainingFacts } from './components/training-facts.tsx';
import classes from './components/visitor-pages.module.css';
import {
  useCancelByLink,
  useConfirmByLink,
  useLinkToCalendar,
  useVisitorProblem,
  useVisitorRegistration,
} from './queries.ts';

interface VisitorLinkScreenProps {
  /** `token` of the mailed address. */
  token: string | undefined;
}

/** What a mailed link books, and afterwards cancels. Opening it changes nothing; a press does. */
export function VisitorLinkScreen({ token }: VisitorLinkScreenProps) {
  return token === undefined ? <Nothing isUnknown /> : <Linked token={token} />;
}

function Linked({ token }: { token: string }) {
  const { t } = useTexts();
  const found = useVisitorRegistration(token);
  const confirm = useConfirmByLink();
  const cancel = useCancelByLink();
  const { error } = found;
  const problemOf = useVisitorProblem('visitors.noAnswer');
  if (cancel.data) return <Cancelled state={cancel.data.state === 'declined' ? 'left' : cancel.data.state} />;
  if (confirm.error?.errors[0] === 'registrationNotFound') return <Nothing isUnknown />;
  const data = confirm.data ?? found.data;
  if (data?.state === 'over') return <Nothing isUnknown={false} />;
  if (data?.state === 'asked') {
    return (
      <Asked
        registration={data}
        isPending={confirm.isPending}
        problem={confirm.error ? problemOf(confirm.error) : undefined}
        onConfirm={() =>
          confirm.mutate(
            { body: { linkToken: token, isWaitingAccepted: data.offer === 'waiting' } },
            { onError: () => void found.refetch() },
          )
        }
      />
    );
  }
  if (data) {
    return (
      <Registered
        registration={data}
        token={token}
        isNew={confirm.data !== undefined}
        isPending={cancel.isPending}
        problem={cancel.error ? errorText(cancel.error, t) : undefined}
        onCancel={() => cancel.mutate({ params: { id: token } })}
      />
    );
  }
  if (error instanceof ApiError && error.status === 404) return <Nothing isUnknown />;
  if (error) {
    return (
      <Page isCentred>
        <NotLoaded level={1} title={t('visitors.notLoaded')} query={found} />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('visitors.linkTitle')} size="flow" />
      <div className={classes.flow} role="status" aria-label={t('common.loading')}>
        <Skeleton width="half" />
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    </Page>
  );
}

interface AskedProps {
  registration: VisitorRegistration;
  isPending: boolean;
  problem: string | undefined;
  onConfirm: () => void;
}

/** Nothing is booked yet: what could be had, and one press for it. */
function Asked({ registration, isPending, problem, onConfirm }: AskedProps) {
  const { t } = useTexts();
  const { offer, startDateTime, trainingName } = registration;
  const { timeZone } = useTimeFormat();
  const isWaiting = offer === 'waiting';
  return (
    <Page isCentred>
      <PageHeader title={t(isWaiting ? 'visitors.confirmWaitTitle' : 'visitors.confirmTitle')} size="flow" />
      <div className={classes.flow}>
        <TrainingFacts {...registration} name={trainingName} />
        <VisitorOffer
          free={{ ...registration, outcome: offer }}
          placeTexts={['visitors.placeIsYours', 'visitors.placeNoFree']}
        />
        <div className={classes.problem} role="alert">
          {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
        </div>
        {offer === 'none' ? (
          <ButtonLink to="/public/calendar/day" search={{ date: localDate(startDateTime, timeZone) }} isWide>
            {t('registrations.otherTimes')}
          </ButtonLink>
        ) : (
          <Button
            isWide
            isPending={isPending}
            pendingText={t(isWaiting ? 'registrations.joining' : 'registrations.booking')}
            onClick={onConfirm}
          >
            {t(isWaiting ? 'registrations.join' : 'registrations.book')}
          </Button>
        )}
      </div>
    </Page>
  );
}

interface RegisteredProps {
  registration: VisitorRegistration;
  /** Of the mailed link. */
  token: string;
  /** It was booked by a press just now. */
  isNew: boolean;
  isPending: boolean;
  problem: string | undefined;
  onCancel: () => void;
}

/** What is booked or waited for, and the way back. */
function Registered({ registration, token, isNew, isPending, problem, onCancel }: RegisteredProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const title = useRef<HTMLSpanElement>(null);
  const calendar = useLinkToCalendar(token);
  // The pressed button is gone; what was done is read out first.
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const { state, freeUntil, cancelingAllowed, trainingName } = registration;
  const isWaiting = state === 'waiting';
  const isLate = !isWaiting && compareInstants(format.now, freeUntil) > 0;
  const until = format.until(freeUntil);
  const consequence = () => {
    if (!cancelingAllowed) return t('visitors.begun');
    if (isWaiting) return t('visitors.leaveText');
    return t(isLate ? 'visitors.cancelLate' : 'visitors.cancelFree', { until });
  };
  const press = () => {
    if (isWaiting) return t('registrations.leave');
    return t(isLate ? 'registrations.cancelLate' : 'registrations.cancelFree');
  };
  return (
    <Page isCentred>
      <PageHeader
        size="flow"
        title={
          <span ref={title} tabIndex={-1} className={classes.title}>
            {t(isWaiting ? 'visitors.doneWaitTitle' : 'visitors.doneTitle')}
          </span>
        }
      />
      <div className={classes.flow}>
        <TrainingFacts {...registration} name={trainingName} />
        <Notice
          tone={isLate || !cancelingAllowed ? 'warn' : 'ok'}
          icon={isLate || !cancelingAllowed ? 'clock' : 'check'}
          text={consequence()}
        />
        {isNew ? (
          <p className={classes.text}>
            {t('visitors.doneMailed')} {t('visitors.doneLink')}
          </p>
        ) : null}
        <div className={classes.problem} role="alert">
          {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
        </div>
        <div className={classes.actions}>
          {isWaiting ? (
            <ButtonLink to="/public/calendar/day" isWide>
              {t('registrations.keepWaiting')}
            </ButtonLink>
          ) : (
            <Button
              isWide
              isPending={calendar.isPending}
              pendingText={t('visitors.openingCalendar')}
              onClick={calendar.add}
            >
              {t('visitors.toCalendar')}
            </Button>
          )}
          {cancelingAllowed ? (
            <Button
              isWide
              variant={isLate ? 'danger-outline' : 'plain'}
              isPending={isPending}
              pendingText={t(isWaiting ? 'registrations.leaving' : 'registrations.cancelling')}
              onClick={onCancel}
            >
              {press()}
            </Button>
          ) : null}
        </div>
      </div>
    </Page>
  );
}

const doneLabels = {
  cancelledFree: ['visitors.cancelledTitle', 'visitors.cancelledText'],
  cancelledLate: ['visitors.cancelledTitle', 'visitors.cancelledLateText'],
  left: ['visitors.leftTitle', 'visitors.leftText'],
} as const;

function Cancelled({ state }: { state: keyof typeof doneLabels }) {
  const { t } = useTexts();
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [titleKey, textKey] = doneLabels[state];
  return (
    <Page isCentred>
      <PageHeader
        size="flow"
        title={
          <span ref={title} tabIndex={-1} className={classes.title}>
            {t(titleKey)}
          </span>
        }
      />
      <div className={classes.flow}>
        <p className={classes.text} role="status">
          {t(textKey)}
        </p>
        <ButtonLink to="/public/calendar/day">{t('visitors.doneTimetable')}</ButtonLink>
      </div>
    </Page>
  );
}

function Nothing({ isUnknown }: { isUnknown: boolean }) {
  const { t } = useTexts();
  return (
    <Page isCentred>
      <EmptyState
        level={1}
        title={t(isUnknown ? 'visitors.unknownTitle' : 'visitors.overTitle')}
        text={t(isUnknown ? 'visitors.unknownText' : 'visitors.overText')}
      >
        <ButtonLink to="/public/calendar/day" isWide>
          {t('visitors.doneTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
