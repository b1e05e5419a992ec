import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/question.tsx';
import type { ApiError } from './call.ts';
import { errorText } from './queries.ts';
import classes from './sheet-form.module.css';
import { useTexts } from './texts.tsx';

/** Parts of a sheet or of a form in it, one under the other. */
export const sheetParts = classes.parts;

/** What a form in a sheet is about. */
export function SheetText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
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

/** What can be done, each as wide as the sheet. */
export function SheetActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

interface SubmitProps {
  text: string;
  /** It costs somebody something. */
  isCostly?: boolean;
  /** There is nothing to do it to. */
  isDisabled?: boolean;
  isPending: boolean;
  /** Thought better of; left out where the form is closed by what opened it. */
  onBack?: () => void;
}

/** Ends a form: does it, or goes back. */
export function SheetSubmit({ text, isCostly = false, isDisabled = false, isPending, onBack }: SubmitProps) {
  const { t } = useTexts();
  return (
    <SheetActions>
      <Button
        type="submit"
        isWide
        variant={isCostly ? 'danger-outline' : 'primary'}
        disabled={isDisabled}
        isPending={isPending}
        pendingText={t('common.saving')}
      >
        {text}
      </Button>
      {onBack ? (
        <Button variant="plain" isWide onClick={onBack}>
          {t('common.back')}
        </Button>
      ) : null}
    </SheetActions>
  );
}
