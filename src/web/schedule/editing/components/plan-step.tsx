import { type ReactNode, useState } from 'react';
import type {
  AdminTraining,
  ClashChoice,
  PlannedOccurrence,
  ScheduleCommandInput,
  Scope,
} from '#shared/schedule/editing/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useApply, usePlan, useUnits } from '../queries.ts';
import { Choices } from './choices.tsx';
import { ClashLines } from './clash-lines.tsx';
import classes from './editing.module.css';
import { doneText, doText, placeText } from './plan-labels.ts';
import { PlannedDates } from './planned-dates.tsx';

export interface PlanStepProps {
  /** The training it is about; null for what is new, and for closures. */
  training: AdminTraining | null;
  command: (scope: Scope, overwrites: boolean) => ScheduleCommandInput;
  /** While what is asked for is still being typed. */
  isWaiting?: boolean;
  /** What the other button says, and does. */
  backText: string;
  onBack: () => void;
  onDone: () => void;
  onUndo: (changeId: number) => void;
  children?: ReactNode;
}

/**
 * What a change would do, before it is done: which dates, how many bookings, what clashes and what is to become of
 * those, and a button that says it all in words. Asked anew whenever the timetable changes.
 */
export function PlanStep(props: PlanStepProps) {
  const { training, command, isWaiting = false, backText, onBack, onDone, onUndo, children } = props;
  const { t } = useTexts();
  const [scope, setScope] = useState<Scope>('this');
  const [overwrites, setOverwrites] = useState(false);
  const [choice, setChoice] = useState<ClashChoice>({ onClash: 'stop', roomIds: [] });
  const [isTold, setIsTold] = useState(true);
  const asked = command(scope, overwrites);
  const { kind } = asked;
  const apply = useApply((translate, applied) => doneText(translate, kind, applied), onUndo);
  const isAsking = isToPreview(apply) && !isWaiting;
  const planned = usePlan(isAsking ? { command: asked, choice } : null);
  const plan = planned.error ? undefined : planned.data;
  // Asked again because something changed, the plan may be pressed: the server does what it says or refuses it.
  const isOld = (isAsking && planned.isPlaceholderData) || isWaiting;
  const error = apply.error ?? planned.error;
  const isSeries = training?.seriesId != null;
  const only = plan?.occurrences.length === 1 ? plan.occurrences[0] : undefined;
  const hasClashes = plan?.occurrences.some(({ clashes }) => clashes.length > 0) ?? false;
  const hasKept = plan?.occurrences.some(({ keptFields }) => keptFields.length > 0) ?? false;
  const isCostly = kind === 'delete' || kind === 'cancel';
  const mayBeSilent = kind === 'edit' || kind === 'lift';

  function change(then: () => void): void {
    apply.reset();
    then();
  }

  // The safe choice stands first and filled where the other one costs.
  const back = (
    <Button isWide variant={isCostly ? 'primary' : 'plain'} onClick={onBack}>
      {backText}
    </Button>
  );

  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!plan?.isApplicable || isOld) return;
        const body = { command: asked, choice, planId: plan.planId, isTold };
        apply.mutate({ body }, { onSuccess: onDone });
      }}
    >
      {children}
      {isSeries ? (
        <Choices
          legend={t('editing.scope')}
          value={scope}
          onChange={(next) => change(() => setScope(next))}
          options={[
            { value: 'this', text: t('editing.scopeThis', { date: formatDate(training.date) }) },
            { value: 'following', text: t('editing.scopeFollowing') },
            { value: 'future', text: t('editing.scopeFuture') },
          ]}
        />
      ) : null}
      <div aria-live="polite" className={classes.stack} aria-busy={isOld}>
        {plan === undefined && !error ? <Skeleton width="full" /> : null}
        {plan && only ? <OneDate occurrence={only} /> : null}
        {plan && !only ? <PlannedDates plan={plan} isOpen={hasClashes} /> : null}
        {hasKept || overwrites ? (
          <Checkbox checked={overwrites} onChange={() => change(() => setOverwrites(!overwrites))}>
            {t('editing.overwrite')}
          </Checkbox>
        ) : null}
      </div>
      {plan && (hasClashes || choice.onClash !== 'stop') && kind !== 'cancel' && kind !== 'delete' ? (
        <ClashChoices choice={choice} isMany={!only} onChange={(next) => change(() => setChoice(next))} />
      ) : null}
      {plan && plan.messages + plan.bookings > 0 ? (
        <div className={classes.people}>
          <Icon name="mail" size={20} />
          <p>
            <strong>{t('editing.peopleTold', { count: mayBeSilent && !isTold ? 0 : plan.messages })}</strong>{' '}
            {t('editing.bookings', { count: plan.bookings })}
            {plan.waiting > 0 ? ` ${t('editing.waitingCount', { count: plan.waiting })}` : ''}
          </p>
        </div>
      ) : null}
      {plan && plan.choosing > 0 ? (
        <Notice tone="warn" icon="info" text={t('editing.choosing', { count: plan.choosing })} />
      ) : null}
      {plan && plan.rentals > 0 ? (
        <Notice tone="warn" icon="info" text={t('editing.rentalsEnd', { count: plan.rentals })} />
      ) : null}
      {plan && plan.messages > 0 && mayBeSilent ? (
        <Checkbox checked={isTold} onChange={() => setIsTold(!isTold)}>
          {t('editing.tell')}
        </Checkbox>
      ) : null}
      <div role="alert">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        {plan && !plan.isApplicable && !error && !isOld ? (
          <Notice
            tone="warn"
            icon="info"
            text={t(plan.counts.blocked > 0 ? 'editing.blocked' : 'errors.nothingToChange')}
          />
        ) : null}
      </div>
      <div className={classes.actions}>
        {isCostly ? back : null}
        {plan?.isApplicable ? (
          <Button
            type="submit"
            isWide
            variant={isCostly ? 'danger-outline' : 'primary'}
            isPending={apply.isPending || isOld}
            pendingText={t(apply.isPending ? 'editing.saving' : 'editing.reckoning')}
          >
            {doText(t, kind, plan, isTold)}
          </Button>
        ) : null}
        {isCostly ? null : back}
      </div>
    </form>
  );
}

/** One date: before and after, and what is in the way. */
function OneDate({ occurrence }: { occurrence: PlannedOccurrence }) {
  const { t } = useTexts();
  const { before, after, clashes, overFullBy, outcome } = occurrence;
  const isMoved = before && after && placeText(before) !== placeText(after);
  return (
    <>
      <dl className={classes.facts}>
        {before ? (
          <div>
            <dt>{t(isMoved ? 'editing.before' : 'editing.when')}</dt>
            <dd className={classes.old}>
              {placeText(before)}, {before.duration} min
            </dd>
          </div>
        ) : null}
        {after && (isMoved || !before || before.duration !== after.duration) ? (
          <div>
            <dt>{t('editing.after')}</dt>
            <dd>
              {placeText(after)}, {after.duration} min
            </dd>
          </div>
        ) : null}
        {outcome === 'skipped' || outcome === 'unchanged' ? (
          <div>
            <dt>{t('editing.result')}</dt>
            <dd>{t(`editing.outcome_${outcome}`)}</dd>
          </div>
        ) : null}
      </dl>
      <ClashLines occurrence={occurrence} />
      {clashes.length === 0 && overFullBy > 0 ? (
        <p className={classes.quiet}>{t('editing.overFull', { count: overFullBy })}</p>
      ) : null}
    </>
  );
}

function ClashChoices(props: {
  choice: ClashChoice;
  isMany: boolean;
  onChange: (choice: ClashChoice) => void;
}) {
  const { choice, isMany, onChange } = props;
  const { t } = useTexts();
  const units = useUnits().data ?? [];
  const toggle = (id: number) => {
    const roomIds = choice.roomIds.includes(id)
      ? choice.roomIds.filter((one) => one !== id)
      : [...choice.roomIds, id];
    onChange({ onClash: 'otherRoom', roomIds });
  };
  return (
    <>
      <Choices
        legend={t('editing.onClash')}
        value={choice.onClash}
        onChange={(onClash) => onChange({ ...choice, onClash })}
        options={[
          { value: 'stop', text: t('editing.clashStop') },
          ...(isMany ? [{ value: 'skip', text: t('editing.clashSkip') } as const] : []),
          { value: 'otherRoom', text: t('editing.clashOtherRoom') },
        ]}
      />
      {choice.onClash === 'otherRoom' ? (
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{t('editing.otherRooms')}</legend>
          {units.flatMap((unit) =>
            unit.rooms.map(({ id, name }) => (
              <Checkbox key={id} checked={choice.roomIds.includes(id)} onChange={() => toggle(id)}>
                {units.length > 1 ? `${name}, ${unit.name}` : name}
              </Checkbox>
            )),
          )}
        </fieldset>
      ) : null}
    </>
  );
}
