import type { TrainingPackage } from '#shared/personal-trainings/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';

/** Packages in the words of the page's language. */
export function usePackageLabels() {
  const { t } = useTexts();
  return {
    /** Until when it holds, whose it is, and with how many it is shared. */
    summary: ({ validUntil, ownerName, sharers }: TrainingPackage): string =>
      [
        validUntil === null
          ? t('personalTrainings.fromFirstUse')
          : t('personalTrainings.until', { date: formatDate(validUntil) }),
        ownerName === null ? null : t('personalTrainings.ofOwner', { owner: ownerName }),
        ownerName === null && sharers > 0 ? t('personalTrainings.sharedWith', { count: sharers }) : null,
      ]
        .filter(Boolean)
        .join(' · '),
    /** "3 of 10", or that there is no limit. */
    left: ({ remaining, total }: Pick<TrainingPackage, 'remaining' | 'total'>): string =>
      remaining === null || total === null
        ? t('personalTrainings.unlimited')
        : t('personalTrainings.leftOf', { left: remaining, granted: total }),
  };
}
