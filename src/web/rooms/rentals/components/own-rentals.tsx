import { useState } from 'react';
import { compareInstants } from '#shared/kernel/dates.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import type { Rental } from '#shared/rooms/rentals/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatMoney } from '#web/kernel/format.ts';
import { errorText } from '#web/kernel/queries.ts';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { capitalize, useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Question } from '#web/ui/question.tsx';
import type { useGiveBack } from '../queries.ts';
import classes from './rentals.module.css';

interface OwnRentalsProps {
  rentals: readonly Rental[];
  giving: ReturnType<typeof useGiveBack>;
}

/** What one has rented; each can be given back, after one question that names its cost. */
export function OwnRentals({ rentals, giving }: OwnRentalsProps) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  // As it stood: the answer must not change the words while the sheet closes.
  const [asked, setAsked] = useState<Rental>();
  const [isAsking, setIsAsking] = useState(false);
  const whenOf = ({ date, startDateTime, endDateTime }: Rental) =>
    `${capitalize(format.isNamed(date) ? format.day(date) : format.weekdayAndDate(date))}, ${format.time(startDateTime)}–${format.time(endDateTime)}`;
  return (
    <>
      {rentals.length === 0 ? null : (
        <section>
          <h2 className={classes.title}>{t('rentals.coming')}</h2>
          <ul className={classes.rows}>
            {rentals.map((rental) => (
              <li key={rental.id} className={classes.row}>
                <div className={classes.words}>
                  <p className={classes.name}>{whenOf(rental)}</p>
                  <p className={classes.text}>
                    {`${rental.roomName} · ${rental.clubName} · ${t('rentals.peopleCount', { count: rental.people })}`}
                  </p>
                  <p className={classes.text}>
                    {`${t('rentals.invoice', { number: rental.invoiceNumber })} · ${formatMoney(eurosToCents(rental.price), language)} · ${t(rental.isPaid ? 'rentals.paid' : 'rentals.unpaid')}`}
                  </p>
                </div>
                {compareInstants(format.now, rental.startDateTime) < 0 ? (
                  <Button
                    variant="plain"
                    size="small"
                    aria-label={t('rentals.giveBackNamed', { room: rental.roomName, when: whenOf(rental) })}
                    onClick={() => {
                      giving.reset();
                      setAsked(rental);
                      setIsAsking(true);
                    }}
                  >
                    {t('rentals.giveBack')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked ? (
        <Asking
          rental={asked}
          when={whenOf(asked)}
          giving={giving}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}

interface AskingProps {
  rental: Rental;
  when: string;
  giving: OwnRentalsProps['giving'];
  isOpen: boolean;
  onClose: () => void;
}

function Asking({ rental, when, giving, isOpen, onClose }: AskingProps) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const price = formatMoney(eurosToCents(rental.price), language);
  const isFree = compareInstants(format.now, rental.freeUntil) <= 0;
  const until = format.dayAndTime(rental.freeUntil);
  function giveBack() {
    giving.mutate(
      { params: { id: rental.id } },
      {
        onSuccess: ({ state }) => {
          onClose();
          const text =
            state === 'cancelledFree' ? t('rentals.gaveBackFree', { price }) : t('rentals.gaveBackLate');
          showSnackbar({ type: 'success', text });
        },
      },
    );
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('rentals.giveBackTitle', { room: rental.roomName })}
      variant="question"
      hasCloseButton={false}
    >
      <Question
        text={when}
        notice={
          isFree
            ? { tone: 'ok', icon: 'check', text: t('rentals.freeNotice', { when: until }) }
            : { tone: 'warn', icon: 'warning', text: t('rentals.lateNotice', { when: until, price }) }
        }
        safeText={t('rentals.keep')}
        onSafe={onClose}
        otherText={isFree ? t('rentals.giveBackFree') : t('rentals.giveBackLate', { price })}
        otherPendingText={t('rentals.givingBack')}
        isOtherCostly={!isFree}
        onOther={giveBack}
        isPending={giving.isPending}
        problem={giving.error ? errorText(giving.error, t) : undefined}
      />
    </Sheet>
  );
}
