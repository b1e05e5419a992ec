import { useId, useState } from 'react';
import type { ContractDetail } from '#shared/contracts/contract.ts';
import { addDays, parseLocalDate } from '#shared/kernel/dates.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useFreeze, useFreezePreview } from '../queries.ts';
import classes from './plan-facts.module.css';
import { LostBookings, useBillFacts, useVisitFacts } from './plan-facts.tsx';

interface FreezeSheetProps {
  contract: ContractDetail;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Two dates, and at once what they would mean: days, fee, the new end, the bills that change, the bookings given back.
 */
export function FreezeSheet({ contract, isOpen, onClose }: FreezeSheetProps) {
  const { t } = useTexts();
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('contracts.freezeTitle', { name: contract.packageName })}
    >
      <Asking contract={contract} onClose={onClose} />
    </Sheet>
  );
}

function Asking({ contract, onClose }: Omit<FreezeSheetProps, 'isOpen'>) {
  const { t } = useTexts();
  const money = useMoney();
  const billFacts = useBillFacts();
  const visitFacts = useVisitFacts();
  const formId = useId();
  const { id, freezeRules } = contract;
  const [from, setFrom] = useState(freezeRules.earliest);
  const [until, setUntil] = useState(addDays(freezeRules.earliest, Math.max(freezeRules.minDays, 14) - 1));
  const isRead = [from, until].every((date) => parseLocalDate(date) !== undefined);
  const freeze = useFreeze();
  const isAsking = isRead && isToPreview(freeze);
  const preview = useFreezePreview(id, isAsking ? { from, until } : null);
  const error = freeze.error ?? (isRead ? preview.error : null);
  const plan = preview.error ? undefined : preview.data;
  // Nothing is asked while a date is empty: what stands there then is not on its way to be anything else.
  const isOld = isAsking && preview.isPlaceholderData;
  return (
    <form
      id={formId}
      className={classes.sheet}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRead || isOld) return;
        if (plan) freeze.mutate({ params: { id }, body: { from, until } }, { onSuccess: onClose });
        else void preview.refetch();
      }}
    >
      <p className={classes.text}>
        {t('contracts.freezeRules', {
          min: freezeRules.minDays,
          max: freezeRules.maxDays,
          count: freezeRules.timesLeft,
        })}
      </p>
      <div className={classes.dates}>
        <DateField
          label={t('contracts.freezeFrom')}
          name="from"
          value={from}
          min={freezeRules.earliest}
          onChange={(date) => {
            freeze.reset();
            setFrom(date);
          }}
        />
        <DateField
          label={t('contracts.freezeUntil')}
          name="until"
          value={until}
          min={from}
          onChange={(date) => {
            freeze.reset();
            setUntil(date);
          }}
        />
      </div>
      <div className={classes.problem} role="alert">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      </div>
      {plan ? (
        <div aria-live="polite" aria-busy={isOld}>
          <Facts
            facts={[
              { label: t('contracts.days'), value: plan.days },
              { label: t('contracts.fee'), value: plan.fee === 0 ? t('contracts.noFee') : money(plan.fee) },
              ...(plan.validUntil === null
                ? []
                : [{ label: t('contracts.newEnd'), value: formatDate(plan.validUntil) }]),
              ...(plan.bindingUntil === null || plan.bindingUntil === plan.validUntil
                ? []
                : [{ label: t('contracts.newBinding'), value: formatDate(plan.bindingUntil) }]),
              ...billFacts(plan.bills),
              ...visitFacts(plan.visits),
            ]}
          />
          <LostBookings bookings={plan.bookings} />
        </div>
      ) : error || !isRead ? null : (
        <Skeleton width="full" />
      )}
      <div className={classes.actions}>
        <Button
          type="submit"
          isWide
          isPending={freeze.isPending || isOld}
          pendingText={t(freeze.isPending ? 'contracts.freezing' : 'common.loading')}
        >
          {plan ? t('contracts.freezeDays', { count: plan.days }) : t('contracts.freeze')}
        </Button>
        <Button isWide variant="plain" onClick={onClose}>
          {t('contracts.keepContract')}
        </Button>
      </div>
    </form>
  );
}
