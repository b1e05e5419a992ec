import { useState } from 'react';
import type { ContractPackage, PurchaseSummary } from '#shared/contracts/contract.ts';
import { beginsEarly, lacksEarlyRequest } from '#shared/contracts/domain.ts';
import { addDays, parseLocalDate } from '#shared/kernel/dates.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { SheetSubmit, SheetText, sheetParts } from '#web/kernel/sheet-form.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { type Texts, useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Consent } from '../../components/consent.tsx';
import { useContractLabels } from '../../components/contract-labels.ts';
import { useClientPackages, useDeskCheck, useGrantContract } from '../queries.ts';
import classes from './grant-contract.module.css';

/** Makes the client a contract at the desk. */
export function GrantContract({ id }: { id: number }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  // Here, because the form is gone as soon as the client may not have another one.
  const giving = useGrantContract();
  return (
    <div className={classes.opener}>
      <Button
        variant="plain"
        size="small"
        onClick={() => {
          giving.reset();
          setIsOpen(true);
        }}
      >
        {t('clientContracts.giving.open')}
      </Button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('clientContracts.giving.title')}>
        <GrantBody id={id} giving={giving} onDone={() => setIsOpen(false)} />
      </Sheet>
    </div>
  );
}

interface GrantProps {
  id: number;
  giving: ReturnType<typeof useGrantContract>;
  onDone: () => void;
}

/** Where, and what of what is sold there. */
function GrantBody({ id, giving, onDone }: GrantProps) {
  const { t } = useTexts();
  const { clubs } = useStartContext().configuration;
  const [clubId, setClubId] = useState(clubs[0]?.id ?? 0);
  const [productId, setProductId] = useState<number>();
  const { data: packages, error } = useClientPackages(id, clubId);
  const sold =
    packages?.find((one) => one.id === productId) ??
    packages?.find(({ startFrom }) => startFrom !== null) ??
    packages?.[0];
  return (
    <div className={sheetParts}>
      <SheetText>{t('clientContracts.giving.text')}</SheetText>
      {clubs.length < 2 ? null : (
        <SelectField
          label={t('clientContracts.giving.club')}
          value={clubId}
          onChange={({ target }) => {
            giving.reset();
            setClubId(Number(target.value));
          }}
        >
          {clubs.map((club) => (
            <option key={club.id} value={club.id}>
              {club.name}
            </option>
          ))}
        </SelectField>
      )}
      {error ? <Notice tone="bad" icon="warning" text={refusalText(error, t)} /> : null}
      {packages || error ? null : <Skeleton width="full" />}
      {packages && !sold ? <SheetText>{t('clientContracts.giving.nothing')}</SheetText> : null}
      {packages && sold ? (
        <>
          <SelectField
            label={t('clientContracts.package')}
            value={sold.id}
            onChange={({ target }) => {
              giving.reset();
              setProductId(Number(target.value));
            }}
          >
            {packages.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
          {sold.startFrom === null ? (
            <Notice tone="warn" icon="info" text={t('clientContracts.giving.none')} />
          ) : (
            <GrantForm
              key={`${sold.id} ${clubId}`}
              id={id}
              giving={giving}
              clubId={clubId}
              sold={sold}
              earliest={sold.startFrom}
              onDone={onDone}
            />
          )}
        </>
      ) : null}
    </div>
  );
}

interface GrantFormProps extends GrantProps {
  clubId: number;
  sold: ContractPackage;
  earliest: string;
}

/** From when on; what its invoice will say is shown before it is pressed. */
function GrantForm({ id, giving, clubId, sold, earliest, onDone }: GrantFormProps) {
  const { t } = useTexts();
  const money = useMoney();
  const { today } = useTimeFormat();
  const { startUntil } = sold;
  const [startsOn, setStartsOn] = useState(earliest);
  const problem = startProblem(startsOn);
  const request = { productId: sold.id, unitId: clubId, startsOn };
  const isAsking = problem === undefined && isToPreview(giving);
  const check = useDeskCheck(id, isAsking ? request : null);
  const summary = check.error || problem !== undefined ? undefined : check.data;
  const isOld = isAsking && check.isPlaceholderData;
  const isEarly = summary !== undefined && beginsEarly(startsOn, today, summary);
  const refusal = giving.error ?? (isAsking ? check.error : null);

  function startProblem(date: string): string | undefined {
    if (parseLocalDate(date) === undefined) return t('validation.fieldRequired');
    if (date < today) return t('contracts.startPast');
    if (date > startUntil) return t('contracts.startTooFar', { date: formatDate(startUntil) });
    return date < earliest
      ? t('clientContracts.giving.heldUntil', { date: formatDate(earliest) })
      : undefined;
  }

  const form = useForm({
    names: ['startsOn', 'startsEarly'],
    check: ({ startsOn: first, startsEarly }) => ({
      startsOn: startProblem(first),
      startsEarly:
        summary && lacksEarlyRequest({ startsOn: first, startsEarly: startsEarly !== '' }, today, summary)
          ? t('clientContracts.giving.earlyRequired', {
              date: formatDate(addDays(today, summary.withdrawalDays)),
            })
          : undefined,
    }),
    onSubmit: ({ startsEarly }) => {
      // Not yet, or of the date before: nobody has seen what this one's comes to.
      if (!summary || isOld) void check.refetch();
      else {
        giving.mutate(
          { params: { id }, body: { ...request, startsEarly: startsEarly !== '' } },
          { onSuccess: onDone },
        );
      }
    },
  });
  return (
    <form {...form.props} className={sheetParts}>
      <DateField
        {...form.field('startsOn')}
        label={t('contracts.startsOn')}
        min={earliest}
        max={startUntil}
        value={startsOn}
        onChange={(date) => {
          giving.reset();
          setStartsOn(date);
        }}
      />
      {summary ? <Summary summary={summary} isOld={isOld} /> : null}
      <div role="alert" className={classes.problem}>
        {refusal ? <Notice tone="bad" icon="warning" text={refusalText(refusal, t)} /> : null}
      </div>
      {isEarly ? (
        <Consent error={form.field('startsEarly').error}>
          <Checkbox
            name="startsEarly"
            hint={t('clientContracts.giving.startsEarlyHint', { days: summary.withdrawalDays })}
          >
            {t('clientContracts.giving.startsEarly')}
          </Checkbox>
        </Consent>
      ) : null}
      <SheetSubmit
        text={
          summary
            ? t('clientContracts.giving.saveFor', { price: money(summary.total) })
            : t('clientContracts.giving.save')
        }
        isPending={giving.isPending || isOld}
      />
    </form>
  );
}

/** Every line of the first invoice, and what comes later. */
function Summary({ summary, isOld }: { summary: PurchaseSummary; isOld: boolean }) {
  const { t } = useTexts();
  const money = useMoney();
  const labels = useContractLabels();
  const { lines, total, startsOn, endsOn, bindingUntil, part, periodMonths, anchorDay, next } = summary;
  const facts = [
    ...lines.map((line) => ({ label: line.article, value: money(line.total) })),
    { label: t('clientContracts.giving.first'), value: money(total) },
    ...(part
      ? [{ label: t('clientContracts.giving.part'), value: t('clientContracts.giving.partOf', part) }]
      : []),
    { label: t('contracts.validity'), value: labels.validity({ validFrom: startsOn, validUntil: endsOn }) },
    ...(bindingUntil === null
      ? []
      : [
          {
            label: t('contracts.binding'),
            value: t('contracts.bindingUntil', { date: formatDate(bindingUntil) }),
          },
        ]),
    {
      label: t('clientContracts.giving.payDay'),
      value: t('clientContracts.giving.payDayOn', { day: anchorDay, count: periodMonths }),
    },
    {
      label: t('contracts.nextPayment'),
      value: next
        ? t('contracts.nextPaymentOn', { amount: money(next.amount), date: formatDate(next.date) })
        : t('contracts.noNextPayment'),
    },
  ];
  return (
    <div aria-busy={isOld} aria-live="polite">
      <Facts isFramed facts={facts} />
    </div>
  );
}

/** About the client, not to them. */
function refusalText(error: ApiError | Error, t: Texts['t']): string {
  const code = 'errors' in error ? error.errors[0] : undefined;
  switch (code) {
    case 'noProductsFound':
      return t('clientContracts.giving.notSold');
    case 'clientNotFound':
      return t('clientContracts.giving.gone');
    case 'hasActiveContract':
      return t('clientContracts.giving.overlaps');
    case 'contractUnpaid':
      return t('clientContracts.giving.unpaid');
    case 'contractIsBlocked':
      return t('clientContracts.giving.blocked');
    default:
      return errorText(error, t);
  }
}
