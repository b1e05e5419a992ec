import { useId } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { breakable, keepTogether } from '#web/ui/timed-row.tsx';
import classes from './own-places.module.css';

interface OwnPlacesProps {
  own: readonly {
    readonly registrationId: number;
    readonly when: string;
    readonly name: string;
    /** Of who leads it and where; nothing where that stands above. */
    readonly facts?: string;
  }[];
  chosenId: number;
  onChoose: (registrationId: number) => void;
}

/** Which of one's own places is given up for another. */
export function OwnPlaces({ own, chosenId, onChoose }: OwnPlacesProps) {
  const { t } = useTexts();
  const group = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.note}>{t('registrations.swapChoose')}</legend>
      {own.map(({ registrationId, when, name, facts }) => (
        <label key={registrationId} className={classes.own}>
          <input
            type="radio"
            name={group}
            className={classes.radio}
            checked={registrationId === chosenId}
            onChange={() => onChoose(registrationId)}
          />
          <span className={classes.when}>{when}</span>
          <span>{breakable(keepTogether(name))}</span>
          {facts ? <span className={classes.facts}>{keepTogether(facts)}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}
