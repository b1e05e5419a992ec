import { useState } from 'react';
import { cents, centsToEuros, eurosToCents, parseEuros } from '#shared/kernel/money.ts';
import { leastRefundCents } from '#shared/payments/domain.ts';
import { AmountField, amountValue } from '#web/kernel/amount-field.tsx';
import { useForm } from '#web/kernel/form.ts';
import { useMoney } from '#web/kernel/money.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { type ManagedInvoice, type RefundablePayment, useRefund } from '../queries.ts';
import { Reason } from './form-parts.tsx';

interface RefundFormProps {
  invoice: ManagedInvoice;
  payment: RefundablePayment;
  onDone: () => void;
}

/** Sends money of a payment back; it says before how much of it is then to be paid again. */
export function RefundForm({ invoice, payment, onDone }: RefundFormProps) {
  const { t } = useTexts();
  const money = useMoney();
  const { mutate, isPending, error } = useRefund();
  const { left, credit, bankName } = payment;
  const [typed, setTyped] = useState(amountValue(credit > 0 ? credit : left));
  const note = invoice.creditNotes.at(-1);
  const amountOf = (text: string) => {
    const amount = parseEuros(text);
    return amount !== undefined && amount >= leastRefundCents / 100 && amount <= left ? amount : undefined;
  };
  const amount = amountOf(typed);
  const form = useForm({
    names: ['amount', 'reason'],
    check: ({ amount: text, reason }) => ({
      amount:
        amountOf(text) === undefined ? t('clientInvoices.amountNeeded', { amount: money(left) }) : undefined,
      reason: reason.trim() === '' ? t('clientInvoices.reasonNeeded') : undefined,
    }),
    onSubmit: ({ reason }) =>
      mutate(
        {
          params: { id: payment.id },
          body: {
            amount: amount ?? 0,
            reason: reason.trim(),
            invoiceId: invoice.id,
            ...(note && { creditNoteId: note.id }),
          },
        },
        { onSuccess: onDone },
      ),
  });
  const fromInvoice =
    amount === undefined ? 0 : Math.max(0, centsToEuros(cents(eurosToCents(amount) - eurosToCents(credit))));
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('clientInvoices.refundText', { how: bankName || t('clientInvoices.card') })}</SheetText>
      <Refusal error={error} />
      <AmountField
        {...form.field('amount')}
        label={t('clientInvoices.refundAmount')}
        hint={t('clientInvoices.most', { amount: money(left) })}
        value={typed}
        onChange={setTyped}
        data-autofocus
      />
      <Reason {...form.field('reason')} hint={t('clientInvoices.refundReason')} maxLength={200} />
      {amount === undefined ? null : (
        <Facts
          isLive
          facts={[
            { label: t('clientInvoices.goesBack'), value: money(amount) },
            { label: t('clientInvoices.fromCredit'), value: money(Math.min(amount, credit)) },
          ]}
        />
      )}
      <div aria-live="polite">
        {fromInvoice > 0 ? (
          <Notice
            tone="warn"
            icon="warning"
            text={t('clientInvoices.fromInvoice', { amount: money(fromInvoice) })}
          />
        ) : null}
      </div>
      <SheetSubmit isCostly text={t('clientInvoices.refund')} isPending={isPending} onBack={onDone} />
    </form>
  );
}
