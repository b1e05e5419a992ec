import { type ReactNode, useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { useUndo } from '#web/registrations/cancelling/queries.ts';
import { useCoverWords } from '#web/registrations/covers/queries.ts';
import { useAccept, usePreview, useRegister } from '#web/registrations/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import classes from './booking-bar.module.css';
import { CancelSheet } from './cancel-sheet.tsx';
import { BuyButton } from './covers.tsx';

interface LineBarProps {
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
export function OfferedBar({ training, heldUntil }: LineBarProps) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { accept, isPending } = useAccept();
  const preview = usePreview(training.id, training.isPaid);
  const payment = preview.outcome?.payment ?? null;
  const cover = payment?.cover;
  const coverWords = useCoverWords();
  const mustPay = payment !== null && payment.cover === null && training.price !== null;
  const [isAsking, setIsAsking] = useState(false);
  const { own } = training;
  if (!own) return null;
  return (
    <>
      <ActionBar
        label={t('registrations.bar')}
        title={<HeldTitle icon="hourglass">{t('registrations.offeredTitle')}</HeldTitle>}
        text={[
          t(mustPay ? 'covers.offeredText' : 'registrations.offeredText', { until: words.until(heldUntil) }),
          cover && `${cover.name}: ${coverWords(cover)}.`,
        ]
          .filter(Boolean)
          .join(' ')}
        isPanelWhenWide
      >
        {mustPay ? (
          <BuyButton trainingId={training.id} price={training.price ?? 0} />
        ) : (
          <Button
            isWide
            isPending={isPending}
            pendingText={t('registrations.takingPlace')}
            onClick={() => accept(own.registrationId)}
          >
            {t('registrations.takePlace')}
          </Button>
        )}
        {cover && training.price !== null ? (
          <BuyButton trainingId={training.id} price={training.price} isQuiet />
        ) : null}
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

/** A place given back a moment ago is still kept: one press takes it again. */
export function GivenBackBar({ training, heldUntil }: LineBarProps) {
  const { t } = useTexts();
  const words = useTimeWords();
  const { undo, isPending } = useUndo();
  const { own } = training;
  if (!own) return null;
  return (
    <ActionBar
      label={t('registrations.bar')}
      title={t('registrations.givenBackTitle')}
      text={t('registrations.givenBackText', { until: words.until(heldUntil) })}
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
export function ClaimButton({ trainingId }: { trainingId: number }) {
  const { t } = useTexts();
  const { book, isPending } = useRegister();
  return (
    <Button
      isWide
      isPending={isPending}
      pendingText={t('registrations.takingPlace')}
      onClick={() => book(trainingId, true)}
    >
      {t('registrations.takePlace')}
    </Button>
  );
}
