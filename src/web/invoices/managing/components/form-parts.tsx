import type { ApiError } from '#web/kernel/call.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import classes from './client-invoices.module.css';

interface ReasonProps {
  name: string;
  error: string | undefined;
  hint: string;
  maxLength: number;
}

/** Why: kept with what was done. */
export function Reason(props: ReasonProps) {
  const { t } = useTexts();
  return <TextField {...props} label={t('clientInvoices.reason')} autoComplete="off" />;
}

/** What the server says to it, where it was pressed. */
export function Refusal({ error }: { error: ApiError | null }) {
  const { t } = useTexts();
  return (
    <div className={classes.problem} role="alert">
      {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
    </div>
  );
}

/** What will be so afterwards, told again whenever it changes. */
export function Facts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <dl aria-live="polite">
      {facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ButtonsProps {
  text: string;
  isPending: boolean;
  /** There is nothing to do it to. */
  isDisabled?: boolean;
  onBack: () => void;
}

export function Buttons({ text, isPending, isDisabled = false, onBack }: ButtonsProps) {
  const { t } = useTexts();
  return (
    <div className={classes.actions}>
      <Button
        type="submit"
        isWide
        variant="danger-outline"
        disabled={isDisabled}
        isPending={isPending}
        pendingText={t('clientInvoices.saving')}
      >
        {text}
      </Button>
      <Button variant="plain" isWide onClick={onBack}>
        {t('clientInvoices.back')}
      </Button>
    </div>
  );
}
