import { eurosToCents } from '#shared/kernel/money.ts';
import { formatMoney } from './format.ts';
import { useTexts } from './texts.tsx';

/** Euros of the wire in the words of the page's language. */
export function useMoney(): (euros: number) => string {
  const { language } = useTexts();
  return (euros) => formatMoney(eurosToCents(euros), language);
}
