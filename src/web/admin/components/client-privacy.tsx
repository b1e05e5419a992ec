import { useState } from 'react';
import { localDate } from '#shared/kernel/dates.ts';
import { erasureDue } from '#shared/privacy/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import {
  type Consent,
  useClientPrivacy,
  useClientPrivacyCommands,
  useConsentRow,
} from '#web/privacy/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice, Question } from '#web/ui/question.tsx';
import classes from './client-history.module.css';

/** A client's consents, all that is kept about them as a file, and erasing them at their own request. */
export function ClientPrivacy({ id }: { id: number }) {
  const { t } = useTexts();
  const { now } = useTimeFormat();
  const { timeZone } = useStartContext().configuration;
  const { data, error } = useClientPrivacy(id);
  const { download, ask, undo } = useClientPrivacyCommands();
  const [isAsking, setIsAsking] = useState(false);
  const params = { id };
  const dateOf = (instant: string) => formatDate(localDate(instant, timeZone));
  const { erasure, consents } = data ?? {};
  const { pending = null, obstacles = [], isDone = false, kept } = erasure ?? {};
  return (
    <section className={classes.history} aria-label={t('privacy.clientTitle')}>
      <h2 className={classes.heading}>{t('privacy.clientTitle')}</h2>
      {error ? <Notice tone="bad" icon="warning" text={t('privacy.failed')} /> : null}
      {consents ? <Log log={consents.log} /> : null}
      {isDone ? <p className={classes.none}>{t('privacy.clientDone')}</p> : null}
      {pending ? (
        <Notice
          tone="warn"
          icon="warning"
          text={t('privacy.clientPending', { date: dateOf(pending.dueDateTime) })}
        />
      ) : null}
      {erasure && !isDone && obstacles.length > 0 ? (
        <p className={classes.none}>{t('privacy.obstaclesTitle')}</p>
      ) : null}
      {erasure ? (
        <div className={classes.actions}>
          <Button
            variant="plain"
            size="small"
            isPending={download.isPending}
            pendingText={t('privacy.downloading')}
            onClick={() => download.mutate({ params, body: {} })}
          >
            {t('privacy.clientDownload')}
          </Button>
          {pending ? (
            <Button
              variant="plain"
              size="small"
              isPending={undo.isPending}
              onClick={() => undo.mutate({ params })}
            >
              {t('privacy.clientUndo')}
            </Button>
          ) : null}
          {!pending && !isDone && obstacles.length === 0 ? (
            <Button variant="danger-outline" size="small" onClick={() => setIsAsking(true)}>
              {t('privacy.clientErase')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <Sheet isOpen={isAsking} title={t('privacy.clientEraseQuestion')} onClose={() => setIsAsking(false)}>
        <Question
          text={t('privacy.clientEraseText', {
            count: erasure?.givenBack ?? 0,
            date: dateOf(erasureDue(now)),
            invoices: kept?.invoices ?? 0,
            contracts: kept?.contracts ?? 0,
          })}
          safeText={t('privacy.clientKeep')}
          onSafe={() => setIsAsking(false)}
          otherText={t('privacy.clientErase')}
          otherPendingText={t('privacy.eraseAsking')}
          isOtherCostly
          isPending={ask.isPending}
          onOther={() => ask.mutate({ params, body: {} }, { onSuccess: () => setIsAsking(false) })}
        />
      </Sheet>
    </section>
  );
}

function Log({ log }: { log: readonly Consent[] }) {
  const { t } = useTexts();
  const rowOf = useConsentRow();
  return (
    <details className={classes.kind}>
      <summary className={classes.summary}>
        <span>{t('privacy.consentsTitle')}</span>
        <span className={classes.count}>{log.length}</span>
      </summary>
      <ul className={classes.rows}>
        {log.map((consent) => (
          <li key={consent.id}>
            <ListRow {...rowOf(consent)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
