import { lazy, Suspense, useState } from 'react';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { type RowState, rowState } from '#shared/schedule/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { type Area, useIsOwnPending } from '../queries.ts';
import { BarSkeleton } from './bar-skeleton.tsx';
import { dayLink } from './links.ts';
import { VisitorBar } from './visitor-bar.tsx';

/** What only members need, apart from a visitor's first page. */
const memberBars = () => import('./member-bars.ts');
const HeldBar = lazy(() => memberBars().then((bars) => ({ default: bars.HeldBar })));
const OfferedBar = lazy(() => memberBars().then((bars) => ({ default: bars.OfferedBar })));
const GivenBackBar = lazy(() => memberBars().then((bars) => ({ default: bars.GivenBackBar })));
const OfferBar = lazy(() => memberBars().then((bars) => ({ default: bars.OfferBar })));
const RefusalSheet = lazy(() => memberBars().then((bars) => ({ default: bars.RefusalSheet })));

interface BookingBarProps {
  area: Area;
  training: OwnTrainingDetail;
}

/** What can be done with a training now, with its exact consequence above the button. */
export function BookingBar(props: BookingBarProps) {
  return (
    <Suspense fallback={<BarSkeleton />}>
      <Bar {...props} />
    </Suspense>
  );
}

function Bar({ area, training }: BookingBarProps) {
  const session = useSession();
  const format = useTimeFormat();
  const { t } = useTexts();
  const isOwnPending = useIsOwnPending(training.id);
  const state = rowState(training, training.own, format.now);
  if (session.isRestoring || isOwnPending) return <BarSkeleton />;
  switch (state.kind) {
    case 'booked':
    case 'waiting':
      return <HeldBar training={training} state={state} />;
    case 'offered':
      return <OfferedBar training={training} heldUntil={state.heldUntil} />;
    case 'givenBack':
      return <GivenBackBar training={training} heldUntil={state.heldUntil} />;
    case 'free':
    case 'few':
    case 'full':
      // A member's bar stays when the last place goes: what was pressed meanwhile is answered in it.
      if (session.state === 'member')
        return <OfferBar area={area} training={training} isFull={state.kind === 'full'} />;
      if (state.kind === 'full' && !state.isWaitingListAllowed) break;
      return <VisitorBar training={training} isFull={state.kind === 'full'} />;
    default:
  }
  const { title, text } = closedLabels(state);
  const refusal = refusalOfState(state);
  return (
    <ActionBar label={t('registrations.bar')} title={title} text={text} isPanelWhenWide>
      {refusal ? (
        <AlternativesButton area={area} training={training} refusal={refusal} />
      ) : (
        <ButtonLink {...dayLink(area, { date: training.date })} variant="plain" isWide>
          {t('registrations.otherTimes')}
        </ButtonLink>
      )}
    </ActionBar>
  );

  /** Nothing can be done: the sentence that says why stands where the button would. */
  function closedLabels(closed: RowState): { title: string; text?: string | undefined } {
    switch (closed.kind) {
      case 'full':
        return {
          title: t('registrations.allTaken', { count: training.maxPlaces }),
          text: t('registrations.noWaitingList'),
        };
      case 'notOpen':
        return {
          title: t('registrations.opens', { when: format.dayAndTime(closed.opens) }),
          text: t('registrations.opensText'),
        };
      case 'cancelled':
        return {
          title: t('registrations.cancelledTraining'),
          text: training.own ? t('registrations.cancelledTrainingOwn') : undefined,
        };
      case 'past':
        return {
          title: t('registrations.over'),
          text: closed.isOwn ? t('registrations.overOwn') : undefined,
        };
      case 'closed':
        return {
          title:
            closed.since === null
              ? t('registrations.closedByCentre')
              : t('registrations.closedSince', { time: format.until(closed.since) }),
          text: t('registrations.closedText'),
        };
      default:
        return { title: '' };
    }
  }
}

/** The code booking would be refused with, where the state of the training alone says so. */
function refusalOfState(state: RowState): ErrorCode | undefined {
  switch (state.kind) {
    case 'full':
      return 'noFreePlaces';
    case 'notOpen':
      return 'bookingNotOpen';
    case 'cancelled':
      return 'trainingCancelled';
    case 'closed':
      return state.since === null ? 'registeringNotAllowed' : 'bookingClosed';
    default:
      return undefined;
  }
}

/** Leads to why, until when, and what instead. */
function AlternativesButton({ area, training, refusal }: BookingBarProps & { refusal: ErrorCode }) {
  const { t } = useTexts();
  const [shown, setShown] = useState<ApiError | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const close = () => setShown(null);
  return (
    <>
      <Button
        variant="plain"
        isWide
        onClick={() => {
          setWasAsked(true);
          setShown(new ApiError(409, [refusal]));
        }}
      >
        {t('registrations.whatInstead')}
      </Button>
      {wasAsked ? (
        <Suspense>
          <RefusalSheet
            area={area}
            training={training}
            error={shown}
            until={null}
            isPending={false}
            canWait={false}
            onClose={close}
            onRetry={close}
            onWait={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}
