import { centsToEuros, formatAmount, parseAmount } from '#shared/kernel/money.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { useTexts } from './texts.tsx';
import { useTypedInput, type ValueFieldProps } from './typed-input.ts';

/** Cents as forms keep and submit them: `1234.50`. */
export function amountValue(euros: number): string {
  return euros.toFixed(2);
}

/**
 * An amount of euros. It shows `1 234,50` and in English `1,234.50`, reads either, and gives `1234.50`. What is no amount is
 * given as it was typed: only the form knows how much it may be.
 */
export function AmountField({ value, defaultValue, onChange, onBlur, ...field }: ValueFieldProps) {
  const { language } = useTexts();
  const typed = useTypedInput({
    ...{ value, defaultValue, onChange, onBlur },
    read: (text) => {
      const amount = parseAmount(text);
      return amount === undefined ? undefined : amountValue(centsToEuros(amount));
    },
    isWhole: () => true,
    show: (text) => {
      const amount = parseAmount(text);
      return amount === undefined ? text : formatAmount(amount, language);
    },
  });
  return <TextField autoComplete="off" {...field} {...typed.props} inputMode="decimal" end={<Sign />} />;
}

function Sign() {
  return (
    <span aria-hidden="true" data-unit>
      €
    </span>
  );
}
