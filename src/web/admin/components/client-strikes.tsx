import { useState } from 'react';
import { waiverMaximumLength } from '#shared/registrations/strikes/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import {
  type ClientStrike,
  useClientStrikes,
  useStrikeLabels,
  useWaiver,
} from '#web/registrations/strikes/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { ListRow } from '#web/ui/list-row.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './client-history.module.css';

/** A client's places left unused, each of which can be taken off the count with a reason. */
export function ClientStrikes({ id }: { id: number }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const labelsOf = useStrikeLabels();
  const { data, error } = useClientStrikes(id);
  const restoring = useWaiver();
  const [waived, setWaived] = useState<ClientStrike>();
  const isEmpty = data?.strikes.length === 0;
  return (
    <section className={classes.history} aria-label={t('strikes.title')}>
      <h2 className={classes.heading}>{t('strikes.title')}</h2>
      {error ? <Notice tone="bad" icon="warning" text={t('strikes.notLoaded')} /> : null}
      {data && data.most > 0 && !isEmpty ? (
        <p className={classes.none}>
          {data.bannedUntil === null
            ? t('strikes.count', { counting: data.counting, most: data.most })
            : t('strikes.closed', { until: format.dayAndTime(data.bannedUntil) })}
        </p>
      ) : null}
      {isEmpty ? <p className={classes.none}>{t('strikes.none')}</p> : null}
      <div role="alert">
        {restoring.error ? <Notice tone="bad" icon="warning" text={errorText(restoring.error, t)} /> : null}
      </div>
      <ul className={classes.list}>
        {data?.strikes.map((strike) => {
          const { standing, registrationId, trainingName: name, startDateTime } = strike;
          const isWaived = standing === 'waived';
          const when = format.dayAndTime(startDateTime);
          return (
            <li key={registrationId}>
              <ListRow
                title={name}
                text={[labelsOf(strike), strike.waivedReason].filter(Boolean).join(' · ')}
                end={
                  <Button
                    variant="plain"
                    size="small"
                    aria-label={t(isWaived ? 'strikes.restoreNamed' : 'strikes.waiveNamed', { name, when })}
                    isPending={restoring.isPending && restoring.variables.params.id === registrationId}
                    onClick={() =>
                      isWaived ? restoring.waive(registrationId, null, () => {}) : setWaived(strike)
                    }
                  >
                    {t(isWaived ? 'strikes.restore' : 'strikes.waive')}
                  </Button>
                }
              />
            </li>
          );
        })}
      </ul>
      <Sheet
        isOpen={waived !== undefined}
        onClose={() => setWaived(undefined)}
        title={t('strikes.waiveTitle')}
      >
        {waived ? <Waiver strike={waived} onDone={() => setWaived(undefined)} /> : null}
      </Sheet>
    </section>
  );
}

function Waiver({ strike, onDone }: { strike: ClientStrike; onDone: () => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { waive, isPending, error } = useWaiver();
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('strikes.reasonNeeded') : undefined }),
    onSubmit: ({ reason }) => waive(strike.registrationId, reason.trim(), onDone),
  });
  return (
    <form {...form.props} className={classes.form}>
      <p className={classes.none}>{`${strike.trainingName}, ${format.dayAndTime(strike.startDateTime)}`}</p>
      <div role="alert">{error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}</div>
      <TextField
        {...form.field('reason')}
        label={t('strikes.reason')}
        hint={t('strikes.reasonHint')}
        maxLength={waiverMaximumLength}
        autoComplete="off"
        data-autofocus
      />
      <Button type="submit" isWide isPending={isPending} pendingText={t('strikes.saving')}>
        {t('strikes.waive')}
      </Button>
    </form>
  );
}
