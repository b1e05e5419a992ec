import type { ReactNode } from 'react';
import { formatIban } from '#shared/invoices/accounts/domain.ts';
import type { Invoice } from '#shared/invoices/contract.ts';
import { formatReference } from '#shared/invoices/references/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonAnchor, IconButton } from '#web/ui/button.tsx';
import { ReaderFacts } from '#web/ui/facts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useInvoiceFile, usePayByCredit } from '../queries.ts';
import classes from './invoice-detail.module.css';
import { useInvoiceStatus } from './invoice-labels.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import { InvoiceLinks } from './invoice-links.tsx';

interface InvoiceDetailProps {
  invoice: Invoice;
  /** The way back to the list. */
  close: ReactNode;
}

/** One invoice or credit note: what it asks for, of what it is made, what became of it. */
export function InvoiceDetail({ invoice, close }: InvoiceDetailProps) {
  const { t } = useTexts();
  const money = useMoney();
  const status = useInvoiceStatus()(invoice);
  const file = useInvoiceFile(invoice.invoiceToken);
  const isNote = invoice.kind === 'creditNote';
  const isAsking = !isNote && !invoice.isPaid && invoice.state !== 'writtenOff';
  return (
    <article className={classes.detail}>
      <header className={classes.head}>
        {isNote ? (
          <span />
        ) : (
          <Tag tone={status.tone === 'quiet' ? 'neutral' : status.tone}>{status.text}</Tag>
        )}
        <span className={classes.actions}>
          <IconButton
            disabled={file.isPending}
            label={t('invoices.downloadNamed', { number: invoice.invoiceNumber })}
            onClick={file.download}
          >
            <Icon name="download" />
          </IconButton>
          {close}
        </span>
      </header>
      <h2 className={classes.number}>
        {t(isNote ? 'invoices.creditNoteTitle' : 'invoices.titleOne', { number: invoice.invoiceNumber })}
      </h2>
      <p className={classes.amount}>{money(isAsking ? invoice.balance : invoice.total)}</p>
      <p className={classes.due}>
        {isNote ? formatDate(invoice.date) : t('invoices.dueOn', { date: formatDate(invoice.dueDate) })}
      </p>
      <Facts invoice={invoice} />
      <InvoiceLines invoice={invoice} />
      <InvoiceLinks invoice={invoice} />
      {isAsking ? <Paying invoice={invoice} /> : null}
    </article>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts();
  const { payer, client, seller, referenceNumber, isPaid } = invoice;
  const facts: [string, ReactNode][] = [
    [t('invoices.date'), formatDate(invoice.date)],
    ...(referenceNumber === ''
      ? []
      : [[t('invoices.reference'), formatReference(referenceNumber)] as [string, ReactNode]]),
    [t('invoices.payer'), payer.name],
    ...(client
      ? [[t('invoices.client'), `${client.name}, ${client.clientCode}`] as [string, ReactNode]]
      : []),
    [t('invoices.seller'), seller.name],
    ...(seller.iban === '' || isPaid
      ? []
      : [[t('invoices.account'), formatIban(seller.iban)] as [string, ReactNode]]),
  ];
  return <ReaderFacts facts={facts.map(([label, value]) => ({ label, value }))} />;
}

/** One thing to press; the member's own credit first, where there is some. */
function Paying({ invoice }: { invoice: Invoice }) {
  const { t } = useTexts();
  const money = useMoney();
  const { pageRules } = useStartContext();
  const { pay, isPending } = usePayByCredit(invoice.id);
  const { usableCredit, balance, invoiceToken } = invoice;
  const isActive = pageRules.payment.isPaymentActive;
  if (!isActive && usableCredit === 0) return null;
  return (
    <div className={classes.paying}>
      {isActive ? (
        <ButtonAnchor href={`/public/invoices?invoice=${invoiceToken}`} isWide>
          {t('invoices.pay', { amount: money(balance) })}
        </ButtonAnchor>
      ) : null}
      {usableCredit > 0 ? (
        <Button
          isWide
          variant={isActive ? 'plain' : 'primary'}
          isPending={isPending}
          pendingText={t('invoices.usingCredit')}
          onClick={pay}
        >
          {t('invoices.useCredit', { amount: money(usableCredit) })}
        </Button>
      ) : null}
    </div>
  );
}
