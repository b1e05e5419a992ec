import { useState } from 'react';
import { DateField } from '#web/kernel/date-field.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SavedCheckbox } from '#web/ui/saved-checkbox.tsx';
import { useAddAbsence, useOwnReplacing, useRemoveAbsence, useSubstituteSms } from '../queries.ts';
import classes from './replacements.module.css';

/** The reader's own part: what they asked and helped, whether SMS come, and when they are away. */
export function OwnPart() {
  const { t } = useTexts();
  const { data } = useOwnReplacing();
  const sms = useSubstituteSms();
  if (!data) return null;
  const { balance, takesSms, isTrainer } = data;
  return (
    <aside className={classes.aside}>
      {isTrainer ? (
        <section className={classes.stack}>
          <h2 className={classes.heading}>{t('replacements.balance')}</h2>
          <p className={classes.quiet}>
            {t('replacements.balanceText', { ...balance, hours: Math.round(balance.helpedHours * 10) / 10 })}
          </p>
        </section>
      ) : null}
      <SavedCheckbox
        isChecked={takesSms}
        hint={t('replacements.smsText')}
        onSave={(wanted) => sms.mutateAsync({ query: { status: wanted ? 'true' : 'false' } })}
      >
        {t('replacements.sms')}
      </SavedCheckbox>
      {isTrainer ? <Absences absences={data.absences} /> : null}
    </aside>
  );
}

interface AbsencesProps {
  absences: readonly { readonly id: number; readonly from: string; readonly until: string }[];
}

function Absences({ absences }: AbsencesProps) {
  const { t } = useTexts();
  const { today } = useTimeFormat();
  const [from, setFrom] = useState(today);
  const [until, setUntil] = useState(today);
  const [isChecked, setIsChecked] = useState(false);
  const add = useAddAbsence();
  const remove = useRemoveAbsence();
  const isWrong = from === '' || until === '' || until < from || until < today;
  return (
    <section className={classes.stack}>
      <h2 className={classes.heading}>{t('replacements.absences')}</h2>
      <p className={classes.quiet}>{t('replacements.absencesText')}</p>
      <ul className={classes.people}>
        {absences.map((absence) => {
          const dates =
            absence.from === absence.until
              ? formatDate(absence.from)
              : `${formatDate(absence.from)}–${formatDate(absence.until)}`;
          return (
            <li key={absence.id} className={classes.absence}>
              <span>{dates}</span>
              <IconButton
                label={t('replacements.removeAbsence', { dates })}
                onClick={() => remove.mutate({ params: { id: absence.id } })}
              >
                <Icon name="close" size={20} />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <form
        className={classes.dates}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (!isWrong) add.mutate({ body: { from, until } }, { onSuccess: () => setIsChecked(false) });
        }}
      >
        <DateField
          label={t('replacements.from')}
          value={from}
          min={today}
          onChange={(date) => setFrom(date)}
        />
        <DateField
          label={t('replacements.until')}
          value={until}
          min={from}
          error={isChecked && isWrong ? t('replacements.untilRule') : undefined}
          onChange={(date) => setUntil(date)}
        />
        <Button
          type="submit"
          variant="plain"
          size="small"
          isPending={add.isPending}
          pendingText={t('replacements.adding')}
        >
          {t('replacements.addAbsence')}
        </Button>
      </form>
    </section>
  );
}
