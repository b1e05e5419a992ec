import { useState } from 'react';
import { priceFrom } from '#shared/contracts/prices/domain.ts';
import { parseLocalDate } from '#shared/kernel/dates.ts';
import { parseEuros } from '#shared/kernel/money.ts';
import { AmountField } from '#web/kernel/amount-field.tsx';
import { DateField } from '#web/kernel/date-field.tsx';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { useContractLabels } from '../../components/contract-labels.ts';
import { useNewPrice } from '../queries.ts';
import type { FormProps } from './decision-forms.tsx';

type Name = 'price' | 'fromDate';

/** Another price from a date on; before it is pressed it says from when it really counts. */
export function PriceForm({ contract, onDone }: FormProps) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const { id, packagePrice, periodMonths } = contract;
  const earliest = contract.earliestPriceDate ?? '';
  const { mutate, isPending, error } = useNewPrice();
  const [typed, setTyped] = useState({ price: '', fromDate: earliest });
  const tooEarly = t('clientContracts.fromTooEarly', { date: formatDate(earliest) });
  const form = useForm<Name>({
    names: ['price', 'fromDate'],
    check: ({ price, fromDate }): FieldErrors<Name> => ({
      price: parseEuros(price) === undefined ? t('clientContracts.priceNeeded') : undefined,
      fromDate: fromDate < earliest ? tooEarly : undefined,
    }),
    onSubmit: ({ price, fromDate }) =>
      mutate(
        { body: { contractId: id, price: parseEuros(price) ?? 0, fromDate } },
        {
          onSuccess: onDone,
          // The centre's days of notice were changed meanwhile, or midnight passed.
          onError: ({ details }) => {
            if (details.field === 'fromDate') form.fail({ fromDate: t('clientContracts.fromTooSoon') });
          },
        },
      ),
  });
  const price = parseEuros(typed.price);
  const countsFrom = parseLocalDate(typed.fromDate)
    ? priceFrom(
        {
          startsOn: contract.validFrom,
          endsOn: contract.validUntil,
          bindingUntil: contract.bindingUntil,
          billedUntil: contract.periods[0]?.until ?? null,
          isRenewing: contract.renews,
        },
        typed.fromDate,
      )
    : undefined;
  return (
    <form
      {...form.props}
      className={sheetParts}
      onInput={(event) => {
        form.props.onInput(event);
        const data = new FormData(event.currentTarget);
        setTyped({ price: String(data.get('price')), fromDate: String(data.get('fromDate')) });
      }}
    >
      <SheetText>{t('clientContracts.priceText')}</SheetText>
      <Refusal error={error?.details.field === 'fromDate' ? null : error} />
      <AmountField
        {...form.field('price')}
        label={t('clientContracts.newPrice', { period: labels.period(periodMonths) })}
        data-autofocus
      />
      <DateField
        {...form.field('fromDate')}
        label={t('clientContracts.from')}
        hint={t('clientContracts.fromHint', { date: formatDate(earliest) })}
        defaultValue={earliest}
        min={earliest}
      />
      <div aria-live="polite">
        {price === undefined || countsFrom === undefined ? null : (
          <Facts
            facts={[
              {
                label: t('clientContracts.priceMove'),
                value: t('contracts.billMove', { before: money(packagePrice), after: money(price) }),
              },
              { label: t('clientContracts.countsFrom'), value: formatDate(countsFrom) },
            ]}
          />
        )}
      </div>
      <SheetSubmit text={t('clientContracts.price')} isPending={isPending} onBack={onDone} />
    </form>
  );
}
