import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContractPackage } from '#shared/contracts/contract.ts';
import { addDays, parseLocalDate } from '#shared/kernel/dates.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { type FieldErrors, type FieldValues, useForm } from '#web/kernel/form.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/question.tsx';
import { useAddContract, usePurchaseCheck } from '../queries.ts';
import { Consent } from './consent.tsx';
import classes from './purchase-form.module.css';
import { PurchaseSummary } from './purchase-summary.tsx';

interface PurchaseFormProps {
  sold: ContractPackage;
  clubId: number;
  /** A campaign code that was applied. */
  code: string | undefined;
}

const names = ['startsOn', 'startsEarly', 'hasAgreed'] as const;
type Name = (typeof names)[number];

/** The days of withdrawal until the server has told them: the law's. */
const usualDays = 14;

/** From when on, what it costs line by line, what must be agreed to, and one press. */
export function PurchaseForm({ sold, clubId, code }: PurchaseFormProps) {
  const { t } = useTexts();
  const money = useMoney();
  const router = useRouter();
  const { today } = useTimeFormat();
  const { startFrom, startUntil } = sold;
  const earliest = startFrom ?? today;
  const [startsOn, setStartsOn] = useState(earliest);
  const isDate = parseLocalDate(startsOn) !== undefined;
  const problem = startProblem(startsOn);
  const adding = useAddContract();
  const isAsking = isDate && problem === undefined && isToPreview(adding);
  const request = { productId: sold.id, unitId: clubId, startsOn, ...(code !== undefined && { code }) };
  const check = usePurchaseCheck(isAsking ? request : null);
  const summary = check.error && isAsking ? undefined : check.data;
  const isOld = isAsking && check.isPlaceholderData;
  const withdrawalDays = summary?.withdrawalDays ?? usualDays;
  const lastEarly = addDays(today, withdrawalDays);
  const isEarly = isDate && startsOn <= lastEarly;

  function startProblem(date: string): string | undefined {
    if (parseLocalDate(date) === undefined) return t('validation.fieldRequired');
    if (date < today) return t('contracts.startPast');
    if (date > startUntil) return t('contracts.startTooFar', { date: formatDate(startUntil) });
    return date < earliest ? t('contracts.heldUntil', { date: formatDate(earliest) }) : undefined;
  }

  function problems(values: FieldValues<Name>): FieldErrors<Name> {
    return {
      startsOn: startProblem(values.startsOn),
      startsEarly:
        values.startsEarly === '' && values.startsOn <= lastEarly
          ? t('contracts.earlyRequired', { date: formatDate(lastEarly) })
          : undefined,
      hasAgreed: values.hasAgreed === '' ? t('contracts.agreeRequired') : undefined,
    };
  }

  const form = useForm({
    names,
    check: problems,
    onSubmit: ({ startsEarly }) => {
      // Not yet, or of the date before: nobody has seen what this one's comes to.
      if (!summary || isOld) void check.refetch();
      else {
        adding.mutate(
          { body: { ...request, startsEarly: startsEarly !== '', hasAgreed: true } },
          {
            onSuccess: ({ invoiceToken }) =>
              router.history.push(`/public/invoices?invoice=${encodeURIComponent(invoiceToken)}`),
          },
        );
      }
    },
  });
  const refusal = adding.error ?? (isAsking ? check.error : null);
  return (
    <form {...form.props} className={classes.form}>
      <DateField
        {...form.field('startsOn')}
        label={t('contracts.startsOn')}
        min={earliest}
        max={startUntil}
        value={startsOn}
        onChange={(date) => {
          adding.reset();
          setStartsOn(date);
        }}
      />
      {summary && problem === undefined ? <PurchaseSummary summary={summary} isOld={isOld} /> : null}
      <div className={classes.problem} role="alert">
        {refusal ? <Notice tone="bad" icon="warning" text={refusalText(refusal)} /> : null}
      </div>
      {isEarly ? (
        <Consent error={form.field('startsEarly').error}>
          <Checkbox name="startsEarly" hint={t('contracts.earlyHint')}>
            {t('contracts.early', { date: formatDate(startsOn), days: withdrawalDays })}
          </Checkbox>
        </Consent>
      ) : null}
      <Consent error={form.field('hasAgreed').error}>
        <Checkbox name="hasAgreed">{t('contracts.agree')}</Checkbox>
        <Link to="/page/buying-terms" className={classes.link}>
          {t('contracts.termsLink')}
        </Link>
      </Consent>
      <Button
        type="submit"
        isWide
        disabled={!form.isReady}
        isPending={adding.isPending || isOld}
        pendingText={t('contracts.preparing')}
      >
        {summary && summary.total > 0
          ? t('contracts.pay', { price: money(summary.total) })
          : t('contracts.confirmFree')}
      </Button>
      <p className={classes.note}>{t('contracts.nothingYet')}</p>
    </form>
  );

  function refusalText(error: ApiError | Error): string {
    return `${errorText(error, t)}. ${t('contracts.nothingCharged')}`;
  }
}
