import { useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { withStop } from '#shared/kernel/sentences.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { usePurchase } from '#web/registrations/entitlements/queries.ts';
import { useOwnUpcoming, usePreview, useRegister } from '#web/registrations/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Area } from '../queries.ts';
import { BarSkeleton } from './bar-skeleton.tsx';
import classes from './booking-bar.module.css';
import { useEntitlementChoice } from './entitlement-choice.ts';
import { BuyButton, EntitlementChange, EntitlementPicker, EntitlementWays } from './entitlements.tsx';
import { useRefusalLabels } from './refusal-labels.ts';
import { RefusalSheet } from './refusal-sheet.tsx';
import { swapChoices } from './swap-choices.ts';
import { SwapButton } from './swap-sheet.tsx';
import { TicketsLink } from './tickets-link.tsx';
import { useWaitText } from './wait-text.ts';

interface OfferBarProps {
  area: Area;
  training: OwnTrainingDetail;
  isFull: boolean;
}

/** A place or a wait is offered: the server's own answer to "what would happen" stands above the button. */
export function OfferBar({ area, training, isFull }: OfferBarProps) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const preview = usePreview(training, true);
  const { book, isPending, error, reset } = useRegister();
  const waitText = useWaitText();
  const refusalLabels = useRefusalLabels(training, false);
  const [shown, setShown] = useState<ApiError | null>(null);
  const purchase = usePurchase({ isErrorShown: true });
  const [hasAskedToWait, setHasAskedToWait] = useState(false);
  const met = error ?? purchase.error;
  const { outcome, refusal: known, refusedUntil } = preview;
  const isWait = outcome ? outcome.outcome === 'waiting' : isFull;
  const payment = outcome?.outcome === 'booked' ? outcome.payment : null;
  const choice = useEntitlementChoice(payment);
  const { cover, price, isToBuy } = choice;
  const swappable = swapChoices(useOwnUpcoming(isWait), training, format);

  function close() {
    reset();
    purchase.reset();
    setShown(null);
  }

  function press(isWaitingAccepted: boolean) {
    setHasAskedToWait(isWaitingAccepted);
    book(training.id, isWaitingAccepted, close, isWaitingAccepted ? undefined : cover);
  }

  // What was pressed meanwhile is answered in the bar it was pressed in.
  const isBusy = isPending || purchase.isPending || met !== null || shown !== null;
  if (preview.isLoading || (preview.isOutdated && !isBusy)) return <BarSkeleton />;

  return (
    <>
      <ActionBar label={t('registrations.bar')} {...lines()} isPanelWhenWide>
        {known ? (
          <Button variant="plain" isWide onClick={() => setShown(known)}>
            {t('registrations.whatInstead')}
          </Button>
        ) : null}
        <EntitlementWays error={known} />
        {!known && !outcome ? (
          <Button
            variant="plain"
            isWide
            isPending={preview.isFetching}
            pendingText={t('common.tryingAgain')}
            onClick={() => void preview.refetch()}
          >
            {t('common.tryAgain')}
          </Button>
        ) : null}
        {isToBuy && price !== null ? (
          <>
            <BuyButton trainingId={training.id} price={price} purchase={purchase} />
            <TicketsLink />
          </>
        ) : null}
        {outcome && !isToBuy ? (
          <Button
            isWide
            isPending={isPending}
            pendingText={t(isWait ? 'registrations.joining' : 'registrations.booking')}
            onClick={() => press(isWait)}
          >
            {t(isWait ? 'registrations.join' : 'registrations.book')}
          </Button>
        ) : null}
        <EntitlementPicker trainingId={training.id} choice={choice} purchase={purchase} />
        {outcome?.outcome === 'waiting' && swappable.length > 0 ? (
          <SwapButton training={training} choices={swappable} />
        ) : null}
        {outcome?.outcome === 'waiting' ? (
          <Button variant="text" isWide onClick={() => setShown(new ApiError(409, ['noFreePlaces']))}>
            {t('registrations.whatInstead')}
          </Button>
        ) : null}
      </ActionBar>
      <RefusalSheet
        area={area}
        training={training}
        error={met ?? shown}
        until={refusedUntil}
        isPending={isPending}
        onClose={close}
        // The question of the bar is asked as one who would wait: refused so, there is no list to join.
        canWait={met !== null && (error === null || !hasAskedToWait)}
        onRetry={() => (error ? press(hasAskedToWait) : close())}
        onWait={() => press(true)}
      />
    </>
  );

  /** Why a contract of the reader's does not cover it, where something else must. */
  function contractReason(): string | null {
    const problem = payment?.contractProblem;
    if (!problem) return null;
    return withStop(refusalLabels(new ApiError(409, [problem.error], problem.details), null).title);
  }

  function lines() {
    if (known) {
      const { title, text, name, end } = refusalLabels(known, refusedUntil);
      return { title, text: [text, name && withStop(name), end].filter(Boolean).join(' ') };
    }
    if (!outcome) return { title: t('registrations.previewFailed') };
    const isFreeLater = compareInstants(format.now, outcome.freeUntil) < 0;
    const until = format.until(outcome.freeUntil);
    if (outcome.outcome === 'waiting') {
      return {
        title: t('registrations.wouldWait', { count: outcome.placeInWaitingList, ordinal: true }),
        titleEnd: t('schedule.full'),
        text: [waitText(outcome.listMovesUntil), outcome.payment && t('covers.waitTakesNothing')]
          .filter(Boolean)
          .join(' '),
      };
    }
    const cancelText = t(isFreeLater ? 'registrations.cancelFreeUntil' : 'registrations.cancelNotFree', {
      until,
    });
    if (cover?.kind === 'contract' && cover.left === null) {
      const text = isFreeLater ? t('covers.contractText', { until }) : t('covers.contractTextLate');
      return { title: t('training.inPackage'), titleEnd: cover.name, text };
    }
    if (cover) {
      const reason = contractReason();
      const text = isFreeLater ? t('covers.spentAfter', { until }) : t('covers.spentNow', { until });
      return {
        title: cover.name,
        titleEnd: <EntitlementChange cover={cover} />,
        text: [reason, text].filter(Boolean).join(' '),
      };
    }
    if (price !== null) {
      const amount = formatMoney(eurosToCents(price), language);
      const later = t(isFreeLater ? 'covers.creditUntil' : 'covers.creditNever', { until });
      const why = contractReason() ?? t('covers.costsText');
      return { title: t('covers.costs', { price: amount }), text: `${why} ${later}` };
    }
    const { freePlaces } = training;
    return {
      title: t('registrations.placeIsYours'),
      titleEnd:
        freePlaces > 0 ? (
          <span className={classes.change}>
            {freePlaces}
            <Icon name="arrowRight" size={18} isStrong />
            {t('registrations.freeNow', { count: freePlaces - 1 })}
          </span>
        ) : undefined,
      text: cancelText,
    };
  }
}
