import { type ReactNode, useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import type { Roll } from '#shared/registrations/attendance/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useActor } from '#web/kernel/session.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Page } from '#web/ui/page.tsx';
import { Question } from '#web/ui/question.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useNoting, useRoll, useRollClosing } from './attendance/queries.ts';
import classes from './attendance-screen.module.css';
import { AddClient } from './components/add-client.tsx';
import { PrintedRoll } from './components/printed-roll.tsx';
import { RegistrationDetails } from './components/registration-details.tsx';
import { RollRow } from './components/roll-row.tsx';
import { ScanCard } from './components/scan-card.tsx';

interface AttendanceScreenProps {
  id: number | undefined;
  /** What stands under the roll of a training that is over. */
  below: (trainingId: number) => ReactNode;
}

/** The roll of a training (specification point 2: registrations, presence, status, occupancy, waiting list). */
export function AttendanceScreen({ id, below }: AttendanceScreenProps) {
  return id === undefined ? <NoSuchTraining /> : <Attendance id={id} below={below} />;
}

function Attendance({ id, below }: AttendanceScreenProps & { id: number }) {
  const { t } = useTexts();
  const query = useRoll(id);
  const { data, error } = query;
  if (data) return <Shown roll={data} below={below} />;
  if (error instanceof ApiError && error.status === 404) return <NoSuchTraining />;
  return (
    <Page>
      {error ? (
        <NotLoaded title={t('attendance.notLoaded')} query={query} level={1} />
      ) : (
        <TimedRowSkeletons label={t('common.loading')} count={8} />
      )}
    </Page>
  );
}

function Shown({ roll, below }: { roll: Roll; below: AttendanceScreenProps['below'] }) {
  const { t } = useTexts();
  const actor = useActor();
  const isAdmin = actor.kind === 'member' && actor.isAdmin;
  const format = useTimeFormat();
  const [opened, setOpened] = useState<number>();
  const [isAdding, setIsAdding] = useState(false);
  const [isScanning, setIsScanning] = useState(false);
  const booked = roll.registrations.filter(({ status }) => status === 'placeAvailable');
  const queue = roll.registrations.filter(({ status }) => status === 'waiting');
  const here = booked.filter(({ presence }) => presence === true).length;
  const registration = roll.registrations.find(({ registrationId }) => registrationId === opened);
  const isOpen = compareInstants(format.now, roll.presenceFrom) >= 0;
  const isMendable = roll.presenceUntil === null || compareInstants(format.now, roll.presenceUntil) <= 0;
  const isOver = !roll.isCancelled && compareInstants(format.now, roll.endDateTime) >= 0;
  const canNote = isOpen && isMendable && !roll.isCancelled;
  const canManage = roll.canManage && !roll.isCancelled && compareInstants(format.now, roll.changesUntil) < 0;
  const hours = `${format.time(roll.startDateTime)}–${format.time(roll.endDateTime)}`;
  const when = `${capitalize(format.isNamed(roll.date) ? format.day(roll.date) : format.weekdayAndDate(roll.date))} ${hours}`;
  const note = (() => {
    if (roll.isCancelled) return t('attendance.trainingCancelled');
    if (!isOpen) return t('attendance.presenceFrom', { when: format.dayAndTime(roll.presenceFrom) });
    if (!isMendable)
      return t('attendance.presenceOver', { when: format.dayAndTime(roll.presenceUntil ?? format.now) });
    return null;
  })();
  return (
    <Page className={classes.page}>
      <div className={classes.top}>
        <IconLink to="/training" search={{ id: roll.trainingId }} label={t('common.back')}>
          <Icon name="chevronLeft" />
        </IconLink>
        <div className={classes.tools}>
          {isAdmin && roll.registrations.length > 0 ? (
            <IconLink
              to="/admin/messages"
              search={{ training: roll.trainingId }}
              label={t('attendance.message')}
            >
              <Icon name="message" />
            </IconLink>
          ) : null}
          <Button variant="text" size="small" className={classes.print} onClick={() => window.print()}>
            {t('attendance.print')}
          </Button>
          {canNote ? (
            <Button variant="plain" size="small" onClick={() => setIsScanning(true)}>
              {t('attendance.scan')}
            </Button>
          ) : null}
          {canManage && !roll.isPersonal ? (
            <Button variant="plain" size="small" onClick={() => setIsAdding(true)}>
              {t('attendance.add')}
            </Button>
          ) : null}
        </div>
      </div>
      <p className={classes.when}>
        <Mark color={roll.typeColor} />
        {`${when}, ${roll.roomName}`}
      </p>
      <h1 className={classes.name}>{roll.name}</h1>
      <div className={classes.sum} aria-live="polite">
        <p className={classes.here}>
          <span className={classes.number}>{here}</span>
          <span className={classes.of}>{t('attendance.ofTotal', { total: booked.length })}</span>
        </p>
        <p className={classes.full}>
          {roll.booked >= roll.maxPlaces
            ? `${t('attendance.allTaken')} · ${roll.occupancy}%`
            : t('attendance.occupancy', { percent: roll.occupancy })}
        </p>
      </div>
      {note === null ? null : <p className={classes.note}>{note}</p>}
      {booked.length === 0 ? (
        <EmptyState icon="user" title={t('attendance.nobody')} text={t('attendance.nobodyText')} />
      ) : (
        <ul className={classes.list} aria-label={t('attendance.title')}>
          {booked.map((one) => (
            <RollRow key={one.registrationId} registration={one} canNote={canNote} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {queue.length === 0 ? null : (
        <section>
          <h2 className={classes.heading}>{t('attendance.waitingHeading', { count: queue.length })}</h2>
          <ul className={classes.list}>
            {queue.map((one) => (
              <RollRow key={one.registrationId} registration={one} canNote={false} onOpen={setOpened} />
            ))}
          </ul>
        </section>
      )}
      {isOver ? below(roll.trainingId) : null}
      {canNote && booked.length > 0 ? <RollBar roll={roll} /> : null}
      <Sheet
        isOpen={registration !== undefined}
        onClose={() => setOpened(undefined)}
        title={registration?.name ?? ''}
      >
        {registration ? (
          <RegistrationDetails
            key={registration.registrationId}
            trainingId={roll.trainingId}
            registration={registration}
            canManage={canManage}
            onDone={() => setOpened(undefined)}
          />
        ) : null}
      </Sheet>
      <Sheet isOpen={isAdding} onClose={() => setIsAdding(false)} title={t('attendance.addTitle')}>
        <AddClient trainingId={roll.trainingId} onDone={() => setIsAdding(false)} />
      </Sheet>
      <Sheet isOpen={isScanning} onClose={() => setIsScanning(false)} title={t('attendance.scanTitle')}>
        <ScanCard trainingId={roll.trainingId} />
      </Sheet>
      <PrintedRoll roll={roll} when={when} />
    </Page>
  );
}

/** All at once, and the end of it, at the thumb. */
function RollBar({ roll }: { roll: Roll }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const { note, isPending } = useNoting();
  const isMended = compareInstants(format.now, roll.changesUntil) < 0;
  const { closing, close, open, isOpening } = useRollClosing(roll.trainingId, isMended);
  const [isAsked, setIsAsked] = useState(false);
  const unmarked = roll.registrations.filter(
    ({ status, presence }) => status === 'placeAvailable' && presence === null,
  );
  const ids = unmarked.map(({ registrationId }) => registrationId);
  const hasBegun = compareInstants(format.now, roll.startDateTime) >= 0;
  if (roll.rollClosedDateTime === null && ids.length === 0 && !hasBegun) return null;
  if (roll.rollClosedDateTime !== null) {
    return (
      <ActionBar
        label={t('attendance.title')}
        title={t('attendance.rollClosedAt', { when: format.dayAndTime(roll.rollClosedDateTime) })}
      >
        {isMended ? (
          <Button variant="plain" isWide isPending={isOpening} onClick={open}>
            {t('attendance.reopen')}
          </Button>
        ) : null}
      </ActionBar>
    );
  }
  return (
    <ActionBar label={t('attendance.title')}>
      <div className={classes.both}>
        {ids.length === 0 ? null : (
          <Button
            variant={hasBegun ? 'plain' : 'primary'}
            isWide
            isPending={isPending}
            onClick={() => note(ids, true, null)}
          >
            {t('attendance.allHere')}
          </Button>
        )}
        {hasBegun ? (
          <Button isWide onClick={() => setIsAsked(true)}>
            {t('attendance.closeRoll')}
          </Button>
        ) : null}
      </div>
      <Sheet
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('attendance.closeTitle')}
        variant="question"
        hasCloseButton={false}
      >
        <Question
          text={
            ids.length === 0
              ? t('attendance.closeTextNone')
              : t('attendance.closeText', { count: ids.length })
          }
          safeText={t('attendance.closeNot')}
          onSafe={() => setIsAsked(false)}
          otherText={t('attendance.closeRoll')}
          otherPendingText={t('attendance.closing')}
          isOtherCostly={ids.length > 0}
          onOther={() => close(() => setIsAsked(false))}
          isPending={closing.isPending}
          problem={closing.error ? errorText(closing.error, t) : undefined}
        />
      </Sheet>
    </ActionBar>
  );
}

function NoSuchTraining() {
  const { t } = useTexts();
  return (
    <Page>
      <EmptyState level={1} title={t('schedule.trainingNotFound')} text={t('schedule.trainingNotFoundText')}>
        <ButtonLink to="/calendar/day" isWide>
          {t('schedule.openTimetable')}
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}
