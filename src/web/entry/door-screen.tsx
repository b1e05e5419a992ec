import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorText } from '#web/kernel/queries.ts';
import { Scanner } from '#web/kernel/scanner.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useAwakeScreen } from '#web/kernel/wake-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { codeReader } from '#web/ui/code-reader.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { bringQrDrawing, QrCode } from '#web/ui/qr-code.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './door-screen.module.css';
import { type Answer, type Door, lateScans, useDoor, useDoorCode, usePairing } from './doors/queries.ts';

/** How long an answer stands. */
const answerMs = 4_000;

/** What a door draws and reads with, brought while there is a network: it may be gone a moment after. */
function bringParts(): Promise<unknown> {
  return Promise.allSettled([bringQrDrawing(), codeReader()]);
}

/** A tablet at the gate: shows the door's code, reads members' codes, says yes or no (mission 2.7). */
export function DoorScreen() {
  const { t } = useTexts();
  const { door, isOnline, judge, begin } = useDoor();
  if (door === undefined) {
    return (
      <Page isCentred>
        <PageHeader title={t('door.title')} size="flow" />
        <Skeleton size="block" width="full" />
      </Page>
    );
  }
  if (door === null) return <Pairing onPaired={begin} />;
  return <Gate door={door} isOnline={isOnline} judge={judge} />;
}

function Pairing({ onPaired }: { onPaired: (token: string) => Promise<void> }) {
  const { t } = useTexts();
  const pairing = usePairing();
  const [typed, setTyped] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (pairing.isPending || typed.trim() === '') return;
    pairing
      .mutateAsync({ body: { pairingCode: typed } })
      .then(async ({ token }) => {
        await bringParts();
        await onPaired(token);
      })
      .catch(() => {});
  }
  return (
    <Page isCentred>
      <PageHeader title={t('door.title')} subtitle={t('door.pairText')} size="flow" />
      <form className={classes.pairing} onSubmit={submit} noValidate>
        <TextField
          label={t('door.pairingCode')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={pairing.error ? errorText(pairing.error, t) : undefined}
        />
        <Button type="submit" isWide isPending={pairing.isPending} pendingText={t('door.pairing')}>
          {t('door.pair')}
        </Button>
      </form>
    </Page>
  );
}

interface GateProps {
  door: Door;
  isOnline: boolean | undefined;
  judge: (code: string) => Promise<Answer>;
}

function Gate({ door, isOnline, judge }: GateProps) {
  const { t } = useTexts();
  useAwakeScreen(true);
  useEffect(() => void bringParts(), []);
  const [answer, setAnswer] = useState<Answer>();
  const [isJudging, setIsJudging] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function read(code: string): void {
    clearTimeout(timer.current);
    setAnswer(undefined);
    setIsJudging(true);
    void judge(code).then((judged) => {
      setIsJudging(false);
      setAnswer(judged);
      timer.current = setTimeout(() => setAnswer(undefined), answerMs);
    });
  }

  const { told } = door;
  const { own, ofOthers } = lateScans(door);
  return (
    <Page width="table">
      <PageHeader title={told?.doorName ?? t('door.title')} subtitle={told?.clubName ?? ''} size="flow" />
      <p className={classes.state} data-online={isOnline}>
        <Icon name={isOnline ? 'check' : 'clock'} size={18} />
        {t(isOnline === undefined ? 'door.pairing' : isOnline ? 'door.online' : 'door.offline')}
        {own.length === 0 ? null : <span>{t('door.toSend', { count: own.length })}</span>}
        {ofOthers.length === 0 ? null : <span>{t('door.ofOtherDoor', { count: ofOthers.length })}</span>}
      </p>
      <div className={classes.two}>
        <section aria-label={t('door.reading')}>
          <Scanner
            reason={t('door.reason')}
            onRead={read}
            isPaused={isJudging}
            facing="user"
            startsWhenAllowed
            isTypingFirst
            typedLabel={t('door.typed')}
          />
        </section>
        {told?.showsCode ? <OwnCode door={door} /> : null}
      </div>
      <div role="alert" className={classes.said}>
        {answer ? <Said answer={answer} /> : null}
      </div>
    </Page>
  );
}

function Said({ answer }: { answer: Answer }) {
  const { t } = useTexts();
  const { result, firstName, reason, lock } = answer;
  const isIn = result === 'accepted';
  return (
    <div className={joinClasses(classes.answer, isIn ? classes.yes : classes.no)}>
      <Icon name={isIn ? 'check' : 'close'} size={64} />
      <p className={classes.word}>
        {isIn
          ? firstName === ''
            ? t('door.welcome')
            : t('door.welcomeName', { name: firstName })
          : firstName === ''
            ? t('door.no')
            : t('door.noName', { name: firstName })}
      </p>
      {reason ? <p className={classes.reason}>{t(`door.reasons.${reason}`)}</p> : null}
      {lock === 'failed' ? <p className={classes.reason}>{t('door.lockFailed')}</p> : null}
    </div>
  );
}

function OwnCode({ door }: { door: Door }) {
  const { t } = useTexts();
  const { text, secondsLeft } = useDoorCode(door);
  return (
    <figure className={classes.code}>
      {text === undefined ? (
        <Skeleton size="block" width="full" />
      ) : (
        <QrCode text={text} label={t('door.codeName')} />
      )}
      <figcaption>
        {t('door.scanThis')}{' '}
        <span className={classes.left}>{t('door.nextCode', { seconds: secondsLeft })}</span>
      </figcaption>
    </figure>
  );
}
