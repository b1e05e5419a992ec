import type { Contract } from '#shared/contracts/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';

export interface StatusLabels {
  readonly text: string;
  readonly tone: 'neutral' | 'accent' | 'ok' | 'warn' | 'bad';
}

const statusNames = [0, 1, 2, 3, 4, 5, 6] as const;
const tones = { 0: 'ok', 1: 'bad', 2: 'neutral', 3: 'bad', 4: 'neutral', 5: 'bad', 6: 'warn' } as const;
const lengths = [1, 3, 6, 12] as const;

/** What is unusual about a contract, in a word; null where nothing is. */
export function useContractLabels() {
  const { t } = useTexts();
  return {
    status: ({ phase, status, validFrom, validUntil }: Contract): StatusLabels | null => {
      if (phase === 'pending') return { text: t('contracts.phase_pending'), tone: 'warn' };
      if (phase === 'withdrawn') return { text: t('contracts.phase_withdrawn'), tone: 'neutral' };
      const known = statusNames.find((one) => one === status) ?? 0;
      if (known !== 0) return { text: t(`contracts.status_${known}`), tone: tones[known] };
      if (phase === 'scheduled') {
        return { text: t('contracts.phase_scheduled', { date: formatDate(validFrom) }), tone: 'neutral' };
      }
      if (phase === 'noticeGiven' && validUntil) {
        return { text: t('contracts.phase_noticeGiven', { date: formatDate(validUntil) }), tone: 'neutral' };
      }
      return null;
    },
    /** "kuus". */
    period: (months: number) => t(`contracts.period_${lengths.find((one) => one === months) ?? 1}`),
    /** "from 01.01.2026, termless". */
    validity: ({ validFrom, validUntil }: Pick<Contract, 'validFrom' | 'validUntil'>) =>
      validUntil === null
        ? t('contracts.fromOn', { from: formatDate(validFrom) })
        : t('contracts.fromUntil', { from: formatDate(validFrom), until: formatDate(validUntil) }),
  };
}
