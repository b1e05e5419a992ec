import { useState } from 'react';
import { addCents, type Cents, cents, centsToEuros, eurosToCents, parseEuros } from '#shared/kernel/money.ts';
import { AmountField, amountValue } from '#web/kernel/amount-field.tsx';
import { useForm } from '#web/kernel/form.ts';
import { useMoney } from '#web/kernel/money.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { type ManagedInvoice, useCreditNote } from '../queries.ts';
import classes from './credit-form.module.css';
import { Reason } from './form-parts.tsx';

type Line = ManagedInvoice['lines'][number];
/** What is typed of a line; absent: nothing of it is credited. */
type Typed = Readonly<Record<number, string | undefined>>;

/** Credits what is chosen of an invoice's lines; it says before what becomes of what was paid. */
export function CreditForm({ invoice, onDone }: { invoice: ManagedInvoice; onDone: () => void }) {
  const { t } = useTexts();
  const money = useMoney();
  const { mutate, isPending, error } = useCreditNote();
  const lines = invoice.lines.filter(({ left }) => left > 0);
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(lines.map(({ position, left }) => [position, amountValue(left)])),
  );
  const form = useForm({
    names: [...lines.map(({ position }) => `amount${position}`), 'reason'],
    check: (values) => ({
      ...Object.fromEntries(
        lines.map((line) => [`amount${line.position}`, problemOf(line, values[`amount${line.position}`])]),
      ),
      reason: (values.reason ?? '').trim() === '' ? t('clientInvoices.reasonNeeded') : undefined,
    }),
    onSubmit: ({ reason = '' }) => {
      if (chosen.length === 0) return;
      const wished = chosen.map(({ position, left }) => {
        const amount = parseEuros(typed[position] ?? '');
        return { position, ...(amount !== undefined && amount !== left && { amount }) };
      });
      mutate(
        { params: { id: invoice.id }, body: { lines: wished, reason: reason.trim() } },
        { onSuccess: onDone },
      );
    },
  });
  const chosen = lines.filter(({ position }) => typed[position] !== undefined);
  const isGood = chosen.length > 0 && chosen.every((line) => !problemOf(line, typed[line.position]));
  const sum = addCents(...chosen.map(({ position }) => centsOf(typed[position])));
  const after = cents(eurosToCents(invoice.balance) - sum);
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('clientInvoices.creditText')}</SheetText>
      <Refusal error={error} />
      {lines.map((line) => {
        const { position, article, left } = line;
        const isChosen = typed[position] !== undefined;
        return (
          <div key={position} className={classes.line}>
            <Checkbox
              checked={isChosen}
              onChange={({ target }) =>
                setTyped({ ...typed, [position]: target.checked ? amountValue(left) : undefined })
              }
            >
              {article}
            </Checkbox>
            {isChosen ? (
              <AmountField
                {...form.field(`amount${position}`)}
                label={t('clientInvoices.amountOf', { article })}
                hint={t('clientInvoices.most', { amount: money(left) })}
                value={typed[position]}
                onChange={(amount) => setTyped({ ...typed, [position]: amount })}
              />
            ) : null}
          </div>
        );
      })}
      <Reason {...form.field('reason')} hint={t('clientInvoices.creditReason')} maxLength={300} />
      {isGood ? (
        <Facts
          isLive
          facts={[
            { label: t('clientInvoices.credited'), value: money(centsToEuros(sum)) },
            after < 0
              ? { label: t('clientInvoices.toCredit'), value: money(centsToEuros(cents(-after))) }
              : { label: t('clientInvoices.stillToPay'), value: money(centsToEuros(after)) },
          ]}
        />
      ) : null}
      <SheetSubmit
        isCostly
        text={t('clientInvoices.creditLines')}
        isDisabled={chosen.length === 0}
        isPending={isPending}
        onBack={onDone}
      />
    </form>
  );

  function problemOf({ position, left }: Line, text = ''): string | undefined {
    if (typed[position] === undefined) return undefined;
    const amount = parseEuros(text);
    const isGood = amount !== undefined && amount > 0 && amount <= left;
    return isGood ? undefined : t('clientInvoices.amountNeeded', { amount: money(left) });
  }
}

function centsOf(text: string | undefined): Cents {
  return eurosToCents(parseEuros(text ?? '') ?? 0);
}
