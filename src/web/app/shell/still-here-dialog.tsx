import { useEffect, useRef, useState } from 'react';
import { announcedSeconds, formatCountdown, secondsLeft } from '#web/kernel/countdown.ts';
import { deviceMs } from '#web/kernel/device.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useCountdownEnd } from '#web/kernel/session.tsx';
import { answerStillHere } from '#web/kernel/session-runtime.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import classes from './still-here-dialog.module.css';

/** Asks who has been idle for 15 minutes whether to stay; the session itself logs out at zero (specification point 4). */
export function StillHereDialog() {
  const countdownEndsAt = useCountdownEnd();
  const wasAsked = useRef(false);
  if (countdownEndsAt !== null) wasAsked.current = true;
  // Most pages never ask: they do not carry the question.
  return wasAsked.current ? <Question countdownEndsAt={countdownEndsAt} /> : null;
}

function Question({ countdownEndsAt }: { countdownEndsAt: number | null }) {
  const { t } = useTexts();
  const stay = () => answerStillHere(true);
  return (
    <Sheet
      isOpen={countdownEndsAt !== null}
      onClose={stay}
      title={t('menu.stillHere')}
      variant="question"
      hasCloseButton={false}
    >
      {countdownEndsAt === null ? null : <Countdown endsAt={countdownEndsAt} />}
      <p className={classes.text}>{t('menu.stillHereText')}</p>
      <div className={classes.actions}>
        <Button isWide onClick={stay} data-autofocus>
          {t('menu.stayIn')}
        </Button>
        <Button isWide variant="plain" onClick={() => answerStillHere(false)}>
          {t('menu.logout')}
        </Button>
      </div>
    </Sheet>
  );
}

/** The number for the eye every second; for the ear at 60, 30 and 10 seconds only. */
function Countdown({ endsAt }: { endsAt: number }) {
  const { t } = useTexts();
  const [left, setLeft] = useState(() => secondsLeft(endsAt, deviceMs()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft(endsAt, deviceMs())), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  const announced = announcedSeconds(left);
  return (
    <>
      <p className={classes.number} role="timer" aria-live="off">
        {formatCountdown(left)}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {announced === null ? null : t('menu.stillHereAnnounced', { count: announced })}
      </p>
    </>
  );
}
