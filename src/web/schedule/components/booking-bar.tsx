import { useEffect, useRef, useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { Cover } from '#shared/registrations/covers/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { type RowState, rowState } from '#shared/schedule/domain.ts';
import { useAddToCalendar } from '#web/feeds/queries.ts';
import { ApiError } from '#web/kernel/call.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useSession } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import { useCoverWords, usePreview, useRegister } from '#web/registrations/queries.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Area, isJustBooked, useIsOwnPending } from '../queries.ts';
import classes from './booking-bar.module.css';
import { CancelSheet } from './cancel-sheet.tsx';
import { BuyButton, CoverPicker } from './covers.tsx';
import { ClaimButton, GivenBackBar, OfferedBar } from './line-bars.tsx';
import { dayLink } from './links.ts';
import { RefusalSheet } from './refusal-sheet.tsx';
import { useRefusalWords } from './refusal-words.ts';
import { VisitorBar } from './visitor-bar.tsx';
import { useWaitText } from './wait-text.ts';

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

/** A place or a wait is offered: the server's own answer to "what would happen" stands above the button. */
function OfferBar({ area, training, isFull }: BookingBarProps & { isFull: boolean }) {
  const { t, language } = useTexts();
  const words = useTimeWords();
  const preview = usePreview(training.id, true);
  const { book, isPending, error, reset } = useRegister();
  const waitText = useWaitText();
  const refusalWords = useRefusalWords(training, false);
  const [shown, setShown] = useState<ApiError | null>(null);
  const [choice, setChoice] = useState<Cover | null>(null);
  const coverWords = useCoverWords();
  const [hasAskedToWait, setHasAskedToWait] = useState(false);
  const refusal = error ?? shown;
  const { outcome, refusal: known, refusedUntil } = preview;
  const isWait = outcome ? outcome.outcome === 'waiting' : isFull;
  const payment = outcome?.outcome === 'booked' ? outcome.payment : null;
  const fitting = payment?.cover ? [payment.cover, ...payment.others] : [];
  const cover =
    fitting.find(({ kind, id }) => kind === choice?.kind && id === choice.id) ?? payment?.cover ?? undefined;
  const isToBuy = payment !== null && !cover;

  function close() {
    reset();
    setShown(null);
  }

  function press(isWaitingAccepted: boolean) {
    setHasAskedToWait(isWaitingAccepted);
    book(training.id, isWaitingAccepted, close, isWaitingAccepted ? undefined : cover);
  }

  if (preview.isLoading) return <BarSkeleton />;

  return (
    <>
      <ActionBar label={t('registrations.bar')} {...lines()} isPanelWhenWide>
        {known ? (
          <Button variant="plain" isWide onClick={() => setShown(known)}>
            {t('registrations.whatInstead')}
          </Button>
        ) : null}
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
        {isToBuy && payment.price !== null ? (
          <BuyButton trainingId={training.id} price={payment.price} />
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
        {cover && payment && (fitting.length > 1 || payment.price !== null) ? (
          <CoverPicker
            trainingId={training.id}
            covers={fitting}
            chosen={cover}
            price={payment.price}
            onChoose={setChoice}
          />
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
        error={refusal}
        until={refusedUntil}
        isPending={isPending}
        onClose={close}
        // The question of the bar is asked as one who would wait: refused so, there is no list to join.
        canWait={error !== null && !hasAskedToWait}
        onRetry={() => press(hasAskedToWait)}
        onWait={() => press(true)}
      />
    </>
  );

  function lines() {
    if (known) {
      const { title, text, name, end } = refusalWords(known, refusedUntil);
      return { title, text: [text, name && `${name}.`, end].filter(Boolean).join(' ') };
    }
    if (!outcome) return { title: t('registrations.previewFailed') };
    const isFreeLater = compareInstants(words.now, outcome.freeUntil) < 0;
    const until = words.until(outcome.freeUntil);
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
    if (cover) return { title: cover.name, titleEnd: coverWords(cover), text: cancelText };
    if (payment?.price != null) {
      const price = formatMoney(eurosToCents(payment.price), language);
      return { title: t('covers.costs', { price }), text: t('covers.costsText') };
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

/** The place, or the place in line, is the reader's: until when it can be given back, and how. */
function HeldBar({
  training,
  state,
}: {
  training: OwnTrainingDetail;
  state: Extract<RowState, { kind: 'booked' | 'waiting' }>;
}) {
  const { t } = useTexts();
  const words = useTimeWords();
  const waitText = useWaitText();
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
        {state.kind === 'waiting' && state.isFree ? <ClaimButton trainingId={id} /> : null}
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
    if (state.kind === 'waiting') {
      return state.isFree ? t('registrations.claimText') : waitText(state.movesUntil);
    }
    if (!own?.cancelingAllowed) return t('registrations.noCancelling');
    const until = words.until(state.freeUntil);
    return t(state.isFreeToCancel ? 'registrations.freeUntil' : 'registrations.freeEnded', { until });
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

function BarSkeleton() {
  const { t } = useTexts();
  return (
    <ActionBar
      label={t('registrations.bar')}
      title={<Skeleton width="half" className={classes.line} />}
      text={<Skeleton size="caption" />}
      isPanelWhenWide
    >
      <div className={classes.button} />
    </ActionBar>
  );
}
