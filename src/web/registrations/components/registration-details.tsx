import { useState } from 'react';
import type { Registration } from '#shared/registrations/attendance/contract.ts';
import type { Removal } from '#shared/registrations/staff-booking/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useRemoving, useStaffBooking } from '../attendance/queries.ts';
import { ReasonForm, useException } from './add-client.tsx';
import classes from './roll.module.css';
import { useRegistrationLine } from './roll-row.tsx';

interface RegistrationDetailsProps {
  trainingId: number;
  registration: Registration;
  canManage: boolean;
  onDone: () => void;
}

/** What is known of somebody on the roll, and for those who may: a place for who waits, and out of the training. */
export function RegistrationDetails(props: RegistrationDetailsProps) {
  const { trainingId, registration, canManage, onDone } = props;
  const { t } = useTexts();
  const { clientNumber, email, phone, place, placeInWaitingList, status, clientId } = registration;
  const isWaiting = status === 'waiting';
  const line = useRegistrationLine(registration);
  const [isAsked, setIsAsked] = useState(false);
  const staffBooking = useStaffBooking();
  const exception = useException(staffBooking.error);
  const give = (reason: string) =>
    staffBooking.mutate(
      { body: { trainingId, clientId, ...exception.wish(reason), reason } },
      { onSuccess: onDone },
    );
  if (isAsked) {
    return <Removing registration={registration} onDone={onDone} onKeep={() => setIsAsked(false)} />;
  }
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <Fact label={t('attendance.clientNumber')} value={clientNumber} />
        <Fact label={t('attendance.email')} value={<a href={`mailto:${email}`}>{email}</a>} />
        <Fact label={t('attendance.phone')} value={<a href={`tel:${phone}`}>{phone}</a>} />
        <Fact
          label={t(isWaiting ? 'attendance.waitingLabel' : 'attendance.placeLabel')}
          value={String(isWaiting ? placeInWaitingList || '–' : (place ?? '–'))}
        />
        {isWaiting ? null : <Fact label={t('attendance.payment')} value={line} />}
      </dl>
      {canManage ? (
        <div className={classes.actions}>
          {isWaiting ? (
            exception.isNeeded ? (
              <ReasonForm exception={exception} isPending={staffBooking.isPending} onReason={give} />
            ) : (
              <>
                {staffBooking.error ? (
                  <Notice tone="bad" icon="warning" text={errorText(staffBooking.error, t)} />
                ) : null}
                <Button
                  isWide
                  isPending={staffBooking.isPending}
                  pendingText={t('attendance.adding')}
                  onClick={() => give('')}
                >
                  {t('attendance.givePlace')}
                </Button>
              </>
            )
          ) : null}
          <Button variant="danger-outline" isWide onClick={() => setIsAsked(true)}>
            {t(isWaiting ? 'attendance.removeWaiting' : 'attendance.remove')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}

interface RemovingProps {
  registration: Registration;
  onDone: () => void;
  onKeep: () => void;
}

/** Asks once, in words that name what it costs. */
function Removing({ registration, onDone, onKeep }: RemovingProps) {
  const { t } = useTexts();
  const removing = useRemoving();
  const { registrationId, status, name } = registration;
  const remove = (removal: Removal) =>
    removing.mutate({ params: { id: registrationId }, query: { removal } }, { onSuccess: onDone });
  const isOf = (removal: Removal) => removing.isPending && removing.variables.query.removal === removal;
  const isWaiting = status === 'waiting';
  return (
    <div className={classes.details}>
      <div>
        <p>{t('attendance.removeTitle', { name })}</p>
        <p className={classes.none}>{t('attendance.removeText')}</p>
      </div>
      <div role="alert">
        {removing.error ? <Notice tone="bad" icon="warning" text={errorText(removing.error, t)} /> : null}
      </div>
      <div className={classes.actions}>
        <Button isWide onClick={onKeep}>
          {t('attendance.keep')}
        </Button>
        <Button
          variant="danger-outline"
          isWide
          isPending={isOf('free')}
          pendingText={t('attendance.removing')}
          onClick={() => remove('free')}
        >
          {t(isWaiting ? 'attendance.removeWaiting' : 'attendance.removeFree')}
        </Button>
        {isWaiting ? null : (
          <Button
            variant="danger-outline"
            isWide
            isPending={isOf('late')}
            pendingText={t('attendance.removing')}
            onClick={() => remove('late')}
          >
            {t('attendance.removeLate')}
          </Button>
        )}
      </div>
    </div>
  );
}
