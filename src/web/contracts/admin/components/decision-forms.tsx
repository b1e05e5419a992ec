import { localDate } from '#shared/kernel/dates.ts';
import { useNow } from '#web/kernel/clock.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { type FieldErrors, useForm } from '#web/kernel/form.ts';
import { useMoney } from '#web/kernel/money.ts';
import { Refusal, SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type ManagedContract, useBlock, useCollection, useRecall, useUnblock } from '../queries.ts';

export interface FormProps {
  contract: ManagedContract;
  /** Done, or thought better of. */
  onDone: () => void;
}

/** Blocks a contract until a date or until it is lifted, or gives the block that stands another date or reason. */
export function BlockForm({ contract, onDone }: FormProps) {
  const { t } = useTexts();
  const { timeZone } = useStartContext().configuration;
  const today = localDate(useNow(), timeZone);
  const { mutate, isPending, error } = useBlock();
  const { id, block } = contract;
  const form = useForm({
    names: ['reason', 'until'],
    check: ({ reason, until }): FieldErrors<'reason' | 'until'> => ({
      reason: reason.trim() === '' ? t('clientContracts.reasonNeeded') : undefined,
      until: until !== '' && until < today ? t('clientContracts.untilPast') : undefined,
    }),
    onSubmit: ({ reason, until }) =>
      mutate(
        { params: { id }, body: { reason: reason.trim(), until: until === '' ? null : until } },
        { onSuccess: onDone },
      ),
  });
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('clientContracts.blockText')}</SheetText>
      <Refusal error={error} />
      <Reason {...form.field('reason')} defaultValue={block?.reason} />
      <DateField
        {...form.field('until')}
        label={t('clientContracts.until')}
        hint={t('clientContracts.untilHint')}
        defaultValue={block?.until ?? ''}
        min={today}
      />
      <SheetSubmit text={t('clientContracts.block')} isCostly isPending={isPending} onBack={onDone} />
    </form>
  );
}

/** Lifts a block. */
export function UnblockForm({ contract: { id }, onDone }: FormProps) {
  const { t } = useTexts();
  const { mutate, isPending, error } = useUnblock();
  const form = useReasonForm((reason) => mutate({ params: { id }, body: { reason } }, { onSuccess: onDone }));
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('clientContracts.unblockText')}</SheetText>
      <Refusal error={error} />
      <Reason {...form.field('reason')} />
      <SheetSubmit text={t('clientContracts.unblock')} isPending={isPending} onBack={onDone} />
    </form>
  );
}

/** Gives the debt to a collector. */
export function CollectForm({ contract: { id, debt }, onDone }: FormProps) {
  const { t } = useTexts();
  const money = useMoney();
  const { mutate, isPending, error } = useCollection();
  const form = useReasonForm((reason) => mutate({ params: { id }, body: { reason } }, { onSuccess: onDone }));
  return (
    <form {...form.props} className={sheetParts}>
      <Notice tone="warn" icon="warning" text={t('clientContracts.collectText', { amount: money(debt) })} />
      <Refusal error={error} />
      <Reason {...form.field('reason')} />
      <SheetSubmit text={t('clientContracts.collect')} isCostly isPending={isPending} onBack={onDone} />
    </form>
  );
}

/** Takes the contract back from there. */
export function RecallForm({ contract: { id }, onDone }: FormProps) {
  const { t } = useTexts();
  const { mutate, isPending, error } = useRecall();
  const form = useReasonForm((reason) => mutate({ params: { id }, body: { reason } }, { onSuccess: onDone }));
  return (
    <form {...form.props} className={sheetParts}>
      <SheetText>{t('clientContracts.recallText')}</SheetText>
      <Refusal error={error} />
      <Reason {...form.field('reason')} />
      <SheetSubmit text={t('clientContracts.recall')} isPending={isPending} onBack={onDone} />
    </form>
  );
}

function useReasonForm(onReason: (reason: string) => void) {
  const { t } = useTexts();
  return useForm({
    names: ['reason'],
    check: ({ reason }) => ({
      reason: reason.trim() === '' ? t('clientContracts.reasonNeeded') : undefined,
    }),
    onSubmit: ({ reason }) => onReason(reason.trim()),
  });
}

function Reason(props: { name: string; error: string | undefined; defaultValue?: string | undefined }) {
  const { t } = useTexts();
  return (
    <TextField
      {...props}
      label={t('clientContracts.reason')}
      hint={t('clientContracts.reasonHint')}
      maxLength={300}
      autoComplete="off"
      data-autofocus
    />
  );
}
