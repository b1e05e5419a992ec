import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { compareInstants, localDate } from '#shared/kernel/dates.ts';
import type { Alternative, Alternatives, InTheWay } from '#shared/registrations/refusals/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { isFew } from '#shared/schedule/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { type useAlternatives, type useRegister, useSwap, useSwappable } from '#web/registrations/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { breakable, keepTogether, TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import type { Area } from '../queries.ts';
import classes from './alternatives.module.css';
import { EntitlementLine } from './entitlements.tsx';
import { Exchange } from './exchange.tsx';
import { dayLink, trainingLink } from './links.ts';
import { useStateLabels } from './state-labels.ts';
import { trainingName } from './training-row.tsx';

interface OfferedAlternativesProps {
  area: Area;
  /** The one that was refused. */
  training: OwnTrainingDetail;
  alternatives: ReturnType<typeof useAlternatives>;
  /** Books one of them. */
  command: ReturnType<typeof useRegister>;
  /** Waiting for the refused one is offered before. */
  canWait: boolean;
  exchange: ReturnType<typeof useExchange>;
}

/** What stands in the way of a training, what of it could be given for that one (undefined while it is asked), and doing so. */
export function useExchange(data: Alternatives | undefined, trainingId: number) {
  const command = useSwap();
  const inTheWay = data?.inTheWay.filter((own) => own.trainingId !== trainingId) ?? [];
  return { command, inTheWay, swappable: useSwappable(inTheWay, trainingId, !command.isBegun) };
}

/** What stands in the way, and what can be booked instead: the best with one press, each with its own page. */
export function OfferedAlternatives({
  area,
  training,
  alternatives,
  command,
  canWait,
  exchange,
}: OfferedAlternativesProps) {
  const { t } = useTexts();
  const router = useRouter();
  const { data, error, refetch } = alternatives;
  const { error: refused } = command;
  const { inTheWay, swappable } = exchange;
  // Somebody was quicker: what is offered now is another list.
  useEffect(() => {
    if (refused) void refetch();
  }, [refused, refetch]);
  if (error)
    return <Timetable area={area} training={training} text={t('registrations.alternativesFailed')} />;
  if (!data || !swappable) return <TimedRowSkeletons count={3} label={t('common.loading')} />;
  if (!data.refusal) return null;
  const isSwap = swappable.length > 0;
  // What was wanted can be had: anything else is one press further.
  const best = isSwap ? undefined : data.alternatives[0];
  const others = data.alternatives.filter((other) => other !== best);
  const openSwapped = () => void router.navigate({ ...trainingLink('member', training.id), replace: true });
  const blocking = inTheWay.filter((one) => !swappable.includes(one));
  const isHelpless =
    data.refusal.rule === 'upcomingMax' ||
    data.refusal.rule === 'strikesMax' ||
    data.refusal.rule === 'onePlaceEach';
  return (
    <>
      {blocking.length === 0 ? null : (
        <section>
          <h3 className={classes.heading}>{t('registrations.youAlreadyHave')}</h3>
          <TimedList>
            {blocking.map((own) => (
              <OwnRow key={own.registrationId} own={own} />
            ))}
          </TimedList>
        </section>
      )}
      <Exchange own={swappable} training={training} command={exchange.command} onDone={openSwapped} />
      {data.alternatives.length === 0 ? null : (
        <section>
          <h3 className={classes.heading}>
            {t(canWait || isSwap ? 'registrations.orAnotherTime' : 'registrations.anotherTime')}
          </h3>
          {refused ? (
            <p className={classes.problem} role="alert">
              {errorText(refused, t)}
            </p>
          ) : null}
          {best ? <Best area={area} alternative={best} command={command} isSecond={canWait} /> : null}
          <TimedList>
            {others.map((other) => (
              <OtherRow key={other.id} area={area} alternative={other} />
            ))}
          </TimedList>
        </section>
      )}
      {data.alternatives.length > 0 || isSwap || isHelpless ? null : (
        <Timetable area={area} training={training} text={t('registrations.noAlternatives')} />
      )}
    </>
  );
}

/** The nearest to what was wanted: with its consequence, booked with one press. */
function Best({
  area,
  alternative,
  command,
  isSecond,
}: {
  area: Area;
  alternative: Alternative;
  command: ReturnType<typeof useRegister>;
  isSecond: boolean;
}) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const router = useRouter();
  const isMember = useIsMember();
  const place = usePlace()(alternative);
  const { id, date, time, trainerName, booking, freePlaces } = alternative;
  const until = format.until(booking.freeUntil);
  const isFreeLater = compareInstants(format.now, booking.freeUntil) < 0;
  const when = `${format.shortDay(date)} ${time}`;
  const look = isSecond ? ({ variant: 'plain' } as const) : {};

  function bookIt() {
    const open = () => void router.navigate({ ...trainingLink(area, id), replace: true });
    command.book(id, false, open, booking.cover ?? undefined);
  }

  return (
    <div className={classes.best}>
      <Link {...trainingLink(area, id)} replace className={classes.link}>
        <span className={classes.when}>{capitalize(when)}</span>
        <span className={classes.name}>
          <Mark color={alternative.typeColor} />
          {breakable(keepTogether(trainingName(alternative)))}
        </span>
      </Link>
      <p className={classes.facts}>
        <span>{keepTogether([trainerName, place].filter(Boolean).join(' · '))}</span>
        <span>
          {`${t('schedule.places', { count: freePlaces })} · `}
          {t(isFreeLater ? 'registrations.freeUntil' : 'registrations.cancelNotFree', { until })}
        </span>
        {booking.cover ? <EntitlementLine cover={booking.cover} /> : null}
      </p>
      {isMember ? (
        <Button
          {...look}
          size="small"
          className={classes.action}
          isPending={command.isPending}
          pendingText={t('registrations.bookShort')}
          aria-label={`${t('registrations.bookShort')}: ${when}, ${trainingName(alternative)}`}
          onClick={bookIt}
        >
          {t('registrations.bookShort')}
        </Button>
      ) : (
        <ButtonLink {...trainingLink('member', id)} replace size="small" className={classes.action}>
          {t('registrations.bookShort')}
        </ButtonLink>
      )}
    </div>
  );
}

function OtherRow({ area, alternative }: { area: Area; alternative: Alternative }) {
  const format = useTimeFormat();
  const toLabels = useStateLabels();
  const place = usePlace()(alternative);
  const { id, date, time, duration, typeColor, trainerName, freePlaces, maxPlaces } = alternative;
  const kind = isFew(freePlaces, maxPlaces) ? 'few' : 'free';
  return (
    <TimedItem>
      <TimedRowLink
        {...trainingLink(area, id)}
        replace
        hasChevron
        row={{
          ...toLabels({ kind, freePlaces }, date),
          time,
          timeNote: format.shortDay(date),
          color: typeColor,
          minutes: duration,
          title: trainingName(alternative),
          text: trainerName === '' ? place : trainerName,
          textMore: trainerName === '' ? undefined : ` · ${place}`,
        }}
      />
    </TimedItem>
  );
}

/** The room, and the club where there are several. */
function usePlace(): (alternative: Alternative) => string {
  const { configuration } = useStartContext();
  const needsClub = configuration.clubs.length > 1;
  return ({ roomName, clubName }) => (needsClub ? `${roomName}, ${clubName}` : roomName);
}

/** An own booking, on whose page it can be given back. */
function OwnRow({ own }: { own: InTheWay }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { trainingId, date, time, duration, typeColor, name, freeUntil } = own;
  const isFree = compareInstants(format.now, freeUntil) <= 0;
  // On the training's own day a clock time is enough.
  const untilOf = (instant: string) =>
    localDate(instant, format.timeZone) === date ? format.time(instant) : format.until(instant);
  const cost = isFree
    ? [t('registrations.cancelFreeWord'), t('registrations.untilTime', { until: untilOf(freeUntil) })]
    : [t('registrations.cancellingCosts'), t('registrations.costsTheVisit')];
  return (
    <TimedItem>
      <TimedRowLink
        {...trainingLink('member', trainingId)}
        replace
        hasChevron
        row={{
          time,
          timeNote: format.shortDay(date),
          color: typeColor,
          minutes: duration,
          title: name,
          text: cost.join(' '),
          state: t('schedule.booked'),
          stateIcon: 'check',
          tone: 'accent',
          ground: 'none',
        }}
      />
    </TimedItem>
  );
}

function Timetable({ area, training, text }: { area: Area; training: OwnTrainingDetail; text: string }) {
  const { t } = useTexts();
  return (
    <div className={classes.none}>
      <p className={classes.facts}>{text}</p>
      <ButtonLink {...dayLink(area, { date: training.date })} replace isWide>
        {t('registrations.otherTimes')}
      </ButtonLink>
    </div>
  );
}
