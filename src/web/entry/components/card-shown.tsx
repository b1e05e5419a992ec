import { useEffect, useRef, useState } from 'react';
import type { ShownCard } from '#shared/entry/desk/contract.ts';
import { undoSeconds } from '#shared/entry/desk/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { ApiError } from '#web/kernel/call.ts';
import { useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText, isUnanswered } from '#web/kernel/queries.ts';
import { sentCodeProblem } from '#web/kernel/scanner.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCard, useTaking, useUndoTaking } from '../queries.ts';
import classes from './desk.module.css';

interface CardShownProps {
  cardCode: string;
  onNext: () => void;
}

/** What a code opened: what it is, what taking would leave, and for a minute the way back. */
export function CardShown({ cardCode, onNext }: CardShownProps) {
  const { t } = useTexts();
  const { data, error, refetch } = useCard(cardCode);
  const [takingId, setTakingId] = useState<number>();
  // Once something is taken, the next one in the queue is the main thing.
  const next = (
    <Button variant={takingId === undefined ? 'plain' : 'primary'} isWide onClick={onNext}>
      {t('entry.next')}
    </Button>
  );
  if (data) {
    return (
      <div className={joinClasses(classes.form, classes.page)}>
        <Facts card={data} />
        {takingId === undefined ? (
          <Take card={data} cardCode={cardCode} onTaken={setTakingId} onChanged={() => void refetch()} />
        ) : (
          <Done card={data} cardCode={cardCode} takingId={takingId} />
        )}
        {next}
      </div>
    );
  }
  if (error) {
    return (
      <div className={joinClasses(classes.form, classes.page)} role="alert">
        <Notice tone="bad" icon="warning" text={sentCodeProblem(error, t)} />
        {next}
      </div>
    );
  }
  return (
    <div className={joinClasses(classes.form, classes.page)} role="status" aria-label={t('common.loading')}>
      <Skeleton size="title" width="half" />
      <Skeleton width="full" />
      <Skeleton width="full" />
    </div>
  );
}

function Facts({ card }: { card: ShownCard }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { name, holderName, clubName, validFrom, validUntil, lastTakenDateTime, left, granted } = card;
  const facts: [string, string][] = [
    [t('entry.holder'), holderName],
    [t('entry.where'), clubName || t('vouchers.everyClub')],
    [
      t('entry.validity'),
      validFrom === null || validUntil === null
        ? t('entry.fromFirstUse')
        : `${formatDate(validFrom)}–${formatDate(validUntil)}`,
    ],
    [
      t('entry.left'),
      left === null ? t('tickets.unlimited') : t('vouchers.leftOf', { left, granted: granted ?? 0 }),
    ],
    [
      t('entry.lastTaken'),
      lastTakenDateTime === null
        ? t('entry.never')
        : `${formatDate(localDate(lastTakenDateTime, format.timeZone))} ${format.time(lastTakenDateTime)}`,
    ],
  ];
  return (
    <section>
      <p className={classes.kind}>{t(card.kind === 'ticket' ? 'tickets.whatTitle' : 'vouchers.whatTitle')}</p>
      <h2 className={classes.name}>{name}</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TakeProps {
  card: ShownCard;
  cardCode: string;
  onTaken: (takingId: number) => void;
  /** Somebody else was quicker. */
  onChanged: () => void;
}

function Take({ card, cardCode, onTaken, onChanged }: TakeProps) {
  const { t } = useTexts();
  const taking = useTaking();
  const { left, version, refusal } = card;
  // Pressed again after no answer came it is the same visit, whatever the card says by now.
  const unanswered = useRef<number>(undefined);
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('validation.fieldRequired') : undefined }),
    onSubmit: ({ reason }) =>
      taking.mutate(
        { params: { cardCode }, body: { reason: reason.trim(), version: unanswered.current ?? version } },
        {
          onSuccess: ({ takingId }) => onTaken(takingId),
          onError: (error) => {
            const isLost = isUnanswered(error);
            unanswered.current = isLost ? (unanswered.current ?? version) : undefined;
            if (!isLost) onChanged();
          },
        },
      ),
  });
  if (refusal) {
    const refused = new ApiError(409, [refusal.error], refusal.details);
    return <Notice tone="bad" icon="warning" text={errorText(refused, t)} />;
  }
  return (
    <form {...form.props} className={classes.form}>
      <TextField
        {...form.field('reason')}
        label={t('entry.reason')}
        hint={t('entry.reasonHint')}
        defaultValue={t('entry.reasonVisit')}
        maxLength={200}
      />
      <div className={classes.consequence}>
        <span>{t(card.kind === 'ticket' ? 'entry.takesVisit' : 'entry.takesUse')}</span>
        {left === null ? null : (
          <span className={classes.change}>{t('vouchers.before', { before: left, after: left - 1 })}</span>
        )}
      </div>
      <div className={classes.problem} role="alert">
        {taking.error ? <Notice tone="bad" icon="warning" text={errorText(taking.error, t)} /> : null}
      </div>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={taking.isPending}
        pendingText={t('entry.taking')}
      >
        {t(card.kind === 'ticket' ? 'entry.takeVisit' : 'entry.takeUse')}
      </Button>
    </form>
  );
}

function Done({ card, cardCode, takingId }: { card: ShownCard; cardCode: string; takingId: number }) {
  const { t } = useTexts();
  const undo = useUndoTaking();
  const seconds = useSeconds(undoSeconds);
  const left = card.left === null ? t('tickets.unlimited') : String(card.left);
  if (undo.isSuccess) {
    return (
      <div role="status">
        <Notice tone="ok" icon="check" text={t('entry.undone', { left })} />
      </div>
    );
  }
  return (
    <>
      <div role="status">
        <Notice tone="ok" icon="check" text={t('entry.taken', { left })} />
      </div>
      <div className={classes.problem} role="alert">
        {undo.error ? <Notice tone="bad" icon="warning" text={errorText(undo.error, t)} /> : null}
      </div>
      {seconds === 0 ? null : (
        <Button
          variant="plain"
          isWide
          isPending={undo.isPending}
          pendingText={t('entry.undoing')}
          onClick={() =>
            undo.mutate({ params: { cardCode }, body: { takingId, reason: t('entry.undoReason') } })
          }
        >
          {t('entry.undo', { seconds })}
        </Button>
      )}
    </>
  );
}

/** Seconds that are left of so many, counted from now. */
function useSeconds(all: number): number {
  const [left, setLeft] = useState(all);
  useEffect(() => {
    const end = performance.now() + all * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [all]);
  return left;
}
