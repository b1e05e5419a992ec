import { useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import type { InTheWay } from '#shared/registrations/refusals/contract.ts';
import type { OwnTrainingDetail } from '#shared/schedule/contract.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { useSwapEntitlementLabels } from '#web/registrations/entitlements/queries.ts';
import { type useSwap, useSwapPreview } from '#web/registrations/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { breakable, keepTogether } from '#web/ui/timed-row.tsx';
import classes from './alternatives.module.css';
import { OwnPlaces } from './own-places.tsx';
import { trainingName } from './training-row.tsx';

interface ExchangeProps {
  /** What stands in the way and could be given for the one wanted, the soonest first. */
  own: readonly InTheWay[];
  /** The one wanted. */
  training: OwnTrainingDetail;
  command: ReturnType<typeof useSwap>;
  onDone: () => void;
}

/** What stands in the way is given for what is wanted, in one step: before and after, then the button, then its cost. */
export function Exchange({ own, training, command, onDone }: ExchangeProps) {
  const format = useTimeFormat();
  const [chosenId, setChosenId] = useState<number>();
  const chosen = own.find(({ registrationId }) => registrationId === chosenId) ?? own[0];
  if (!chosen) return null;
  return (
    <section className={classes.swap}>
      {own.length > 1 ? (
        <OwnPlaces
          own={own.map(({ registrationId, date, time, name }) => ({
            registrationId,
            when: `${capitalize(format.shortDay(date))} ${time}`,
            name,
          }))}
          chosenId={chosen.registrationId}
          onChoose={setChosenId}
        />
      ) : null}
      <Step key={chosen.registrationId} own={chosen} training={training} command={command} onDone={onDone} />
    </section>
  );
}

function Step({ own, training, command, onDone }: Omit<ExchangeProps, 'own'> & { own: InTheWay }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { swap, isPending, isBegun } = command;
  const { data } = useSwapPreview(own.registrationId, training.id, !isBegun);
  const entitlementLines = useSwapEntitlementLabels();
  if (!data) return null;
  const isKept = data.present === 'kept';
  const isLate = compareInstants(format.now, own.freeUntil) > 0;
  // On one day the clock times say it all.
  const when = ({ date, time }: { date: string; time: string }) =>
    own.date === training.date ? time : `${format.shortDay(date)} ${time}`;
  const until = format.until(data.freeUntil);
  const isFree = compareInstants(format.now, data.freeUntil) <= 0;
  const cost = entitlementLines(data);
  const isNoted = isKept || data.present === 'cancelledLate';
  return (
    <>
      <ul className={classes.sides}>
        <Side
          side={own}
          name={own.name}
          isGone={!isKept}
          state={t(isKept ? 'registrations.swapStays' : 'registrations.swapFrees')}
        />
        <Side
          side={training}
          name={trainingName(training)}
          isNew
          state={t(isKept ? 'registrations.swapAwaits' : 'registrations.swapGets')}
        />
      </ul>
      {isNoted ? (
        <p className={classes.facts}>
          {t(`registrations.swapText.${isKept && isLate ? 'keptLate' : data.present}`, {
            name: own.name,
            count: data.placeInWaitingList,
            until: format.until(own.freeUntil),
          })}
        </p>
      ) : null}
      <Button
        isWide
        isPending={isPending}
        pendingText={t('registrations.swapping')}
        onClick={() => swap(own.registrationId, training.id, onDone)}
      >
        {isKept ? (
          t('registrations.swapWait')
        ) : (
          <>
            <span className={classes.fromTo} aria-hidden="true">
              {t('registrations.swapFrom', { from: when(own) })}
              <Icon name="arrowRight" size={20} isStrong />
              {when(training)}
            </span>
            <span className="visually-hidden">
              {t('registrations.swap', { from: when(own), to: when(training) })}
            </span>
          </>
        )}
      </Button>
      {isKept ? null : (
        <p className={classes.cost}>
          {(cost.length === 0 ? [t('registrations.swapCostsNothing')] : cost).map((line) => (
            <span key={line}>{line}</span>
          ))}
          <span>{t(isFree ? 'registrations.freeUntil' : 'registrations.cancelNotFree', { until })}</span>
        </p>
      )}
    </>
  );
}

interface SideProps {
  side: Pick<InTheWay, 'date' | 'time' | 'typeColor' | 'duration' | 'trainerName' | 'roomName' | 'clubName'>;
  name: string;
  state: string;
  isGone?: boolean;
  isNew?: boolean;
}

/** One training of the exchange, as a row of a list looks. */
function Side({ side, name, state, isGone = false, isNew = false }: SideProps) {
  const format = useTimeFormat();
  const { clubs } = useStartContext().configuration;
  const { date, time, typeColor, duration, trainerName, roomName, clubName } = side;
  const place = clubs.length > 1 ? `${roomName}, ${clubName}` : roomName;
  return (
    <li className={joinClasses(classes.side, isGone && classes.gone)}>
      <span className={classes.sideTimes}>
        <span className={classes.when}>{time}</span>
        <span className={classes.facts}>{format.shortDay(date)}</span>
      </span>
      <Mark color={typeColor} minutes={duration} isFaint={isGone} />
      <span className={classes.sideWords}>
        <span className={classes.sideName}>{breakable(keepTogether(name))}</span>
        <span className={classes.facts}>
          {keepTogether([trainerName, place].filter(Boolean).join(' · '))}
        </span>
      </span>
      <span className={joinClasses(classes.sideState, isNew && classes.new)}>{state}</span>
    </li>
  );
}
