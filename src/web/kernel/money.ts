import { eurosToCents, formatNumber } from '#shared/kernel/money.ts';
import { formatMoney } from './format.ts';
import { useTexts } from './texts.tsx';

/** Euros of the wire in the words of the page's language. */
export function useMoney(): (euros: number) => string {
  const { language } = useTexts();
  return (euros) => formatMoney(eurosToCents(euros), language);
}

/** Numbers that stand alone, as the page's language writes them: `17 944`. */
export function useNumber(): (number: number) => string {
  const { language } = useTexts();
  return (number) => formatNumber(number, language);
}
