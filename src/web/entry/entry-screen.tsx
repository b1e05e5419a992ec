import { useRef, useState } from 'react';
import { readDoorCode, stepSeconds } from '#shared/entry/codes/domain.ts';
import { type OpenScan, scanOf } from '#shared/entry/scanning/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { deviceMs } from '#web/kernel/device.ts';
import type { PhoneKey } from '#web/kernel/phone-key.ts';
import { isUnanswered } from '#web/kernel/queries.ts';
import { ScannerSheet, sentCodeProblem } from '#web/kernel/scanner.tsx';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useAwakeScreen } from '#web/kernel/wake-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, OfflineState } from '#web/ui/states.tsx';
import {
  useClockSetting,
  useCode,
  useDoorScan,
  useEntryStatus,
  useKeyAtOnce,
  usePhoneKey,
  usePhoneRegistration,
  usePhoneRemoval,
} from './codes/queries.ts';
import { DoorList } from './components/door-list.tsx';
import classes from './entry-screen.module.css';
import { Keycards } from './keycards/components/keycards.tsx';

/** Coming in: this phone's own code, which works without a network, and the scanner for the door's (mission 2.7). */
export function EntryScreen() {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  const isMember = useIsMember();
  const phone = usePhoneKey();
  const status = useEntryStatus();
  const { data, error } = status;
  const registration = usePhoneRegistration(data?.firstName ?? '');
  const isMaking = useKeyAtOnce(phone, data, registration);
  useClockSetting(phone, status);
  const isOther = phone && data ? data.device?.id !== phone.deviceId : false;
  const isOffline = !isMember || (error instanceof ApiError && error.status === 0);
  return (
    <Page isCentred>
      <PageHeader title={t('entry.title')} />
      {isOffline ? (
        <OfflineState>{t(phone === null ? 'entry.offlineNoCode' : 'entry.offline')}</OfflineState>
      ) : null}
      {phone === undefined || isMaking ? (
        <div className={classes.card}>
          <Skeleton size="block" width="full" />
        </div>
      ) : phone === null && isOffline ? null : phone === null || isOther ? (
        <Unregistered
          registration={registration}
          hasOther={data?.device !== null && data !== undefined}
          isReady={data !== undefined}
        />
      ) : (
        <Shown phone={phone} />
      )}
      {data ? <DoorList doors={data.doors} /> : null}
      {isOffline ? null : <Keycards />}
      {pageRules.pageFunctions.hasQrScanningForEntry && !isOffline ? <DoorScanner /> : null}
      {phone && !isOther ? <Removal /> : null}
    </Page>
  );
}

function Shown({ phone }: { phone: PhoneKey }) {
  const { t } = useTexts();
  const { text, secondsLeft } = useCode(phone);
  useAwakeScreen(true);
  return (
    <>
      <figure className={classes.card}>
        {text === undefined ? (
          <Skeleton size="block" width="full" />
        ) : (
          <QrCode text={text} label={t('entry.codeName')} className={classes.code} />
        )}
        <figcaption className={classes.caption}>
          <span className={classes.holder}>{phone.firstName}</span>
          <span className={classes.seconds}>0:{String(secondsLeft).padStart(2, '0')}</span>
          <span className={classes.next}>{t('entry.untilNextCode')}</span>
        </figcaption>
        <svg
          className={classes.time}
          viewBox={`0 0 ${stepSeconds} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect width={secondsLeft} height="1" />
        </svg>
      </figure>
      <p className={classes.offline}>
        <Icon name="shield" size={22} />
        {t('entry.worksOffline')}
      </p>
    </>
  );
}

interface UnregisteredProps {
  registration: ReturnType<typeof usePhoneRegistration>;
  /** Another phone opens doors now. */
  hasOther: boolean;
  isReady: boolean;
}

function Unregistered({ registration, hasOther, isReady }: UnregisteredProps) {
  const { t } = useTexts();
  const { register, isPending } = registration;
  return (
    <EmptyState
      icon="qr"
      title={t(hasOther ? 'entry.otherPhone' : 'entry.noPhone')}
      text={t(hasOther ? 'entry.otherPhoneText' : 'entry.noPhoneText')}
    >
      <Button
        isWide
        isPending={isPending || !isReady}
        pendingText={t('entry.registering')}
        onClick={() => void register().catch(() => {})}
      >
        {t('entry.register')}
      </Button>
    </EmptyState>
  );
}

function DoorScanner() {
  const { t } = useTexts();
  const scanning = useDoorScan();
  const [isOpen, setIsOpen] = useState(false);
  const [entered, setEntered] = useState<string>();
  /** The scan that was not answered, or whose lock stayed shut. */
  const unheard = useRef<OpenScan>(undefined);
  function scan(code: string): void {
    setEntered(undefined);
    const sent = scanOf(code, unheard.current, deviceMs(), () => crypto.randomUUID());
    const { scanId } = sent;
    unheard.current = sent;
    scanning
      .mutateAsync({ body: { code, scanId } })
      .then(({ doorName, lock }) => {
        if (lock !== 'failed') unheard.current = undefined;
        setIsOpen(false);
        setEntered(t(lock === 'failed' ? 'entry.lockFailed' : 'entry.doorOpen', { name: doorName }));
      })
      .catch((error: unknown) => {
        if (!isUnanswered(error)) unheard.current = undefined;
      });
  }
  return (
    <div className={classes.scan}>
      <div role="status">
        {entered === undefined ? null : <Notice tone="ok" icon="check" text={entered} />}
      </div>
      <Button variant="text" isWide onClick={() => setIsOpen(true)}>
        <Icon name="qr" size={22} />
        {t('entry.scanDoor')}
      </Button>
      <ScannerSheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('entry.scanDoor')}
        reason={t('entry.scanDoorReason')}
        check={(text) => (readDoorCode(text) ? undefined : t('errors.qrNotValid'))}
        onRead={scan}
        isPaused={scanning.isPending}
        typedLabel={t('entry.doorCode')}
        problem={scanning.error ? sentCodeProblem(scanning.error, t) : undefined}
      />
    </div>
  );
}

function Removal() {
  const { t } = useTexts();
  const { remove, isPending } = usePhoneRemoval();
  return (
    <div className={classes.end}>
      <Button
        variant="text"
        size="small"
        isPending={isPending}
        pendingText={t('entry.removing')}
        onClick={() => void remove().catch(() => {})}
      >
        {t('entry.removePhone')}
      </Button>
    </div>
  );
}
