import { useState } from 'react';
import type { DeliveryState } from '#shared/messages/broadcasts/domain.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useMessage } from '../queries.ts';
import classes from './report-sheet.module.css';

const names = {
  planned: 'broadcasts.statePlanned',
  sending: 'broadcasts.stateSending',
  sent: 'broadcasts.stateSent',
  delivered: 'broadcasts.stateDelivered',
  undelivered: 'broadcasts.stateUndelivered',
  refused: 'broadcasts.stateRefused',
  unknown: 'broadcasts.stateUnknown',
  untrue: 'broadcasts.stateUntrue',
} as const satisfies Record<DeliveryState, string>;

const bad: readonly DeliveryState[] = ['undelivered', 'refused', 'unknown'];

/** What was sent, and what became of each person's copy. */
export function ReportSheet({ id }: { id: number }) {
  const { t } = useTexts();
  const [offset, goTo] = useState(0);
  const rows = useRows();
  const query = useMessage(id, offset, rows);
  const { data, error } = query;
  if (!data && error) {
    return <NotLoaded title={t('broadcasts.notLoaded')} query={query} />;
  }
  if (!data) return <Skeleton size="block" width="full" />;
  return (
    <div className={classes.report}>
      {data.subject === '' ? null : <p className={classes.subject}>{data.subject}</p>}
      <p className={classes.text}>{data.text}</p>
      <h3 className={classes.heading}>{t('broadcasts.people')}</h3>
      <ul className={classes.people}>
        {data.deliveries.map(({ clientId, name, state }) => (
          <li key={clientId}>
            <span>{name}</span>
            {bad.includes(state) ? (
              <Tag tone="bad">{t(names[state])}</Tag>
            ) : (
              <span className={classes.state}>{t(names[state])}</span>
            )}
          </li>
        ))}
      </ul>
      <Pages
        offset={offset}
        count={data.deliveries.length}
        total={data.recipients}
        turn={({ offset: other, label, children }) => (
          <IconButton label={label} onClick={() => goTo(other)}>
            {children}
          </IconButton>
        )}
      />
    </div>
  );
}
