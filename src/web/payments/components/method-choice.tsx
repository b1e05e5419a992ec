import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { PaymentChoice } from '#shared/payments/contract.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import classes from './method-choice.module.css';

interface MethodChoiceProps {
  country: string;
  countries: readonly string[];
  methods: readonly PaymentChoice[];
  /** The list of another country is on its way. */
  isOld: boolean;
  chosen: PaymentChoice | undefined;
  onCountry: (country: string) => void;
  onChoose: (choice: PaymentChoice) => void;
}

const named = { EE: 'payments.EE', LV: 'payments.LV', LT: 'payments.LT', FI: 'payments.FI' } as const;
const isNamed = (country: string): country is keyof typeof named => country in named;

/** Banks by name, and cards. One is chosen, then the button at the thumb pays. */
export function MethodChoice(props: MethodChoiceProps) {
  const { country, countries, methods, isOld, chosen, onCountry, onChoose } = props;
  const { t } = useTexts();
  const grid = useRef<HTMLDivElement>(null);
  const takeOver = useEffectEvent(() => {
    const marked = [...(grid.current?.querySelectorAll('input') ?? [])].findIndex(({ checked }) => checked);
    const choice = methods[marked];
    if (choice && !chosen) onChoose(choice);
  });
  // What was chosen on the drawn page before its scripts had come; known before anything is pressed.
  useLayoutEffect(() => takeOver(), []);
  return (
    <fieldset className={classes.choice} aria-busy={isOld}>
      <legend className={classes.legend}>{t('payments.howToPay')}</legend>
      {countries.length < 2 ? null : (
        <SegmentedControl label={t('payments.country')} isWide className={classes.countries ?? ''}>
          {countries.map((one) => (
            <Segment key={one} isSelected={one === country} onClick={() => onCountry(one)}>
              {isNamed(one) ? t(named[one]) : one}
            </Segment>
          ))}
        </SegmentedControl>
      )}
      <div ref={grid} className={joinClasses(classes.grid, isOld && classes.old)}>
        {methods.map((choice) => (
          <label key={choice.bank ?? choice.method} className={classes.method}>
            <input
              type="radio"
              name="method"
              className={classes.radio}
              checked={choice.method === chosen?.method && choice.bank === chosen.bank}
              onChange={() => onChoose(choice)}
            />
            <Icon name={choice.bank === null ? 'card' : 'bank'} size={22} />
            {choice.bank === null ? t('payments.card') : choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
