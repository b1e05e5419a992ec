import { useState } from 'react';
import type { JoinOffer, JoinPackage } from '#shared/joining/contract.ts';
import type { JoinForm } from '#shared/joining/domain.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { formatEuros } from '#web/products/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './join.module.css';
import { useJoinLabels } from './join-labels.ts';

interface PackageStepProps {
  offer: JoinOffer;
  form: JoinForm;
  change: (parts: Partial<JoinForm>) => void;
  /** What is wrong with a field, in words. */
  error: (name: 'productId' | 'unitId' | 'startsOn') => string | undefined;
  /** Of the code that was applied. */
  codeError: string | undefined;
  isCodePending: boolean;
  onLeaveStart: () => void;
}

/** Club, package, first day and code. */
export function PackageStep(props: PackageStepProps) {
  const { offer, form, change, error, codeError, isCodePending, onLeaveStart } = props;
  const { t } = useTexts();
  const here = offer.packages.filter(({ prices }) => prices.some(({ unitId }) => unitId === form.unitId));
  const packageError = error('productId');
  const hasClubs = offer.clubs.length > 1;
  return (
    <div className={classes.fields}>
      {hasClubs ? (
        <SelectField
          name="unitId"
          label={t('joining.club')}
          value={form.unitId ?? ''}
          error={error('unitId')}
          onChange={(event) => change({ unitId: Number(event.currentTarget.value) })}
        >
          {offer.clubs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
      <fieldset className={classes.packages} aria-describedby="package-note">
        <legend className={classes.legend}>{t('joining.package')}</legend>
        {here.map((one) => (
          <Choice
            key={one.id}
            one={one}
            offer={offer}
            unitId={form.unitId}
            isChosen={one.id === form.productId}
            onChoose={() => change({ productId: one.id })}
          />
        ))}
        {here.length === 0 ? <p className={classes.note}>{t('joining.noPackages')}</p> : null}
        <p id="package-note" className={classes.error} aria-live="polite">
          {packageError === undefined ? null : <Icon name="warning" size={18} />}
          {packageError}
        </p>
      </fieldset>
      <DateField
        name="startsOn"
        label={t('joining.startsOn')}
        hint={t('joining.startHint', { date: formatDate(offer.startUntil) })}
        error={error('startsOn')}
        min={offer.startFrom}
        max={offer.startUntil}
        value={form.startsOn}
        onChange={(date) => change({ startsOn: date })}
        onBlur={onLeaveStart}
      />
      {offer.page === 'complete' ? (
        <Code
          applied={form.code}
          error={codeError}
          isPending={isCodePending}
          onApply={(code) => change({ code })}
        />
      ) : null}
    </div>
  );
}

interface ChoiceProps {
  one: JoinPackage;
  offer: JoinOffer;
  unitId: number | null;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ one, offer, unitId, isChosen, onChoose }: ChoiceProps) {
  const { t, language } = useTexts();
  const labels = useJoinLabels(offer);
  const price = one.prices.find((known) => known.unitId === unitId);
  if (!price) return null;
  const { joiningFee } = price;
  return (
    <label className={joinClasses(classes.choice, isChosen && classes.chosen)}>
      <input
        type="radio"
        name="productId"
        value={one.id}
        checked={isChosen}
        onChange={onChoose}
        className={classes.radio}
      />
      <span className={classes.choiceWords}>
        <span className={classes.choiceName}>{one.name}</span>
        {one.description === '' ? null : <span className={classes.detail}>{one.description}</span>}
        <span className={classes.detail}>
          {labels.terms(one)}
          {'. '}
          {joiningFee === null || joiningFee === 0
            ? t('joining.noJoiningFee')
            : t('joining.joiningFee', { price: formatEuros(joiningFee, language) })}
        </span>
      </span>
      <span className={classes.cost}>
        <span className={classes.choiceName}>{formatEuros(price.priceOnline, language)}</span>
        <span className={classes.detail}>{labels.period(one.periodMonths)}</span>
        {price.price > price.priceOnline ? (
          <span className={classes.detail}>
            {t('joining.atDesk', { price: formatEuros(price.price, language) })}
          </span>
        ) : null}
      </span>
    </label>
  );
}

interface CodeProps {
  applied: string;
  error: string | undefined;
  isPending: boolean;
  onApply: (code: string) => void;
}

/** Folded until somebody has one; applied by its own button. */
function Code({ applied, error, isPending, onApply }: CodeProps) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(applied);
  if (applied !== '' && error === undefined && !isPending) {
    return (
      <div className={classes.applied} role="status">
        <Icon name="check" size={20} isStrong className={classes.check} />
        <span>{t('joining.codeApplied', { code: applied.toUpperCase() })}</span>
        <Button
          variant="text"
          size="small"
          onClick={() => {
            setTyped('');
            onApply('');
          }}
        >
          {t('joining.removeCode')}
        </Button>
      </div>
    );
  }
  const apply = () => onApply(typed.trim());
  return (
    <details className={classes.code} open={applied !== '' || undefined}>
      <summary className={classes.summary}>
        <Icon name="chevronRight" size={20} className={classes.chevron} />
        {t('joining.haveCode')}
      </summary>
      <div className={classes.codeRow}>
        <TextField
          name="code"
          label={t('joining.code')}
          value={typed}
          error={applied === '' ? undefined : error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            if (applied !== '') onApply('');
          }}
          onKeyDown={(event) => {
            // Enter applies the code; it must not send the form around it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
        <Button
          variant="plain"
          className={classes.apply}
          isPending={isPending && applied !== ''}
          pendingText={t('joining.applying')}
          onClick={apply}
        >
          {t('joining.applyCode')}
        </Button>
      </div>
    </details>
  );
}
