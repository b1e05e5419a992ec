import { useState } from 'react';
import type { InvoiceRow } from '#shared/invoices/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Part, PartNote, RowStatus, Rows } from '#web/ui/part.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useInvoiceStatus } from '../../components/invoice-labels.ts';
import { useClientInvoices } from '../queries.ts';
import { type InvoiceStep, ManagedInvoiceBody } from './managed-invoice.tsx';

const pageSize = 10;

/** A client's invoices with what is to be paid of each; each opens with what may be done about it. */
export function ClientInvoices({ id }: { id: number }) {
  const { t } = useTexts();
  const money = useMoney();
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isFetching } = useClientInvoices(id, limit);
  const [opened, setOpened] = useState<InvoiceRow>();
  const [step, setStep] = useState<InvoiceStep>();
  const number = opened?.invoiceNumber ?? '';
  function close() {
    setOpened(undefined);
    setStep(undefined);
  }
  return (
    <Part title={t('clientInvoices.title')}>
      {error ? <Notice tone="bad" icon="warning" text={t('clientInvoices.notLoaded')} /> : null}
      {data?.total === 0 ? <PartNote>{t('clientInvoices.none')}</PartNote> : null}
      {data && data.toPay > 0 ? (
        <PartNote>{t('clientInvoices.toPay', { amount: money(data.toPay) })}</PartNote>
      ) : null}
      {data && data.credit > 0 ? (
        <PartNote>{t('clientInvoices.credit', { amount: money(data.credit) })}</PartNote>
      ) : null}
      <Rows>
        {data?.items.map((invoice) => (
          <li key={invoice.id}>
            <Row invoice={invoice} onOpen={() => setOpened(invoice)} />
          </li>
        ))}
      </Rows>
      {data && data.total > data.items.length && data.items.length < 100 ? (
        <Button
          variant="plain"
          size="small"
          isPending={isFetching}
          onClick={() => setLimit((before) => before + pageSize)}
        >
          {t('clientInvoices.more')}
        </Button>
      ) : null}
      <Sheet
        isOpen={opened !== undefined}
        onClose={close}
        title={t(step ? `clientInvoices.${step.kind}Title` : 'invoices.titleOne', { number })}
      >
        {opened ? <ManagedInvoiceBody id={opened.id} step={step} onStep={setStep} /> : null}
      </Sheet>
    </Part>
  );
}

function Row({ invoice, onOpen }: { invoice: InvoiceRow; onOpen: () => void }) {
  const { t } = useTexts();
  const money = useMoney();
  const status = useInvoiceStatus()(invoice);
  const { invoiceNumber: number, date, total, balance, isPaid, state } = invoice;
  const isOwed = !isPaid && state !== 'writtenOff' && balance > 0;
  return (
    <ListRow
      title={number}
      text={
        <>
          {`${formatDate(date)} · ${money(total)}`}
          {isOwed ? ` · ${t('clientInvoices.balance', { amount: money(balance) })}` : null}
          {status.tone === 'quiet' ? ` · ${status.text}` : null}
          {status.tone === 'quiet' ? null : (
            <RowStatus>
              <Tag tone={status.tone}>{status.text}</Tag>
            </RowStatus>
          )}
        </>
      }
      end={
        <Button
          variant="plain"
          size="small"
          aria-label={t('clientInvoices.openNamed', { number })}
          onClick={onOpen}
        >
          {t('clientInvoices.open')}
        </Button>
      }
    />
  );
}
