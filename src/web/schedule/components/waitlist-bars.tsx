import { type ReactNode, useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useUndo } from '#web/registrations/cancelling/queries.ts';
import { usePurchase } from '#web/registrations/entitlements/queries.ts';
import { useAccept, usePreview, useRegister } from '#web/registrations/queries.ts';
import { useSwapLabels } from '#web/registrations/swaps/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import { BarSkeleton } from './bar-skeleton.tsx';
import classes from './booking-bar.module.css';
import { CancelSheet } from './cancel-sheet.tsx';
import { isUncovered, useEntitlementChoice } from './entitlement-choice.ts';
import { BuyButton, EntitlementLine, EntitlementPicker } from './entitlements.tsx';
import { TicketsLink } from './tickets-link.tsx';

interface WaitlistBarProps {
  training: OwnTrainingDetail;
  heldUntil: string;
}

function HeldTitle({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span className={classes.held}>
      <Icon name={icon} size={20} isStrong />
      {children}
    </span>
  );
}

/** A place is held for the reader: one press takes it, until a clock time. */
export function OfferedBar({ training, heldUntil }: WaitlistBarProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const swapLabels = useSwapLabels();
  const { accept, isPending } = useAccept();
  const purchase = usePurchase();
  const { choice, isLoading, hasNoCover } = usePaying(training);
  const [isAsking, setIsAsking] = useState(false);
  const { own } = training;
  if (!own) return null;
  if (isLoading) return <BarSkeleton />;
  const { cover, price, isToBuy } = choice;
  const until = format.until(heldUntil);
  const text = () => {
    if (hasNoCover) return t('covers.offeredNone', { until });
    return t(isToBuy ? 'covers.offeredText' : 'registrations.offeredText', { until });
  };
  return (
    <>
      <ActionBar
        label={t('registrations.bar')}
        title={<HeldTitle icon="hourglass">{t('registrations.offeredTitle')}</HeldTitle>}
        text={
          <>
            {[text(), swapLabels.taking(own.swapFor)].filter(Boolean).join(' ')}
            {cover ? <EntitlementLine cover={cover} /> : null}
          </>
        }
        isPanelWhenWide
      >
        {isToBuy && price !== null ? (
          <BuyButton trainingId={training.id} price={price} purchase={purchase} />
        ) : null}
        {isToBuy || hasNoCover ? (
          <TicketsLink />
        ) : (
          <Button
            isWide
            isPending={isPending}
            pendingText={t('registrations.takingPlace')}
            onClick={() => accept(own.registrationId, cover)}
          >
            {t('registrations.takePlace')}
          </Button>
        )}
        <EntitlementPicker trainingId={training.id} choice={choice} purchase={purchase} />
        <Button variant="plain" isWide onClick={() => setIsAsking(true)}>
          {t('registrations.decline')}
        </Button>
      </ActionBar>
      <CancelSheet
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        training={training}
        registration={own}
      />
    </>
  );
}

/** How a place that is there for the reader is paid for, asked only where it costs something. */
function usePaying(training: OwnTrainingDetail) {
  const { outcome, refusal, isLoading } = usePreview(training, training.isPaid);
  const choice = useEntitlementChoice(outcome?.outcome === 'booked' ? outcome.payment : null);
  return { choice, isLoading, hasNoCover: isUncovered(refusal?.errors[0]) };
}

/** A place given back a moment ago is still kept: one press takes it again. */
export function GivenBackBar({ training, heldUntil }: WaitlistBarProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { undo, isPending } = useUndo();
  const { own } = training;
  if (!own) return null;
  return (
    <ActionBar
      label={t('registrations.bar')}
      title={t('registrations.givenBackTitle')}
      text={t('registrations.givenBackText', { until: format.until(heldUntil) })}
      isPanelWhenWide
    >
      <Button
        variant="plain"
        isWide
        isPending={isPending}
        pendingText={t('registrations.takingBack')}
        onClick={() => undo(own.registrationId)}
      >
        {t('registrations.takeBack')}
      </Button>
    </ActionBar>
  );
}

/** The list stands still and a place is free: who waits takes it like anybody else. */
export function ClaimButton({ training }: { training: OwnTrainingDetail }) {
  const { t } = useTexts();
  const { book, isPending, error } = useRegister();
  const purchase = usePurchase();
  const { choice, isLoading, hasNoCover } = usePaying(training);
  const { cover, price, isToBuy } = choice;
  if (isToBuy || hasNoCover) {
    return (
      <>
        {price === null ? null : <BuyButton trainingId={training.id} price={price} purchase={purchase} />}
        <TicketsLink />
      </>
    );
  }
  return (
    <>
      {cover ? (
        <p className={classes.cover}>
          <EntitlementLine cover={cover} />
        </p>
      ) : null}
      {error ? (
        <p className={classes.problem} role="alert">
          {errorText(error, t)}
        </p>
      ) : null}
      <Button
        isWide
        isPending={isPending || isLoading}
        pendingText={t('registrations.takingPlace')}
        onClick={() => book(training.id, true, undefined, cover)}
      >
        {t('registrations.takePlace')}
      </Button>
      <EntitlementPicker trainingId={training.id} choice={choice} purchase={purchase} />
    </>
  );
}
