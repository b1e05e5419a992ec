import { cardText, readCard } from '#shared/entry/desk/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { Scanner, sentCodeProblem } from '#web/kernel/scanner.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useScanning, useStaffBooking } from '../attendance/queries.ts';
import { ReasonForm, useException } from './add-client.tsx';
import classes from './roll.module.css';

/** One card after the other, by the camera, typed or from a reader: whoever it belongs to is noted as here. */
export function ScanCard({ trainingId }: { trainingId: number }) {
  const { t } = useTexts();
  const scanning = useScanning();
  const { data, error } = scanning;
  return (
    <div className={classes.details}>
      <div role="status">
        {data && data.state !== 'notRegistered' ? (
          <Notice
            tone="ok"
            icon="check"
            text={t(data.state === 'here' ? 'attendance.scanned' : 'attendance.scannedAlready', {
              name: data.name,
            })}
          />
        ) : null}
        {error ? <Notice tone="bad" icon="warning" text={sentCodeProblem(error, t)} /> : null}
      </div>
      {data?.state === 'notRegistered' ? (
        <Unregistered
          key={data.clientId}
          trainingId={trainingId}
          clientId={data.clientId}
          name={data.name}
          onDone={() => scanning.reset()}
        />
      ) : null}
      <Scanner
        reason={t('attendance.scanReason')}
        check={(text) => (readCard(text) ? undefined : t('errors.cardScanFailed'))}
        onRead={(text) => {
          const card = readCard(text);
          if (card) scanning.mutate({ body: { trainingId, cardCode: cardText(card) } });
        }}
        isPaused={scanning.isPending}
        typedLabel={t('attendance.scanLabel')}
        typedHint={t('attendance.scanHint')}
        typedAction={t('attendance.scanOpen')}
        isTypingFirst
      />
    </div>
  );
}

interface UnregisteredProps {
  trainingId: number;
  clientId: number;
  name: string;
  onDone: () => void;
}

/** Known, but without a place here: whoever may puts them in at once. */
function Unregistered({ trainingId, clientId, name, onDone }: UnregisteredProps) {
  const { t } = useTexts();
  const staffBooking = useStaffBooking();
  const exception = useException(staffBooking.error);
  const add = (reason: string) =>
    staffBooking.mutate(
      { body: { trainingId, clientId, ...exception.wish(reason), reason } },
      { onSuccess: onDone },
    );
  return (
    <section className={classes.details} aria-live="polite">
      <Notice tone="warn" icon="warning" text={t('attendance.scannedUnknown', { name })} />
      {exception.isNeeded ? (
        <ReasonForm exception={exception} isPending={staffBooking.isPending} onReason={add} />
      ) : (
        <>
          {staffBooking.error ? (
            <Notice tone="bad" icon="warning" text={errorText(staffBooking.error, t)} />
          ) : null}
          <Button isWide isPending={staffBooking.isPending} onClick={() => add('')}>
            {t('attendance.add')}
          </Button>
        </>
      )}
    </section>
  );
}
