import { useState } from 'react';
import { useFactorReset, useFactorResetCommands } from '#web/account/factor-resets/queries.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './client-history.module.css';

/** Freeing somebody of second factors they lost: one administrator asks, another confirms. */
export function UserFactorReset({ id }: { id: number }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { data } = useFactorReset(id);
  const { ask, confirm, withdraw } = useFactorResetCommands();
  const [isAsking, setIsAsking] = useState(false);
  const { request = null } = data ?? {};
  if (!data || !(data.hasFactor || request)) return null;
  const params = { id };
  return (
    <section className={classes.history} aria-label={t('backOffice.factorReset.title')}>
      <h2 className={classes.heading}>{t('backOffice.factorReset.title')}</h2>
      {request ? (
        <Notice
          tone="warn"
          icon="lock"
          text={t(
            request.isConfirmed ? 'backOffice.factorReset.linkSent' : 'backOffice.factorReset.waiting',
            {
              who: request.askedBy ?? '–',
              reason: request.reason,
              until: format.dayAndTime(request.untilDateTime),
            },
          )}
        />
      ) : (
        <p className={classes.none}>
          {t(data.othersCount > 0 ? 'backOffice.factorReset.text' : 'backOffice.factorReset.alone')}
        </p>
      )}
      <div className={classes.actions}>
        {request && !request.isConfirmed && !request.isOwn ? (
          <Button
            variant="plain"
            size="small"
            isPending={confirm.isPending}
            pendingText={t('backOffice.form.saving')}
            onClick={() => confirm.mutate({ params, body: {} })}
          >
            {t('backOffice.factorReset.confirm')}
          </Button>
        ) : null}
        {request ? (
          <Button
            variant="text"
            size="small"
            isPending={withdraw.isPending}
            pendingText={t('backOffice.form.saving')}
            onClick={() => withdraw.mutate({ params })}
          >
            {t('backOffice.factorReset.withdraw')}
          </Button>
        ) : null}
        {request || data.othersCount === 0 ? null : (
          <Button variant="plain" size="small" onClick={() => setIsAsking(true)}>
            {t('backOffice.factorReset.ask')}
          </Button>
        )}
      </div>
      <Sheet
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('backOffice.factorReset.title')}
        variant="question"
      >
        {isAsking ? (
          <Asking
            isPending={ask.isPending}
            error={ask.error}
            onAsk={(reason) =>
              ask.mutate({ params, body: { reason } }, { onSuccess: () => setIsAsking(false) })
            }
            onLeave={() => setIsAsking(false)}
          />
        ) : null}
      </Sheet>
    </section>
  );
}

interface AskingProps {
  isPending: boolean;
  error: Parameters<typeof Refusal>[0]['error'];
  onAsk: (reason: string) => void;
  onLeave: () => void;
}

function Asking({ isPending, error, onAsk, onLeave }: AskingProps) {
  const { t } = useTexts();
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? t('backOffice.factorReset.reasonNeeded') : undefined,
    }),
    onSubmit: ({ reason }) => onAsk(reason.trim()),
  });
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('backOffice.factorReset.askText')}</SheetText>
      <TextField
        {...form.field('reason')}
        label={t('backOffice.factorReset.reason')}
        hint={t('backOffice.factorReset.reasonHint')}
        maxLength={500}
        autoComplete="off"
        data-autofocus
      />
      <Refusal error={error} />
      <SheetSubmit text={t('backOffice.factorReset.ask')} isPending={isPending} onBack={onLeave} />
    </form>
  );
}
