import type { ReactNode } from 'react';
import type { TrainingDetail } from '#shared/schedule/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { FoldedText } from '#web/ui/folded-text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RareIcon } from '#web/ui/rare-icon.tsx';
import classes from './training-told.module.css';

type Told = Pick<TrainingDetail, 'description' | 'audience' | 'belongings' | 'liking'>;

/** What the centre and those who were there say of a training; nothing where nobody says anything. */
export function TrainingTold({ description, audience, belongings, liking }: Told) {
  const { t } = useTexts();
  const hasLines = audience !== '' || belongings !== '' || liking !== null;
  if (description === '' && !hasLines) return null;
  return (
    <div className={classes.told}>
      {description === '' ? null : (
        <FoldedText text={description} moreText={t('training.readMore')} lessText={t('training.readLess')} />
      )}
      {hasLines ? (
        <ul className={classes.lines}>
          {audience === '' ? null : (
            <Line icon={<Icon name="user" />} label={t('training.audience')} text={audience} />
          )}
          {belongings === '' ? null : (
            <Line icon={<RareIcon name="bag" />} label={t('training.belongings')} text={belongings} />
          )}
          {liking === null ? null : (
            <Line
              icon={<RareIcon name="heart" />}
              label={t('training.liking')}
              text={t('training.likingText', { percent: liking.percent, count: liking.raters })}
            />
          )}
        </ul>
      ) : null}
    </div>
  );
}

function Line({ icon, label, text }: { icon: ReactNode; label: string; text: string }) {
  return (
    <li className={classes.line}>
      {icon}
      <span>
        <strong>{label}</strong> {text}
      </span>
    </li>
  );
}
