import { useId, useState } from 'react';
import type { CodeEffect } from '#shared/campaigns/contract.ts';
import { eurosToCents } from '#shared/kernel/money.ts';
import { formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type CodeSubject, useCodeCheck } from '../queries.ts';
import classes from './code-field.module.css';

interface CodeFieldProps extends CodeSubject {
  /** What the code does to the price that stands beside; null once it is removed. */
  onChange: (effect: CodeEffect | null) => void;
}

/**
 * A campaign code beside what is bought: folded until somebody has one, applied by its own button, so that it stands
 * outside the buyer's form. Give it the product's id as `key`: another product may not take the same code.
 */
export function CodeField({ onChange, ...subject }: CodeFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const { check, isPending } = useCodeCheck(subject);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [effect, setEffect] = useState<CodeEffect | null>(null);

  function settle(next: CodeEffect | null) {
    setEffect(next);
    onChange(next);
  }

  async function apply() {
    if (code.trim() === '') {
      setProblem(t('campaigns.required'));
      document.getElementById(id)?.focus();
      return;
    }
    const answer = await check(code);
    setProblem('problem' in answer ? answer.problem : undefined);
    if ('effect' in answer) settle(answer.effect);
    else document.getElementById(id)?.focus();
  }

  if (effect) {
    return (
      <Applied
        effect={effect}
        onRemove={() => {
          setCode('');
          settle(null);
        }}
      />
    );
  }
  return (
    <details className={classes.field}>
      <summary className={classes.summary}>
        <Icon name="chevronRight" size={20} className={classes.chevron} />
        {t('campaigns.ask')}
      </summary>
      <div className={classes.row}>
        <TextField
          id={id}
          label={t('campaigns.label')}
          value={code}
          error={problem}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            // Enter applies the code; it must not send the form around it.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void apply();
          }}
        />
        <Button
          variant="plain"
          className={classes.apply}
          isPending={isPending}
          pendingText={t('campaigns.applying')}
          onClick={() => void apply()}
        >
          {t('campaigns.apply')}
        </Button>
      </div>
    </details>
  );
}

function Applied({ effect, onRemove }: { effect: CodeEffect; onRemove: () => void }) {
  const { t, language } = useTexts();
  const { code, name, placesLeft } = effect;
  const money = (euros: number) => formatMoney(eurosToCents(euros), language);
  const labels = {
    none: () => t('campaigns.noneEffect'),
    set: () => t('campaigns.setEffect', { price: money(effect.value) }),
    subtract: () => t('campaigns.subtractEffect', { price: money(effect.value) }),
    percent: () => t('campaigns.percentEffect', { percent: effect.value }),
  };
  return (
    <div className={classes.applied} role="status">
      <Icon name="check" size={20} isStrong className={classes.check} />
      <div className={classes.words}>
        <p className={classes.name}>
          {name} <span className={classes.code}>{code}</span>
        </p>
        <p className={classes.effect}>{labels[effect.effect]()}</p>
        {placesLeft === null ? null : (
          <p className={classes.effect}>{t('campaigns.placesLeft', { count: placesLeft })}</p>
        )}
      </div>
      <Button
        variant="text"
        size="small"
        className={classes.remove}
        aria-label={t('campaigns.removeNamed', { code })}
        onClick={onRemove}
      >
        {t('campaigns.remove')}
      </Button>
    </div>
  );
}
