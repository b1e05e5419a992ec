import type { RatingCounts } from '#shared/feedback/contract.ts';
import { ratings } from '#shared/feedback/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import classes from './rating-counts.module.css';
import { RatingSign } from './rating-sign.tsx';

/** How many rated how: the best first, each with its share as a bar. */
function RatingsShown({ title, counts }: { title: string; counts: RatingCounts }) {
  const { t } = useTexts();
  const raters = ratings.reduce((sum, rating) => sum + counts[rating], 0);
  return (
    <div className={classes.block}>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.list}>
        {ratings.toReversed().map((rating) => (
          <li key={rating} className={classes.line}>
            <RatingSign rating={rating} size={20} />
            <span className={classes.word}>{t(`feedback.${rating}`)}</span>
            <svg className={classes.bar} aria-hidden="true">
              <rect width={`${(counts[rating] * 100) / Math.max(1, raters)}%`} height="8" rx="4" />
            </svg>
            <span className={classes.count}>{counts[rating]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface BothRatingsProps {
  of: { readonly training: RatingCounts | null; readonly trainer: RatingCounts | null };
}

/** Both, or that they are still too few. */
export function BothRatings({ of }: BothRatingsProps) {
  const { t } = useTexts();
  if (!of.training) return <p className={classes.few}>{t('feedback.tooFew')}</p>;
  return (
    <div className={classes.both}>
      <RatingsShown title={t('feedback.ofTraining')} counts={of.training} />
      {of.trainer ? <RatingsShown title={t('feedback.ofTrainer')} counts={of.trainer} /> : null}
    </div>
  );
}
