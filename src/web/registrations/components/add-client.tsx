import { useDeferredValue, useState } from 'react';
import type { FoundClient } from '#shared/registrations/staff-booking/contract.ts';
import { reasonMaximumLength } from '#shared/registrations/staff-booking/domain.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useClientSearch, useStaffBooking } from '../attendance/queries.ts';
import classes from './roll.module.css';

interface AddClientProps {
  trainingId: number;
  onDone: () => void;
}

/** Finds a client and puts them in; what stands in the way can be set aside with a reason. */
export function AddClient({ trainingId, onDone }: AddClientProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FoundClient>();
  const asked = useDeferredValue(text.trim());
  const { data = [], isFetched } = useClientSearch(trainingId, asked);
  const staffBooking = useStaffBooking();
  const exception = useException(staffBooking.error);
  const add = (client: FoundClient, reason = '') => {
    setChosen(client);
    staffBooking.mutate(
      { body: { trainingId, clientId: client.clientId, ...exception.wish(reason), reason } },
      { onSuccess: onDone },
    );
  };
  const again = () => {
    setChosen(undefined);
    staffBooking.reset();
    exception.forget();
  };
  if (chosen && staffBooking.error) {
    return (
      <div className={classes.details}>
        <p className={classes.name}>{chosen.name}</p>
        {exception.isNeeded ? (
          <ReasonForm
            exception={exception}
            isPending={staffBooking.isPending}
            onReason={(reason) => add(chosen, reason)}
          />
        ) : (
          <div role="alert">
            <Notice tone="bad" icon="warning" text={errorText(staffBooking.error, t)} />
          </div>
        )}
        <Button variant="plain" isWide onClick={again}>
          {t('attendance.chooseAnother')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.details}>
      <TextField
        label={t('attendance.searchLabel')}
        hint={t('attendance.searchHint')}
        value={text}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setText(event.target.value)}
      />
      {asked.length >= 2 && isFetched && data.length === 0 ? (
        <p className={classes.none} role="status">
          {t('attendance.noneFound')}
        </p>
      ) : null}
      {asked.length < 2 ? null : (
        <ul>
          {data.map((client) => (
            <li key={client.clientId}>
              <button
                type="button"
                className={classes.found}
                disabled={client.state === 'booked' || staffBooking.isPending}
                onClick={() => add(client)}
              >
                <span className={classes.words}>
                  <span className={classes.name}>{client.name}</span>
                  <span className={classes.line}>
                    {[
                      client.clientNumber,
                      client.email,
                      ...(client.isEmailTyped ? [t('attendance.emailTyped')] : []),
                    ].join(' · ')}
                  </span>
                </span>
                {client.state === 'none' ? null : (
                  <span className={classes.state}>
                    {t(client.state === 'booked' ? 'attendance.isIn' : 'attendance.isInLine')}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Exception = ReturnType<typeof useException>;

/** What stood in the way so far and may be set aside with a reason: places that are all taken, nothing that pays. */
export function useException(error: ApiError | null) {
  const [set, setSet] = useState({ isBeyondPlaces: false, isWithoutCover: false });
  const code = error instanceof ApiError ? error.errors[0] : undefined;
  const isFull = code === 'noFreePlaces';
  const isUncovered = code === 'coverNeeded' || (code?.startsWith('contract') ?? false);
  return {
    isNeeded: isFull || isUncovered,
    isFull,
    error,
    wish: (reason: string) => {
      if (reason === '') return { isBeyondPlaces: false, isWithoutCover: false };
      const request = {
        isBeyondPlaces: set.isBeyondPlaces || isFull,
        isWithoutCover: set.isWithoutCover || isUncovered,
      };
      setSet(request);
      return request;
    },
    forget: () => setSet({ isBeyondPlaces: false, isWithoutCover: false }),
  };
}

interface ReasonFormProps {
  exception: Exception;
  isPending: boolean;
  onReason: (reason: string) => void;
}

/** Says what stands in the way, and asks why it is set aside. */
export function ReasonForm({ exception, isPending, onReason }: ReasonFormProps) {
  const { t } = useTexts();
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? t('attendance.reasonNeeded') : undefined,
    }),
    onSubmit: ({ reason }) => onReason(reason.trim()),
  });
  return (
    <form {...form.props} className={classes.details}>
      <div role="alert">
        <Notice tone="warn" icon="warning" text={errorText(exception.error, t)} />
      </div>
      <TextField
        {...form.field('reason')}
        label={t('attendance.reason')}
        hint={t('attendance.reasonHint')}
        maxLength={reasonMaximumLength}
        autoComplete="off"
      />
      <Button type="submit" isWide isPending={isPending} pendingText={t('attendance.adding')}>
        {t(exception.isFull ? 'attendance.addBeyond' : 'attendance.addUncovered')}
      </Button>
    </form>
  );
}
