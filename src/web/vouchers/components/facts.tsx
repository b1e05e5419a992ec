import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeWords } from '#web/kernel/time-words.ts';
import classes from './facts.module.css';

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
  const { today } = useTimeWords();
  return (
    <dl className={classes.facts}>
      {uses === undefined ? null : <Fact label={t('vouchers.uses')} value={String(uses)} />}
      {today < validFrom ? <Fact label={t('vouchers.validFrom')} value={formatDate(validFrom)} /> : null}
      <Fact label={t('vouchers.validUntil')} value={formatDate(validUntil)} />
      <Fact label={t('vouchers.where')} value={clubName || t('vouchers.everyClub')} />
      {holderName === undefined ? null : <Fact label={t('vouchers.holder')} value={holderName} />}
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}
