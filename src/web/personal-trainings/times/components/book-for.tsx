import { useDeferredValue, useState } from 'react';
import { addDays } from '#shared/kernel/dates.ts';
import type { ClientPackage, PersonalClient } from '#shared/personal-trainings/clients/contract.ts';
import { recipientMaximumLength } from '#shared/personal-trainings/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import {
  useBookForClient,
  useClientPackages,
  useFoundClients,
  useOwnSlots,
  useShareForClient,
} from '../queries.ts';
import { SlotDays } from './slot-days.tsx';
import classes from './times.module.css';

interface BookForProps {
  isOpen: boolean;
  onClose: () => void;
}

/** A trainer books one of their own times for a client: who, when, and what it is paid with. */
export function BookFor({ isOpen, onClose }: BookForProps) {
  const { t } = useTexts();
  const [client, setClient] = useState<PersonalClient>();
  function close() {
    setClient(undefined);
    onClose();
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={client?.name ?? t('personalTimes.bookFor')}>
      {client ? <ForClient client={client} onDone={close} /> : <FindClient onFound={setClient} />}
    </Sheet>
  );
}

function FindClient({ onFound }: { onFound: (client: PersonalClient) => void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const { data, error } = useFoundClients(useDeferredValue(text));
  return (
    <div className={classes.sheet}>
      <TextField
        label={t('personalTimes.client')}
        hint={t('personalTimes.clientHint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <div aria-live="polite">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        {data && data.length === 0 ? <p className={classes.text}>{t('personalTimes.noClient')}</p> : null}
        {data && data.length > 0 ? (
          <ul className={classes.found}>
            {data.map((client) => (
              <li key={client.clientId} className={classes.row}>
                <div>
                  <p className={classes.name}>{client.name}</p>
                  <p className={classes.text}>{client.clientNumber}</p>
                </div>
                <Button
                  variant="plain"
                  size="small"
                  aria-label={`${t('personalTimes.chooseTime')}, ${client.name}`}
                  onClick={() => onFound(client)}
                >
                  {t('personalTimes.chooseTime')}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

function ForClient({ client, onDone }: { client: PersonalClient; onDone: () => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const slots = useOwnSlots(format.today, addDays(format.today, 20));
  const packages = useClientPackages(client.clientId);
  const [start, setStart] = useState<string>();
  const booking = useBookForClient(client.name);
  const error = booking.error ?? slots.error;
  const shareable = packages.data?.packages.find(({ isShareable }) => isShareable);
  return (
    <div className={classes.sheet}>
      {packages.data ? <Packages packages={packages.data.packages} /> : null}
      {slots.data && slots.data.length === 0 ? (
        <p className={classes.text}>{t('personalTimes.noTimes')}</p>
      ) : null}
      <SlotDays
        slots={slots.data ?? []}
        chosen={start}
        onChoose={({ startDateTime }) => {
          booking.reset();
          setStart(startDateTime);
        }}
      />
      <div className={classes.problem} role="alert">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      </div>
      {start === undefined ? null : (
        <Button
          isWide
          isPending={booking.isPending}
          pendingText={t('personalTimes.booking')}
          onClick={() =>
            booking.mutate(
              {
                body: {
                  clientId: client.clientId,
                  clientNumber: client.clientNumber,
                  startDateTime: start,
                },
              },
              { onSuccess: onDone },
            )
          }
        >
          {`${t('personalTimes.book')}: ${format.dayAndTime(start)}`}
        </Button>
      )}
      {shareable ? (
        <ShareFor clientId={client.clientId} packageId={shareable.id} name={shareable.name} />
      ) : null}
    </div>
  );
}

function Packages({ packages }: { packages: readonly ClientPackage[] }) {
  const { t } = useTexts();
  if (packages.length === 0) return <p className={classes.text}>{t('personalTimes.noPackages')}</p>;
  return (
    <ul className={classes.rows}>
      {packages.map(({ id, name, remaining, validUntil }) => (
        <li key={id}>
          <ListRow
            title={name}
            text={[
              remaining === null
                ? t('personalTrainings.unlimited')
                : t('personalTrainings.rowLeft', { count: remaining }),
              validUntil === null
                ? t('personalTrainings.fromFirstUse')
                : t('personalTrainings.until', { date: formatDate(validUntil) }),
            ].join(' · ')}
          />
        </li>
      ))}
    </ul>
  );
}

interface ShareForProps {
  clientId: number;
  packageId: number;
  name: string;
}

/** Offers the client's package to somebody else. */
function ShareFor({ clientId, packageId, name }: ShareForProps) {
  const { t } = useTexts();
  const sharing = useShareForClient();
  const form = useForm({
    names: ['recipient'],
    check: ({ recipient }) => ({
      recipient: recipient.trim() === '' ? t('validation.fieldRequired') : undefined,
    }),
    onSubmit: ({ recipient }) =>
      sharing.mutate(
        { params: { id: clientId }, body: { packageId, recipient } },
        { onSuccess: () => form.reset() },
      ),
  });
  return (
    <form {...form.props} className={classes.form}>
      <h3 className={classes.name}>{`${t('personalTimes.shareWith')}: ${name}`}</h3>
      <TextField
        {...form.field('recipient')}
        label={t('personalTimes.recipient')}
        hint={t('personalTimes.recipientHint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={recipientMaximumLength}
      />
      <div className={classes.problem} role="alert">
        {sharing.error ? <Notice tone="bad" icon="warning" text={errorText(sharing.error, t)} /> : null}
      </div>
      <Button
        type="submit"
        variant="plain"
        isWide
        isPending={sharing.isPending}
        pendingText={t('personalTimes.sharing')}
      >
        {t('personalTimes.share')}
      </Button>
    </form>
  );
}
