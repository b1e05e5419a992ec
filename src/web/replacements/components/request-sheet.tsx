import { useState } from 'react';
import type { Candidate, Replacement } from '#shared/replacements/contract.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice, Question } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useAccept, useApply, useAskPreview, useCancelRequest, useWithdraw } from '../queries.ts';
import { problemText } from './problem-text.ts';
import classes from './replacements.module.css';

type Step = 'look' | 'assign' | 'cancel';

/** One request: what, who asks, who applied; and what the reader can do about it. */
export function RequestSheet({ request, onDone }: { request: Replacement; onDone: () => void }) {
  const [step, setStep] = useState<Step>('look');
  if (step === 'assign') return <Assign request={request} onBack={() => setStep('look')} onDone={onDone} />;
  if (step === 'cancel') return <Cancel request={request} onBack={() => setStep('look')} onDone={onDone} />;
  return <Look request={request} onStep={setStep} />;
}

function Look({ request, onStep }: { request: Replacement; onStep: (step: Step) => void }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const actor = useActor();
  const { training, comment, reason, candidates, ownState, isMine, canApply, canWithdraw, canResolve } =
    request;
  const isAdmin = actor.kind === 'member' && actor.isAdmin;
  const [note, setNote] = useState('');
  const apply = useApply();
  const withdraw = useWithdraw();
  const accept = useAccept();
  const error = apply.error ?? withdraw.error ?? accept.error;
  const hours = `${format.time(training.startDateTime)}–${format.time(training.endDateTime)}`;
  const body = { replacementId: request.id };
  return (
    <div className={classes.stack}>
      <p
        className={classes.when}
      >{`${capitalize(format.day(training.date))} ${format.isNamed(training.date) ? '' : format.weekdayAndDate(training.date).split(', ').at(-1)} ${hours}`}</p>
      <dl className={classes.facts}>
        <Fact label={t('replacements.place')}>{`${training.roomName}, ${training.clubName}`}</Fact>
        <Fact label={isMine ? t('replacements.byYou') : t('replacements.by', { name: request.trainerName })}>
          {t(`replacements.reasonShort.${reason}`)}
        </Fact>
        <Fact label={t('replacements.booked')}>
          {t('replacements.bookedOf', { booked: training.booked, places: training.maxPlaces })}
        </Fact>
      </dl>
      {comment === '' ? null : <p className={classes.comment}>{comment}</p>}
      {request.state === 'openPreferred' ? (
        <p className={classes.quiet}>
          {t('replacements.opens', { when: format.dayAndTime(request.opensToAllDateTime) })}
        </p>
      ) : null}
      {ownState === null ? null : <p className={classes.own}>{t(`replacements.own_${ownState}`)}</p>}
      {canResolve || candidates.length > 0 ? (
        <section className={classes.stack}>
          <h3 className={classes.heading}>{t('replacements.candidates')}</h3>
          {candidates.length === 0 ? (
            <p className={classes.quiet}>{t('replacements.applications', { count: 0 })}</p>
          ) : (
            <ul className={classes.people}>
              {candidates.map((candidate) => (
                <li key={candidate.trainerId}>
                  <CandidateLine candidate={candidate} />
                  {canResolve && candidate.state === 'applied' && candidate.problems.length === 0 ? (
                    <Button
                      size="small"
                      isPending={accept.isPending && accept.variables?.body.trainerId === candidate.trainerId}
                      pendingText={t('replacements.accepting')}
                      onClick={() => accept.mutate({ body: { ...body, trainerId: candidate.trainerId } })}
                    >
                      {t('replacements.accept', { name: candidate.name })}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )}
          {canResolve ? <p className={classes.quiet}>{t('replacements.consequenceShort')}</p> : null}
        </section>
      ) : null}
      <div role="alert">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        {!error && request.problem ? (
          <Notice tone="warn" icon="info" text={problemText(t, request.problem)} />
        ) : null}
      </div>
      {canApply ? (
        <>
          <TextArea
            label={t('replacements.comments', { name: request.trainerName })}
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Button
            isWide
            isPending={apply.isPending}
            pendingText={t('replacements.applying')}
            onClick={() => apply.mutate({ body: { ...body, comment: note } })}
          >
            {t('replacements.apply')}
          </Button>
        </>
      ) : null}
      {canWithdraw ? (
        <Button
          isWide
          variant="plain"
          isPending={withdraw.isPending}
          pendingText={t('replacements.withdrawing')}
          onClick={() => withdraw.mutate({ body })}
        >
          {t('replacements.withdraw')}
        </Button>
      ) : null}
      {canResolve ? (
        <div className={classes.actions}>
          {isAdmin ? (
            <Button isWide variant="plain" onClick={() => onStep('assign')}>
              {t('replacements.assign')}
            </Button>
          ) : null}
          <Button isWide variant="plain" onClick={() => onStep('cancel')}>
            {t(isMine ? 'replacements.cancel' : 'replacements.cancelOf')}
          </Button>
          {isAdmin ? (
            <ButtonLink isWide variant="text" to="/admin-calendar" search={{ date: training.date }}>
              {t('replacements.callOff')}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CandidateLine({ candidate }: { candidate: Candidate }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { name, isPreferred, state, comment, appliedDateTime, problems, balance } = candidate;
  const when = appliedDateTime === null ? '' : format.dayAndTime(appliedDateTime);
  return (
    <span className={classes.person}>
      <span className={classes.name}>
        {name} {isPreferred ? <Tag tone="accent">{t('replacements.preferredTag')}</Tag> : null}
      </span>
      <span className={classes.quiet}>
        {t(`replacements.candidate_${state}`, { when })} · {t('replacements.balanceShort', { ...balance })}
      </span>
      {comment === '' ? null : <span className={classes.note}>{comment}</span>}
      {problems.map((problem) => (
        <span key={problem.code} className={classes.bad}>
          {problemText(t, problem)}
        </span>
      ))}
    </span>
  );
}

/** An administrator gives it to whoever can hold it: one press. */
function Assign({
  request,
  onBack,
  onDone,
}: {
  request: Replacement;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTexts();
  const preview = useAskPreview([request.training.id]);
  const accept = useAccept();
  const error = accept.error ?? preview.error;
  const all = preview.data?.candidates ?? [];
  const fit = all.filter(({ problems }) => problems.length === 0);
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{t('replacements.assignText')}</p>
      {preview.isPending ? <Skeleton width="full" /> : null}
      {preview.data && fit.length === 0 ? <p>{t('replacements.nobodyFit')}</p> : null}
      <ul className={classes.people}>
        {fit.map(({ trainerId, name, balance }) => (
          <li key={trainerId}>
            <span className={classes.person}>
              <span className={classes.name}>{name}</span>
              <span className={classes.quiet}>{t('replacements.balanceShort', { ...balance })}</span>
            </span>
            <Button
              size="small"
              variant="plain"
              isPending={accept.isPending && accept.variables?.body.trainerId === trainerId}
              pendingText={t('replacements.accepting')}
              onClick={() =>
                accept.mutate({ body: { replacementId: request.id, trainerId } }, { onSuccess: onDone })
              }
            >
              {t('replacements.accept', { name })}
            </Button>
          </li>
        ))}
      </ul>
      <Cannot candidates={all} />
      <p className={classes.quiet}>{t('replacements.consequenceShort')}</p>
      <div role="alert">{error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}</div>
      <Button isWide variant="plain" onClick={onBack}>
        {t('common.back')}
      </Button>
    </div>
  );
}

/** Those who cannot, with why: folded away. */
export function Cannot({
  candidates,
}: {
  candidates: readonly Pick<Candidate, 'trainerId' | 'name' | 'problems'>[];
}) {
  const { t } = useTexts();
  const unfit = candidates.filter(({ problems }) => problems.length > 0);
  if (unfit.length === 0) return null;
  return (
    <details className={classes.cannot}>
      <summary>{t('replacements.cannot', { count: unfit.length })}</summary>
      <ul>
        {unfit.map(({ trainerId, problems: [problem] }) => (
          <li key={trainerId}>{problem ? problemText(t, problem) : null}</li>
        ))}
      </ul>
    </details>
  );
}

function Cancel({
  request,
  onBack,
  onDone,
}: {
  request: Replacement;
  onBack: () => void;
  onDone: () => void;
}) {
  const { t } = useTexts();
  const cancel = useCancelRequest();
  return (
    <Question
      text={t('replacements.cancelText', { name: request.trainerName })}
      safeText={t('replacements.keep')}
      onSafe={onBack}
      otherText={t(request.isMine ? 'replacements.cancel' : 'replacements.cancelOf')}
      otherPendingText={t('replacements.cancelling')}
      isOtherCostly={false}
      onOther={() => cancel.mutate({ body: { replacementId: request.id } }, { onSuccess: onDone })}
      isPending={cancel.isPending}
      problem={cancel.error ? errorText(cancel.error, t) : undefined}
    />
  );
}
