import type { JoinOffer, JoinPackage, JoinPrice } from '#shared/joining/contract.ts';
import {
  type CodeProblem,
  codeProblems,
  type JoinField,
  type JoinProblem,
  longestOf,
} from '#shared/joining/domain.ts';
import { addDays } from '#shared/kernel/dates.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';

const ownTexts = [
  'notOfAgeByDate',
  'guardianNotOfAge',
  'birthDateInvalid',
  'clubRequired',
  'startPast',
  'startTooFar',
  'earlyRequired',
] as const;

/** Problems, terms and payments in the page's language. */
export function useJoinLabels({
  startFrom,
  startUntil,
  withdrawalDays,
}: Pick<JoinOffer, 'startFrom' | 'startUntil' | 'withdrawalDays'>) {
  const { t, language } = useTexts();
  return {
    problem(field: JoinField, problem: JoinProblem, details: Record<string, string | number> = {}): string {
      const own = ownTexts.find((known) => known === problem);
      if (own) {
        const date = own === 'earlyRequired' ? addDays(startFrom, withdrawalDays) : startUntil;
        return t(`joining.${own}`, { date: formatDate(date) });
      }
      const code = codeProblems.find((known): known is CodeProblem => known === problem);
      if (code) return t(`errors.${code}`, { date: '', ...details });
      const text = problem as Exclude<JoinProblem, CodeProblem | (typeof ownTexts)[number]>;
      return t(`validation.${text}`, { num: longestOf(field) });
    },
    period: (count: number) => t('joining.periodMonth', { count }),
    every: (count: number) => t('joining.everyMonth', { count }),
    terms({ termMonths, renews, bindingMonths }: JoinPackage): string {
      return [
        termMonths === null ? t('joining.endless') : t('joining.term', { count: termMonths }),
        renews ? t('joining.renews') : '',
        bindingMonths === 0 ? '' : t('joining.binding', { count: bindingMonths }),
      ]
        .filter((part) => part !== '')
        .join(', ');
    },
    later({ nextOn, nextPrice, periodMonths }: JoinPrice): string {
      if (nextOn === null || nextPrice === null) return t('joining.nothingLater');
      return t('joining.later', {
        price: formatEuros(nextPrice, language),
        date: formatDate(nextOn),
        period: t('joining.everyMonth', { count: periodMonths }),
      });
    },
  };
}
