import { useEffect, useRef } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import type { VisitorRegistration } from '#shared/visitors/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { TrainingFacts } from './components/training-facts.tsx';
import classes from './components/visitor-pages.module.css';
import { useCancelByLink, useVisitorRegistration } from './queries.ts';

interface VisitorCancelScreenProps {
  /** `token` of the mailed address. */
  token: string | undefined;
}

/** What a mailed link cancels, and until when that is free. Opening it changes nothing; the press does. */
export function VisitorCancelScreen({ token }: VisitorCancelScreenProps) {
  return token === undefined ? <Nothing isUnknown /> : <Linked token={token} />;
}

function Linked({ token }: { token: string }) {
  const { t } = useTexts();
  const found = useVisitorRegistration(token);
  const cancel = useCancelByLink();
  const { data, error } = found;
  if (cancel.data) return <Cancelled state={cancel.data.state === 'declined' ? 'left' : cancel.data.state} />;
  if (data) {
    return data.state === 'over' ? (
      <Nothing isUnknown={false} />
    ) : (
      <Asked
        registration={data}
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
        <ErrorState
          level={1}
          title={t('visitors.notLoaded')}
          text={errorText(error, t)}
          retryText={t('common.tryAgain')}
          retryingText={t('common.tryingAgain')}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      </Page>
    );
  }
  return (
    <Page isCentred>
      <PageHeader title={t('visitors.cancelTitle')} size="flow" />
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
  onCancel: () => void;
}

function Asked({ registration, isPending, problem, onCancel }: AskedProps) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { state, freeUntil, cancelingAllowed, trainingName } = registration;
  const isWaiting = state === 'waiting';
  const isLate = !isWaiting && compareInstants(words.now, freeUntil) > 0;
  const until = words.until(freeUntil);
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
      <PageHeader title={t(isWaiting ? 'visitors.leaveTitle' : 'visitors.cancelTitle')} size="flow" />
      <div className={classes.flow}>
        <TrainingFacts {...registration} name={trainingName} />
        <Notice
          tone={isLate || !cancelingAllowed ? 'warn' : 'ok'}
          icon={isLate || !cancelingAllowed ? 'clock' : 'check'}
          text={consequence()}
        />
        <div className={classes.problem} role="alert">
          {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
        </div>
        <div className={classes.actions}>
          <ButtonLink to="/public/calendar/day" isWide>
            {t(isWaiting ? 'registrations.keepWaiting' : 'registrations.keepPlace')}
          </ButtonLink>
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

const doneWords = {
  cancelledFree: ['visitors.cancelledTitle', 'visitors.cancelledText'],
  cancelledLate: ['visitors.cancelledTitle', 'visitors.cancelledLateText'],
  left: ['visitors.leftTitle', 'visitors.leftText'],
} as const;

function Cancelled({ state }: { state: keyof typeof doneWords }) {
  const { t } = useTexts();
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [titleKey, textKey] = doneWords[state];
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
