import { type ReactNode, useEffect, useState } from 'react';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { useAlternatives, useRegister } from '#web/registrations/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { Area } from '../queries.ts';
import { OfferedAlternatives, useExchange } from './alternatives.tsx';
import { useRefusalLabels } from './refusal-labels.ts';
import classes from './refusal-sheet.module.css';
import { useWaitText } from './wait-text.ts';

interface RefusalSheetProps {
  area: Area;
  training: OwnTrainingDetail;
  /** The refusal; null while there is none. */
  error: ApiError | null;
  /** Until when it is refused, where that is known already. */
  until: string | null;
  isPending: boolean;
  /** A waiting list can be joined instead, as far as is known. */
  canWait: boolean;
  onClose: () => void;
  onRetry: () => void;
  onWait: () => void;
}

/** A refusal: why, until when, what instead. */
export function RefusalSheet(props: RefusalSheetProps) {
  const { training, error, until, onClose } = props;
  const labelsOf = useRefusalLabels(training, props.canWait);
  // The words stay while the sheet leaves.
  const [last, setLast] = useState(error);
  useEffect(() => {
    if (error) setLast(error);
  }, [error]);
  const shown = error ?? last;
  return (
    <Sheet
      isOpen={error !== null}
      onClose={onClose}
      title={shown ? labelsOf(shown, until).title : ''}
      hasCloseButton={false}
    >
      {shown ? <Refusal {...props} error={shown} /> : null}
    </Sheet>
  );
}

const retriable = new Set(['busyTryAgain', 'unknown', 'serverError', 'tooManyRequests']);

function Refusal(props: RefusalSheetProps & { error: ApiError }) {
  const { area, training, error, isPending, onClose, onRetry, onWait } = props;
  const { t } = useTexts();
  const format = useTimeFormat();
  const waitText = useWaitText();
  const [code] = error.errors;
  const isRetriable = error.status === 0 || error.status >= 500 || retriable.has(code ?? '');
  const other = useRegister();
  const alternatives = useAlternatives(training.id, !isRetriable && isToPreview(other));
  const { data } = alternatives;
  const exchange = useExchange(data, training.id);
  const [kept] = exchange.swappable?.length === 1 ? exchange.swappable : [];
  const canWait = data ? data.waiting !== null : code === 'noFreePlaces' && props.canWait;
  const until = data?.refusal?.until ?? props.until;
  const { text, name, end } = useRefusalLabels(training, canWait)(error, until);
  const isFreeNow = data?.refusal === null;
  return (
    <div className={classes.refusal}>
      <p className={classes.text}>
        {text}
        {name ? (
          <>
            {' '}
            <strong>{name}</strong>.
          </>
        ) : null}
        {end ? ` ${end}` : null}
      </p>
      {isRetriable || isFreeNow ? (
        <Choice {...(isFreeNow && { title: t('registrations.placeCameFree') })}>
          <Button isWide isPending={isPending} pendingText={t('common.tryingAgain')} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
        </Choice>
      ) : null}
      {canWait ? (
        <Choice
          {...(data?.waiting && {
            title: t('registrations.wouldWait', { count: data.waiting.placeInWaitingList, ordinal: true }),
            text: waitText(data.waiting.listMovesUntil),
          })}
        >
          <Button isWide isPending={isPending} pendingText={t('registrations.joining')} onClick={onWait}>
            {t('registrations.join')}
          </Button>
        </Choice>
      ) : null}
      {isRetriable ? null : (
        <OfferedAlternatives
          area={area}
          training={training}
          alternatives={alternatives}
          command={other}
          canWait={canWait}
          exchange={exchange}
        />
      )}
      {code === 'registeringLimitExceeded' ? (
        <ButtonLink to="/workouts" replace isWide>
          {t('registrations.myTrainingsLimit')}
        </ButtonLink>
      ) : null}
      <Button variant="plain" isWide onClick={onClose}>
        {kept
          ? t('registrations.keepHeld', {
              time: kept.date === training.date ? kept.time : `${format.shortDay(kept.date)} ${kept.time}`,
            })
          : t('common.close')}
      </Button>
    </div>
  );
}

/** A button with its consequence above. */
function Choice({ title, text, children }: { title?: string; text?: string; children: ReactNode }) {
  return (
    <div className={classes.choice}>
      {title === undefined ? null : (
        <p className={classes.consequence}>
          <strong>{title}</strong>
          {text}
        </p>
      )}
      {children}
    </div>
  );
}
