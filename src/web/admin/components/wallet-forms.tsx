import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from '#web/kernel/form.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useCorrecting, useRevoking } from '#web/wallet/desk/queries.ts';

/** The longest reason, in characters; as the contracts say. */
const reasonMaximumLength = 300;
const countMost = 1000;

/** As a whole number within its bounds; else null. */
function readCount(typed: string): number | null {
  const count = Number(typed.trim());
  return Number.isInteger(count) && count >= 1 && count <= countMost ? count : null;
}

interface CorrectionFormProps {
  kind: 'ticket' | 'voucher';
  id: number;
  left: number;
  onDone: () => void;
}

/** How many more or fewer, and why. What it makes of the number is shown while it is typed. */
export function CorrectionForm({ kind, id, left, onDone }: CorrectionFormProps) {
  const { t } = useTexts();
  const { correct, isPending, error } = useCorrecting(kind, id);
  const [isAdding, setIsAdding] = useState(true);
  const [typed, setTyped] = useState('');
  const sign = isAdding ? 1 : -1;
  const count = readCount(typed);
  const after = left + sign * (count ?? 0);
  const countProblem = (value: string) => {
    const number = readCount(value);
    if (number === null) return t('clientOwned.countNeeded', { most: countMost });
    return left + sign * number < 0 ? t('clientOwned.countTooMany', { left }) : undefined;
  };
  const form = useForm({
    names: ['count', 'reason'],
    check: ({ count: value, reason }) => ({
      count: countProblem(value),
      reason: reason.trim() === '' ? t('clientOwned.reasonNeeded') : undefined,
    }),
    onSubmit: ({ count: value, reason }) => correct(sign * (readCount(value) ?? 0), reason.trim(), onDone),
  });
  return (
    <form {...form.props} className={sheetParts}>
      <Refusal error={error} />
      <SegmentedControl label={t('clientOwned.direction')} isWide>
        <Segment isSelected={isAdding} onClick={() => setIsAdding(true)}>
          {t('clientOwned.add')}
        </Segment>
        <Segment isSelected={!isAdding} onClick={() => setIsAdding(false)}>
          {t('clientOwned.takeAway')}
        </Segment>
      </SegmentedControl>
      <Focused>
        <TextField
          {...form.field('count')}
          label={t('clientOwned.count')}
          hint={count === null || after < 0 ? undefined : t('clientOwned.becomes', { before: left, after })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Focused>
      <Reason {...form.field('reason')} />
      <SheetSubmit text={t('clientOwned.save')} isPending={isPending} />
    </form>
  );
}

interface RevokingFormProps {
  id: number;
  isRevoked: boolean;
  onDone: () => void;
}

/** What withdrawing means, or giving back, and why. */
export function RevokingForm({ id, isRevoked, onDone }: RevokingFormProps) {
  const { t } = useTexts();
  const { save, isPending, error } = useRevoking(!isRevoked, id);
  const form = useForm({
    names: ['reason'],
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('clientOwned.reasonNeeded') : undefined }),
    onSubmit: ({ reason }) => save(reason.trim(), onDone),
  });
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t(isRevoked ? 'clientOwned.restoreText' : 'clientOwned.revokeText')}</SheetText>
      <Refusal error={error} />
      <Focused>
        <Reason {...form.field('reason')} />
      </Focused>
      <SheetSubmit
        text={t(isRevoked ? 'clientOwned.restoreSave' : 'clientOwned.revokeSave')}
        isCostly={!isRevoked}
        isPending={isPending}
      />
    </form>
  );
}

function Reason(field: { name: string; error: string | undefined }) {
  const { t } = useTexts();
  return (
    <TextField
      {...field}
      label={t('clientOwned.reason')}
      hint={t('clientOwned.reasonHint')}
      maxLength={reasonMaximumLength}
      autoComplete="off"
    />
  );
}

/** The field within has the focus once it is there: the form was just asked for. */
function Focused({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.querySelector('input')?.focus(), []);
  return <div ref={ref}>{children}</div>;
}
