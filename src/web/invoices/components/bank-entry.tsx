import { type FormEvent, useState } from 'react';
import type { BankEntry as Entry } from '#shared/invoices/bank/contract.ts';
import { formatReference } from '#shared/invoices/references/domain.ts';
import { addCents, eurosToCents } from '#shared/kernel/money.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useBankDecision } from '../queries.ts';
import classes from './bank-entry.module.css';

/** A receipt that waits or was set aside: what the bank says of it, the invoices it may be for, another one, or none. */
export function BankEntry({ entry, isSetAside }: { entry: Entry; isSetAside: boolean }) {
  const { t } = useTexts();
  const money = useMoney();
  const { accept, accepting, ignore, isIgnoring } = useBankDecision(entry.id);
  const [isOther, setIsOther] = useState(false);
  const { proposals, payerName, reference, message } = entry;
  const owed = addCents(...proposals.map(({ balance }) => eurosToCents(balance)));
  const numbers = proposals.map(({ invoiceNumber }) => invoiceNumber);
  // One transfer for all of them: what is left over or missing would be seen as credit or debt.
  const isForAll = proposals.length > 1 && owed === eurosToCents(entry.amount);
  return (
    <article className={classes.entry}>
      <header className={classes.head}>
        <h3 className={classes.name}>{payerName === '' ? t('invoices.bankNoName') : payerName}</h3>
        <p className={classes.amount}>{money(entry.amount)}</p>
      </header>
      <p className={classes.facts}>
        {[
          formatDate(entry.date),
          ...(reference === ''
            ? []
            : [t('invoices.bankReference', { reference: formatReference(reference) })]),
          ...(message === '' ? [] : [message]),
        ].join(' · ')}
      </p>
      {proposals.length === 0 ? <p className={classes.facts}>{t('invoices.bankNoProposal')}</p> : null}
      <ul className={classes.proposals}>
        {proposals.map((proposal) => (
          <li key={proposal.id}>
            <span>
              {proposal.payerName} · {money(proposal.balance)} ·{' '}
              {t('invoices.dueOn', { date: formatDate(proposal.dueDate) })}
            </span>
            <Button
              size="small"
              isPending={accepting === proposal.invoiceNumber}
              pendingText={t('invoices.bankAccepting')}
              onClick={() => accept([proposal.invoiceNumber])}
            >
              {t('invoices.bankAccept', { number: proposal.invoiceNumber })}
            </Button>
          </li>
        ))}
      </ul>
      {isForAll ? (
        <Button
          size="small"
          variant="plain"
          isPending={accepting === numbers.join(', ')}
          pendingText={t('invoices.bankAccepting')}
          onClick={() => accept(numbers)}
        >
          {t('invoices.bankAcceptAll', { numbers: numbers.join(', ') })}
        </Button>
      ) : null}
      {isOther ? <OtherInvoice onAccept={accept} isPending={accepting !== undefined} /> : null}
      <div className={classes.actions}>
        {isOther ? null : (
          <Button size="small" variant="plain" onClick={() => setIsOther(true)}>
            {t('invoices.bankOther')}
          </Button>
        )}
        {isSetAside ? null : (
          <Button
            size="small"
            variant="text"
            isPending={isIgnoring}
            pendingText={t('invoices.bankIgnoring')}
            onClick={ignore}
          >
            {t('invoices.bankIgnore')}
          </Button>
        )}
      </div>
    </article>
  );
}

interface OtherInvoiceProps {
  onAccept: (numbers: readonly string[]) => void;
  isPending: boolean;
}

/** By its number; several, with commas, where one transfer is for all of them. */
function OtherInvoice({ onAccept, isPending }: OtherInvoiceProps) {
  const { t } = useTexts();
  const [number, setNumber] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const numbers = number.split(/[\s,;]+/).filter((one) => one !== '');
    if (numbers.length > 0 && !isPending) onAccept(numbers);
  }
  return (
    <form className={classes.other} onSubmit={submit}>
      <TextField
        label={t('invoices.bankOther')}
        hint={t('invoices.bankOtherHint')}
        value={number}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" isPending={isPending} pendingText={t('invoices.bankAccepting')}>
        {t('invoices.bankAcceptOther')}
      </Button>
    </form>
  );
}
