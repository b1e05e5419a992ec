import type {
  AppliedChange,
  PlannedOccurrence,
  ScheduleCommandInput,
  SchedulePlan,
} from '#shared/schedule/editing/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import type { Texts } from '#web/kernel/texts.tsx';

type Translate = Texts['t'];
type Kind = ScheduleCommandInput['kind'];
type Counts = SchedulePlan['counts'];

/** How many trainings a change really touches, by what is done to them. */
function countOf(kind: Kind, counts: Counts): number {
  if (kind === 'create') return counts.new;
  if (kind === 'edit') return counts.moved + counts.changed;
  if (kind === 'delete') return counts.deleted;
  if (kind === 'lift') return counts.restored;
  return counts.cancelled;
}

/** What the button does, and how many people hear of it: "Move 12 trainings, tell 34 people". */
export function doText(t: Translate, kind: Kind, plan: SchedulePlan, isTold: boolean): string {
  const what = verb(t, kind, plan.counts);
  const told = isTold || kind === 'cancel' || kind === 'close' ? plan.messages : 0;
  return told === 0 ? what : t('editing.andTell', { what, people: t('editing.people', { count: told }) });
}

function verb(t: Translate, kind: Kind, counts: Counts): string {
  const count = countOf(kind, counts);
  if (kind === 'create') return t('editing.doCreate', { count });
  if (kind === 'delete') return t('editing.doDelete', { count });
  if (kind === 'cancel') return t('editing.doCancel', { count });
  if (kind === 'close') return count === 0 ? t('editing.doClose') : t('editing.doCloseWith', { count });
  if (kind === 'lift') return count === 0 ? t('editing.doLift') : t('editing.doLiftWith', { count });
  return counts.changed === 0 ? t('editing.doMove', { count }) : t('editing.doChange', { count });
}

/** What was done, and how many messages went out (specification point 8). */
export function doneText(t: Translate, kind: Kind, applied: AppliedChange): string {
  const count = countOf(kind, applied.counts);
  const { counts, messages, rentals } = applied;
  const done =
    kind === 'create'
      ? t('editing.didCreate', { count })
      : kind === 'delete'
        ? t('editing.didDelete', { count })
        : kind === 'cancel'
          ? t('editing.didCancel', { count })
          : kind === 'close'
            ? t('editing.didClose', { count })
            : kind === 'lift'
              ? t('editing.didLift', { count })
              : counts.changed === 0
                ? t('editing.didMove', { count })
                : t('editing.didChange', { count });
  const rented = rentals === 0 ? '' : ` ${t('editing.rentalsEnded', { count: rentals })}`;
  return `${done}${rented} ${t('editing.messages', { count: messages })}`;
}

/** When and where: "20.11.2026 18:00, Saal 2". */
export function placeText(time: NonNullable<PlannedOccurrence['before']>): string {
  const rooms = time.rooms.map(({ name }) => name).join(' + ');
  return `${formatDate(time.date)} ${time.time}, ${rooms}`;
}

/** What becomes of one date, in a word or a few. */
export function outcomeText(t: Translate, { outcome, reason }: PlannedOccurrence): string {
  if (reason !== null && outcome !== 'changed' && outcome !== 'moved') return t(`editing.reason_${reason}`);
  return t(`editing.outcome_${outcome}`);
}
