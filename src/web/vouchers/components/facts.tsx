import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Facts as FactList } from '#web/ui/facts.tsx';

interface FactsProps {
  validFrom: string;
  validUntil: string;
  clubName: string;
  /** Left out on one's own. */
  holderName?: string;
  /** How many uses are given; left out where the number stands elsewhere. */
  uses?: number;
}

/** From when, until when and where; whose where that is not plain. */
export function Facts({ validFrom, validUntil, clubName, holderName, uses }: FactsProps) {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const facts = [
    ...(uses === undefined ? [] : [{ label: t('vouchers.uses'), value: uses }]),
    ...(today < validFrom ? [{ label: t('vouchers.validFrom'), value: formatDate(validFrom) }] : []),
    { label: t('vouchers.validUntil'), value: formatDate(validUntil) },
    { label: t('vouchers.where'), value: clubName || t('vouchers.everyClub') },
    ...(holderName === undefined ? [] : [{ label: t('vouchers.holder'), value: holderName }]),
  ];
  return <FactList isFramed facts={facts} />;
}
