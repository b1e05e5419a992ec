import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText } from '#web/kernel/queries.ts';
import { SheetActions, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { SheetStep } from '#web/kernel/sheet-step.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Rows } from '#web/ui/part.tsx';
import { Notice, Question } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useInvoiceStatus } from '../../components/invoice-labels.ts';
import { InvoiceLines } from '../../components/invoice-lines.tsx';
import { useInvoiceFile } from '../../queries.ts';
import {
  type ManagedInvoice,
  type RefundablePayment,
  useManagedInvoice,
  useRefundable,
  useWriteOff,
} from '../queries.ts';
import { CreditForm } from './credit-form.tsx';
import { RefundForm } from './refund-form.tsx';

/** What is being done about the invoice that is open. */
export type InvoiceStep =
  | { readonly kind: 'credit' | 'writeOff' }
  | { readonly kind: 'refund'; readonly paymentId: string };

interface BodyProps {
  id: number;
  step: InvoiceStep | undefined;
  onStep: (step: InvoiceStep | undefined) => void;
}

/** Inside the sheet of an invoice: what it is made of and what may be done, or one of these. */
export function ManagedInvoiceBody({ id, step, onStep }: BodyProps) {
  const { t } = useTexts();
  const invoice = useManagedInvoice(id);
  const payments = useRefundable(id);
  if (!invoice.data || !payments.data) {
    const error = invoice.error ?? payments.error;
    return error ? (
      <Notice tone="bad" icon="warning" text={errorText(error, t)} />
    ) : (
      <Skeleton width="full" />
    );
  }
  const form = { invoice: invoice.data, onDone: () => onStep(undefined) };
  const refunded =
    step?.kind === 'refund' ? payments.data.find((one) => one.id === step.paymentId) : undefined;
  return (
    <SheetStep key={step?.kind ?? 'whole'}>
      {step?.kind === 'credit' ? <CreditForm {...form} /> : null}
      {step?.kind === 'writeOff' ? <WriteOff {...form} /> : null}
      {refunded ? <RefundForm {...form} payment={refunded} /> : null}
      {step === undefined ? <Whole invoice={invoice.data} payments={payments.data} onStep={onStep} /> : null}
    </SheetStep>
  );
}

interface WholeProps {
  invoice: ManagedInvoice;
  payments: readonly RefundablePayment[];
  onStep: (step: InvoiceStep) => void;
}

function Whole({ invoice, payments, onStep }: WholeProps) {
  const { t } = useTexts();
  const money = useMoney();
  const status = useInvoiceStatus()(invoice);
  const { canCredit, canWriteOff, creditNotes } = invoice;
  const file = useInvoiceFile(invoice.invoiceToken);
  return (
    <div className={sheetParts}>
      <p>
        <Tag tone={status.tone === 'quiet' ? 'neutral' : status.tone}>{status.text}</Tag>
      </p>
      <SheetText>
        {`${invoice.payer.name} · ${t('invoices.dueOn', { date: formatDate(invoice.dueDate) })}`}
      </SheetText>
      <InvoiceLines invoice={{ ...invoice, usableCredit: 0 }} />
      {payments.length + creditNotes.length === 0 ? null : (
        <Rows>
          {payments.map((payment) => (
            <li key={payment.id}>
              <Paid payment={payment} onRefund={() => onStep({ kind: 'refund', paymentId: payment.id })} />
            </li>
          ))}
          {creditNotes.map(({ id, invoiceNumber, date, total }) => (
            <li key={id}>
              <ListRow
                title={t('invoices.creditNoteTitle', { number: invoiceNumber })}
                text={formatDate(date)}
                end={<strong>{money(total)}</strong>}
              />
            </li>
          ))}
        </Rows>
      )}
      <SheetActions>
        {canCredit ? (
          <Button variant="plain" isWide onClick={() => onStep({ kind: 'credit' })}>
            {t('clientInvoices.creditLines')}
          </Button>
        ) : null}
        {canWriteOff ? (
          <Button variant="danger-outline" isWide onClick={() => onStep({ kind: 'writeOff' })}>
            {t('clientInvoices.writeOff')}
          </Button>
        ) : null}
        <Button variant="text" isWide disabled={file.isPending} onClick={file.download}>
          {t('invoices.download')}
        </Button>
      </SheetActions>
    </div>
  );
}

/** Money that came through the payment service, and giving it back. */
function Paid({ payment, onRefund }: { payment: RefundablePayment; onRefund: () => void }) {
  const { t } = useTexts();
  const money = useMoney();
  const { bankName, amount, refunded, onItsWay, left } = payment;
  return (
    <ListRow
      title={t('clientInvoices.paidBy', {
        how: bankName || t('clientInvoices.card'),
        amount: money(amount),
      })}
      text={
        [
          refunded > 0 ? t('clientInvoices.refunded', { amount: money(refunded) }) : '',
          onItsWay > 0 ? t('clientInvoices.onItsWay', { amount: money(onItsWay) }) : '',
        ]
          .filter(Boolean)
          .join(' · ') || undefined
      }
      end={
        left > 0 ? (
          <Button variant="plain" size="small" onClick={onRefund}>
            {t('clientInvoices.refund')}
          </Button>
        ) : undefined
      }
    />
  );
}

/** Gives up what is owed; asked once, for it cannot be taken back here. */
function WriteOff({ invoice, onDone }: { invoice: ManagedInvoice; onDone: () => void }) {
  const { t } = useTexts();
  const money = useMoney();
  const { mutate, isPending, error } = useWriteOff();
  const { id, balance } = invoice;
  return (
    <Question
      text={t('clientInvoices.writeOffText')}
      facts={[{ label: t('clientInvoices.givenUp'), value: money(balance) }]}
      safeText={t('clientInvoices.keep')}
      onSafe={onDone}
      otherText={t('clientInvoices.writeOff')}
      otherPendingText={t('common.saving')}
      isOtherCostly
      isPending={isPending}
      onOther={() => mutate({ params: { id } }, { onSuccess: onDone })}
      problem={error ? errorText(error, t) : undefined}
    />
  );
}
