import type { ReactNode } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import classes from './visitor-pages.module.css';

interface TrainingFactsProps {
  name: string;
  startDateTime: string;
  endDateTime: string;
  clubName: string;
  roomName: string;
  trainerName: string;
  /** Street and town, where it is known. */
  address?: string;
  /** What the centre says of the training. */
  publicComment?: string;
}

/** Which training it is about: when, where, with whom. */
export function TrainingFacts(props: TrainingFactsProps) {
  const { name, startDateTime, endDateTime, clubName, roomName, trainerName } = props;
  const { address = '', publicComment = '' } = props;
  const { t } = useTexts();
  const format = useTimeFormat();
  const date = localDate(startDateTime, format.timeZone);
  const day = capitalize(format.weekdayAndDate(date));
  const hours = `${format.time(startDateTime)}–${format.time(endDateTime)}`;
  return (
    <section>
      <h2 className={classes.name}>{name}</h2>
      <dl className={classes.facts}>
        <Fact
          label={t('visitors.when')}
          value={
            <>
              {day}, <span className={classes.whole}>{hours}</span>
            </>
          }
        />
        <Fact label={t('visitors.where')} value={[roomName, clubName].filter(Boolean).join(', ')} />
        {address === '' ? null : <Fact label={t('visitors.address')} value={address} />}
        {trainerName === '' ? null : <Fact label={t('visitors.trainer')} value={trainerName} />}
        {publicComment === '' ? null : <Fact label={t('visitors.comment')} value={publicComment} />}
      </dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{value}</dd>
    </div>
  );
}
