import { useState } from 'react';
import { addDays, compareInstants } from '#shared/kernel/dates.ts';
import type {
  FreeSlot,
  FreeTrainer,
  OwnPersonalTraining,
} from '#shared/personal-trainings/slots/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { useEntitlementLabels } from '#web/registrations/entitlements/queries.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedItem, TimedList, TimedRowLink } from '#web/ui/timed-row.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { useBookSlot, usePersonal, useSlotPreview, useSlots } from '../queries.ts';
import { SlotDays } from './slot-days.tsx';
import classes from './times.module.css';
import { type TimesSearch, timesLink } from './times-links.ts';

/** Days that are shown at once. */
const shownDays = 14;

/** A member's personal trainings: what is coming, and a trainer's free times to book one. */
export function BookTime({ search }: { search: TimesSearch }) {
  const { t } = useTexts();
  const query = usePersonal();
  const { data, error } = query;
  return (
    <Page>
      <PageHeader title={t('personalTimes.title')} />
      {body()}
    </Page>
  );

  function body() {
    if (data) {
      return (
        <>
          <Coming coming={data.coming} />
          <Choosing trainers={data.trainers} search={search} />
        </>
      );
    }
    if (!error) return <TimedRowSkeletons label={t('common.loading')} />;
    return <NotLoaded title={t('personalTimes.notLoaded')} query={query} />;
  }
}

function Coming({ coming }: { coming: readonly OwnPersonalTraining[] }) {
  const { t } = useTexts();
  const format = useTimeFormat();
  return (
    <section>
      <h2 className={classes.title}>{t('personalTimes.coming')}</h2>
      {coming.length === 0 ? (
        <p className={classes.text}>{t('personalTimes.noneComing')}</p>
      ) : (
        <TimedList>
          {coming.map((one) => (
            <TimedItem key={one.registrationId} ground={one.isReleasing ? 'none' : 'own'}>
              <TimedRowLink
                to="/training"
                search={{ id: one.trainingId }}
                row={{
                  time: one.time,
                  timeNote: format.shortDay(one.date),
                  color: one.color,
                  minutes: one.duration,
                  title: one.trainerName,
                  text: `${one.name} · ${one.roomName}`,
                  textMore: ` · ${one.clubName}`,
                  state: one.isReleasing ? t('personalTimes.releasing') : '',
                  tone: 'quiet',
                  ground: one.isReleasing ? 'none' : 'own',
                  isStruck: one.isReleasing,
                }}
              />
            </TimedItem>
          ))}
        </TimedList>
      )}
      <div className={classes.chips}>
        <ButtonLink to="/purchase/personal-trainings" search={{}} variant="plain" size="small">
          {t('personalTimes.packages')}
        </ButtonLink>
      </div>
    </section>
  );
}

interface ChoosingProps {
  trainers: readonly FreeTrainer[];
  search: TimesSearch;
}

/** Whose times, and which of them. */
function Choosing({ trainers, search }: ChoosingProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const trainer = trainers.find(({ id }) => id === search.trainer) ?? trainers[0];
  const from = search.from === undefined || search.from < format.today ? format.today : search.from;
  const slots = useSlots(trainer?.id, from, addDays(from, shownDays - 1));
  const [slot, setSlot] = useState<FreeSlot>();
  const [isOpen, setIsOpen] = useState(false);
  if (!trainer) {
    return (
      <EmptyState
        icon="user"
        title={t('personalTimes.noTrainers')}
        text={t('personalTimes.noTrainersText')}
      />
    );
  }
  const link = (first: string) => timesLink({ trainer: trainer.id, from: first });
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('personalTimes.freeTimes')}</h2>
      <nav className={classes.chips} aria-label={t('personalTimes.chooseTrainer')}>
        {trainers.map(({ id, name }) => (
          <ChipLink
            key={id}
            {...timesLink({ trainer: id, from: search.from })}
            replace
            resetScroll={false}
            isSelected={id === trainer.id}
            aria-current={id === trainer.id ? 'true' : undefined}
          >
            {name}
          </ChipLink>
        ))}
      </nav>
      <p className={classes.text}>{trainer.clubNames.join(', ')}</p>
      {times()}
      <div className={classes.steps}>
        {from === format.today ? (
          <span />
        ) : (
          <ButtonLink {...link(addDays(from, -shownDays))} resetScroll={false} variant="plain" size="small">
            {t('personalTimes.earlier')}
          </ButtonLink>
        )}
        <ButtonLink {...link(addDays(from, shownDays))} resetScroll={false} variant="plain" size="small">
          {t('personalTimes.later')}
        </ButtonLink>
      </div>
      {slot ? (
        <Booking trainerId={trainer.id} slot={slot} isOpen={isOpen} onClose={() => setIsOpen(false)} />
      ) : null}
    </section>
  );

  function times() {
    const query = slots;
    const { data, error } = query;
    if (data && data.length > 0) {
      return (
        <SlotDays
          slots={data}
          onChoose={(one) => {
            setSlot(one);
            setIsOpen(true);
          }}
        />
      );
    }
    if (data) {
      return <EmptyState title={t('personalTimes.noTimes')} text={t('personalTimes.noTimesText')} />;
    }
    if (!error) return <TimedRowSkeletons label={t('common.loading')} count={4} />;
    return <NotLoaded title={t('personalTimes.notLoaded')} query={query} />;
  }
}

interface BookingProps {
  trainerId: number;
  slot: FreeSlot;
  isOpen: boolean;
  onClose: () => void;
}

/** The exact consequence, and the button. */
function Booking({ trainerId, slot, isOpen, onClose }: BookingProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const entitlementLabels = useEntitlementLabels();
  const preview = useSlotPreview(trainerId, isOpen ? slot.startDateTime : undefined);
  const booking = useBookSlot();
  const { data } = preview;
  const error = booking.error ?? preview.error;
  const when = `${capitalize(format.weekdayAndDate(slot.date))}, ${format.time(slot.startDateTime)}–${format.time(slot.endDateTime)}`;
  function close() {
    booking.reset();
    onClose();
  }
  function book() {
    booking.mutate(
      { body: { trainerId, startDateTime: slot.startDateTime } },
      {
        onSuccess: () => {
          close();
          const trainer = data?.trainerName ?? '';
          showSnackbar({
            type: 'success',
            text: t('personalTimes.booked', { trainer, when: format.dayAndTime(slot.startDateTime) }),
          });
        },
      },
    );
  }
  const entitlement = data?.payment.cover;
  return (
    <Sheet isOpen={isOpen} onClose={close} title={data?.trainerName ?? t('personalTimes.title')}>
      <div className={classes.sheet}>
        <div>
          <p className={classes.name}>{when}</p>
          <p className={classes.text}>{`${slot.roomName} · ${slot.clubName}`}</p>
        </div>
        {data && entitlement ? (
          <>
            <dl className={classes.facts}>
              <div className={classes.fact}>
                <dt className={classes.label}>{entitlement.name}</dt>
                <dd className={classes.value}>{entitlementLabels(entitlement)}</dd>
              </div>
            </dl>
            <p className={classes.text}>
              {compareInstants(data.freeUntil, format.now) > 0
                ? t('personalTimes.freeUntil', { when: format.dayAndTime(data.freeUntil) })
                : t('personalTimes.freeOver')}
            </p>
          </>
        ) : null}
        {data && !entitlement ? <NotEntitled payment={data.payment} /> : null}
        {data || error ? null : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton width="full" />
          </div>
        )}
        <div className={classes.problem} role="alert">
          {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        </div>
        {entitlement ? (
          <Button
            isWide
            isPending={booking.isPending}
            pendingText={t('personalTimes.booking')}
            onClick={book}
          >
            {t('personalTimes.book')}
          </Button>
        ) : null}
        {data && !entitlement ? (
          <ButtonLink to="/purchase/personal-trainings" search={{}} isWide>
            {t('personalTimes.buyPackage')}
          </ButtonLink>
        ) : null}
      </div>
    </Sheet>
  );
}

function NotEntitled({
  payment,
}: {
  payment: NonNullable<ReturnType<typeof useSlotPreview>['data']>['payment'];
}) {
  const { t } = useTexts();
  const { contractProblem } = payment;
  const text =
    contractProblem === null
      ? `${t('personalTimes.notCovered')}. ${t('personalTimes.notCoveredText')}`
      : t([`errors.${contractProblem.error}`, 'errors.unknown'] as unknown as 'errors.unknown', {
          ...contractProblem.details,
        });
  return <Notice tone="warn" icon="info" text={text} />;
}
