import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Ledger } from '#web/ui/ledger.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  type ClientTicket,
  type ClientVoucher,
  useClientTicket,
  useClientVoucher,
  type WalletLine,
} from '#web/wallet/desk/queries.ts';
import { CorrectionForm, RevokingForm } from './wallet-forms.tsx';
import { useWalletLabels } from './wallet-labels.ts';
import classes from './wallet-sheet.module.css';

export type WalletKind = 'ticket' | 'voucher';

/** A ticket's ledger, and correcting its visits where they are counted. */
export function TicketSheet({ id }: { id: number }) {
  const { data, error } = useClientTicket(id);
  if (!data) return <Waiting error={error} />;
  return (
    <Wallet item={data} lines={data.lines}>
      {data.left === null ? null : <Actions kind="ticket" id={id} left={data.left} />}
    </Wallet>
  );
}

/** A voucher's ledger, correcting its uses, and withdrawing it or giving it back. */
export function VoucherSheet({ id }: { id: number }) {
  const { data, error } = useClientVoucher(id);
  if (!data) return <Waiting error={error} />;
  const { left, state } = data;
  return (
    <Wallet item={data} lines={data.lines}>
      <Actions kind="voucher" id={id} left={left} isRevoked={state === 'revoked'} />
    </Wallet>
  );
}

function Waiting({ error }: { error: unknown }) {
  const { t } = useTexts();
  if (error) return <Notice tone="bad" icon="warning" text={errorText(error, t)} />;
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton width="full" />
      <Skeleton width="full" />
    </div>
  );
}

interface WalletProps {
  item: ClientTicket | ClientVoucher;
  lines: readonly WalletLine[];
  children: ReactNode;
}

function Wallet({ item, lines, children }: WalletProps) {
  const { t } = useTexts();
  const labels = useWalletLabels();
  const format = useTimeFormat();
  const { name, clubName } = item;
  const facts = [
    { label: t('clientOwned.state'), value: labels.state(item) },
    { label: t('clientOwned.valid'), value: labels.dates(item) },
    { label: t('clientOwned.club'), value: clubName || t('clientOwned.everyClub') },
  ];
  const entries = lines.map(({ kind, dateTime, change, left, note, by }, index) => ({
    id: index,
    what: t(`owned.lines.${kind}`),
    notes: [
      `${formatDate(localDate(dateTime, format.timeZone))} ${format.time(dateTime)}`,
      ...[note, by].filter((part) => part !== ''),
    ],
    ...{ change, left },
  }));
  return (
    <div className={sheetParts}>
      <Facts isFramed facts={facts} />
      {children}
      <Ledger
        className={classes.ledger}
        isOpen
        label={t('clientOwned.left')}
        note={null}
        balance={item.left === null ? t('owned.unlimited') : `${item.left} / ${item.granted}`}
        words={{
          list: t('owned.ledger', { name }),
          what: t('owned.what'),
          change: t('owned.change'),
          left: t('owned.after'),
          isEmpty: t('owned.ledgerEmpty'),
        }}
        entries={entries}
      />
    </div>
  );
}

interface ActionsProps {
  kind: WalletKind;
  id: number;
  left: number;
  isRevoked?: boolean;
}

type Action = 'correct' | 'revoke' | 'restore';

/** What can be done to it: each opens its form below, and closes it again. */
function Actions({ kind, id, left, isRevoked = false }: ActionsProps) {
  const { t } = useTexts();
  const [shown, setShown] = useState<Action>();
  const opener = useRef<HTMLButtonElement>(null);
  const revoking = isRevoked ? 'restore' : 'revoke';
  function toggle(action: Action, { currentTarget }: MouseEvent<HTMLButtonElement>) {
    opener.current = currentTarget;
    setShown(shown === action ? undefined : action);
  }
  function onDone() {
    setShown(undefined);
    // The form is gone, and with it whatever had the focus.
    opener.current?.focus();
  }
  return (
    <>
      <div className={classes.actions}>
        {isRevoked ? null : (
          <Button
            variant="plain"
            size="small"
            aria-expanded={shown === 'correct'}
            onClick={(event) => toggle('correct', event)}
          >
            {t('clientOwned.correct')}
          </Button>
        )}
        {kind === 'ticket' ? null : (
          <Button
            variant={isRevoked ? 'plain' : 'danger-outline'}
            size="small"
            aria-expanded={shown === revoking}
            onClick={(event) => toggle(revoking, event)}
          >
            {t(`clientOwned.${revoking}`)}
          </Button>
        )}
      </div>
      {shown === 'correct' ? <CorrectionForm kind={kind} id={id} left={left} onDone={onDone} /> : null}
      {shown === 'revoke' || shown === 'restore' ? (
        <RevokingForm key={shown} id={id} isRevoked={shown === 'restore'} onDone={onDone} />
      ) : null}
    </>
  );
}
