import { useState } from 'react';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { type RowState, rowState } from '#shared/schedule/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { type Area, useIsOwnPending } from '../queries.ts';
import { BarSkeleton } from './bar-skeleton.tsx';
import { HeldBar } from './held-bar.tsx';
import { GivenBackBar, OfferedBar } from './line-bars.tsx';
import { dayLink } from './links.ts';
import { OfferBar } from './offer-bar.tsx';
import { RefusalSheet } from './refusal-sheet.tsx';
import { VisitorBar } from './visitor-bar.tsx';

interface BookingBarProps {
  area: Area;
  training: OwnTrainingDetail;
}

/** What can be done with a training now, with its exact consequence above the button. */
export function BookingBar({ area, training }: BookingBarProps) {
  const session = useSession();
  const words = useTimeWords();
  const { t } = useTexts();
  const isOwnPending = useIsOwnPending(training.id);
  const state = rowState(training, training.own, words.now);
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
      if (state.kind === 'full' && !state.isWaitingListAllowed) break;
      return session.state === 'member' ? (
        <OfferBar area={area} training={training} isFull={state.kind === 'full'} />
      ) : (
        <VisitorBar training={training} isFull={state.kind === 'full'} />
      );
    default:
  }
  const { title, text } = closedWords(state);
  const refusal = refusalOfState(state);
  return (
    <ActionBar label={t('registrations.bar')} title={title} text={text} isPanelWhenWide>
      {refusal ? (
        <InsteadButton area={area} training={training} refusal={refusal} />
      ) : (
        <ButtonLink {...dayLink(area, { date: training.date })} variant="plain" isWide>
          {t('registrations.otherTimes')}
        </ButtonLink>
      )}
    </ActionBar>
  );

  /** Nothing can be done: the sentence that says why stands where the button would. */
  function closedWords(closed: RowState): { title: string; text?: string | undefined } {
    switch (closed.kind) {
      case 'full':
        return {
          title: t('registrations.allTaken', { count: training.maxPlaces }),
          text: t('registrations.noWaitingList'),
        };
      case 'notOpen':
        return {
          title: t('registrations.opens', { when: words.dayAndTime(closed.opens) }),
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
              : t('registrations.closedSince', { time: words.until(closed.since) }),
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
function InsteadButton({ area, training, refusal }: BookingBarProps & { refusal: ErrorCode }) {
  const { t } = useTexts();
  const [shown, setShown] = useState<ApiError | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button variant="plain" isWide onClick={() => setShown(new ApiError(409, [refusal]))}>
        {t('registrations.whatInstead')}
      </Button>
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
    </>
  );
}
