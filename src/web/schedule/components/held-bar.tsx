import { useEffect, useRef, useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import type { RowState } from '#shared/schedule/domain.ts';
import { useAddToCalendar } from '#web/feeds/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { isJustBooked } from '#web/registrations/booked/queries.ts';
import { usePlaceEntitlementText } from '#web/registrations/entitlements/queries.ts';
import { useSwapLabels } from '#web/registrations/swaps/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import classes from './booking-bar.module.css';
import { CancelSheet } from './cancel-sheet.tsx';
import { useWaitText } from './wait-text.ts';
import { ClaimButton } from './waitlist-bars.tsx';

/** The place, or the place in line, is the reader's: until when it can be given back, and how. */
export function HeldBar({
  training,
  state,
}: {
  training: OwnTrainingDetail;
  state: Extract<RowState, { kind: 'booked' | 'waiting' }>;
}) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const waitText = useWaitText();
  const entitlementText = usePlaceEntitlementText();
  const swapLabels = useSwapLabels();
  const [isAsking, setIsAsking] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const { id, own } = training;
  // The pressed button is gone; who moves by keyboard stays at the bar.
  useEffect(() => {
    if (isJustBooked(id) && document.activeElement === document.body) bar.current?.focus();
  }, [id]);
  if (!own) return null;
  const isWaiting = state.kind === 'waiting';
  return (
    <>
      <ActionBar
        ref={bar}
        label={t('registrations.bar')}
        title={
          <span className={classes.held}>
            <Icon name={isWaiting ? 'hourglass' : 'check'} size={20} isStrong />
            {heldTitle()}
          </span>
        }
        text={heldText()}
        isPanelWhenWide
      >
        {state.kind === 'waiting' && state.isFree ? <ClaimButton training={training} /> : null}
        {own.cancelingAllowed ? (
          <Button variant="plain" isWide onClick={() => setIsAsking(true)}>
            {t(isWaiting ? 'registrations.leave' : 'registrations.cancel')}
          </Button>
        ) : undefined}
        <CalendarButton registrationId={own.registrationId} />
      </ActionBar>
      <CancelSheet
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        training={training}
        registration={own}
      />
    </>
  );

  function heldTitle(): string {
    if (state.kind === 'waiting') {
      return t('registrations.waitingPosition', { count: state.position, ordinal: true });
    }
    return state.place === null
      ? t('registrations.booked')
      : t('registrations.bookedPlace', { place: state.place });
  }

  function heldText(): string {
    const { swapFor = null, swapTo = null } = own ?? {};
    if (state.kind === 'waiting') {
      const texts = state.isFree
        ? [t('registrations.claimText'), swapLabels.taking(swapFor)]
        : [waitText(state.movesUntil), swapLabels.kept(swapFor)];
      return texts.filter(Boolean).join(' ');
    }
    if (!own?.cancelingAllowed) return t('registrations.noCancelling');
    const until = format.until(state.freeUntil);
    const text = t(state.isFreeToCancel ? 'registrations.freeUntil' : 'registrations.freeEnded', { until });
    return [entitlementText(own.cover), text, swapLabels.away(swapTo)].filter(Boolean).join(' ');
  }
}

function CalendarButton({ registrationId }: { registrationId: number }) {
  const { t } = useTexts();
  const { add, isPending } = useAddToCalendar();
  return (
    <Button
      variant="text"
      isWide
      isPending={isPending}
      pendingText={t('feeds.adding')}
      onClick={() => add(registrationId)}
    >
      {t('feeds.add')}
    </Button>
  );
}
