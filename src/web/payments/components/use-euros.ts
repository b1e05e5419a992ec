import { eurosToCents } from '#shared/kernel/money.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** Money of the wire in the words of the page's language. */
export function useEuros(): (euros: number) => string {
  const { language } = useTexts();
  return (euros) => formatMoney(eurosToCents(euros), language);
}
