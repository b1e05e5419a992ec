import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Part, PartNote } from '#web/ui/part.tsx';
import { Notice } from '#web/ui/question.tsx';
import { type ClientTicket, type ClientVoucher, useClientWallet } from '#web/wallet/desk/queries.ts';
import classes from './client-history.module.css';
import { GrantTicket } from './grant-ticket.tsx';
import { isOver, useWalletLabels } from './wallet-labels.ts';
import { TicketSheet, VoucherSheet, type WalletKind } from './wallet-sheet.tsx';

interface Opened {
  readonly kind: WalletKind;
  readonly id: number;
  readonly name: string;
}

/** A client's tickets, packages and vouchers with what is left of each; each opens to its ledger and can be corrected. */
export function ClientWallet({ id }: { id: number }) {
  const { t } = useTexts();
  const { data, error } = useClientWallet(id);
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setIsOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What was withdrawn or given back moved to the other list, and the button that was pressed is no more.
    if (!isOpen && opener.current?.isConnected === false) heading.current?.focus();
  }, [isOpen]);
  function open(one: Opened, { currentTarget }: MouseEvent<HTMLButtonElement>) {
    opener.current = currentTarget;
    setOpened(one);
    setIsOpen(true);
  }
  const items = [
    ...(data?.vouchers ?? []).map((item) => ({ kind: 'voucher' as const, item })),
    ...(data?.tickets ?? []).map((item) => ({ kind: 'ticket' as const, item })),
  ];
  const usable = items.filter(({ item }) => !isOver(item));
  const ended = items.filter(({ item }) => isOver(item));
  return (
    <Part title={t('clientOwned.title')} headingRef={heading}>
      {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      {data && usable.length === 0 ? <PartNote>{t('clientOwned.none')}</PartNote> : null}
      <Rows items={usable} onOpen={open} className={classes.list} />
      {ended.length === 0 ? null : (
        <details className={classes.kind}>
          <summary className={classes.summary}>
            <span>{t('clientOwned.ended')}</span>
            <span className={classes.count}>{ended.length}</span>
          </summary>
          <Rows items={ended} onOpen={open} className={classes.rows} />
        </details>
      )}
      <GrantTicket id={id} />
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={opened?.name ?? ''}>
        {opened?.kind === 'ticket' ? <TicketSheet key={opened.id} id={opened.id} /> : null}
        {opened?.kind === 'voucher' ? <VoucherSheet key={opened.id} id={opened.id} /> : null}
      </Sheet>
    </Part>
  );
}

interface RowsProps {
  items: readonly { kind: WalletKind; item: ClientTicket | ClientVoucher }[];
  onOpen: (one: Opened, event: MouseEvent<HTMLButtonElement>) => void;
  className: string | undefined;
}

function Rows({ items, onOpen, className }: RowsProps) {
  const { t } = useTexts();
  const labels = useWalletLabels();
  return (
    <ul className={className}>
      {items.map(({ kind, item }) => {
        const { id, name } = item;
        const what = [t(`owned.kind.${kind}`), ...labels.summary(item)].join(' · ');
        return (
          <li key={`${kind} ${id}`}>
            <ListRow
              title={name}
              text={what}
              end={
                <Button
                  variant="plain"
                  size="small"
                  aria-label={`${t('owned.open', { name })}: ${what}`}
                  onClick={(event) => onOpen({ kind, id, name }, event)}
                >
                  {t('clientOwned.open')}
                </Button>
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
