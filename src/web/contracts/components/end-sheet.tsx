import type { ContractDetail } from '#shared/contracts/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useEnd, useTerminationPreview } from '../queries.ts';
import classes from './plan-facts.module.css';
import { LostBookings } from './plan-facts.tsx';

interface EndSheetProps {
  contract: ContractDetail;
  isOpen: boolean;
  onClose: () => void;
}

/** The last day and everything that comes until then, before the press; the safe choice first. */
export function EndSheet({ contract, isOpen, onClose }: EndSheetProps) {
  const { t } = useTexts();
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('contracts.endTitle', { name: contract.packageName })}
      variant="question"
      hasCloseButton={false}
    >
      <Asking contract={contract} onClose={onClose} />
    </Sheet>
  );
}

function Asking({ contract, onClose }: Omit<EndSheetProps, 'isOpen'>) {
  const { t } = useTexts();
  const money = useMoney();
  const { id } = contract;
  const end = useEnd();
  const { data: plan, error: notShown } = useTerminationPreview(id, isToPreview(end));
  const error = end.error ?? notShown;
  const sum = plan?.bills.reduce((total, { amount }) => total + Math.round(amount * 100), 0) ?? 0;
  const bills = plan?.bills.filter(({ amount }) => amount > 0) ?? [];
  return (
    <div className={classes.sheet}>
      {plan ? (
        <>
          <Facts
            facts={[
              { label: t('contracts.finalDay'), value: formatDate(plan.finalOn) },
              { label: t('contracts.noticeUntil'), value: formatDate(plan.noticeUntil) },
              ...(plan.boundUntil === null
                ? []
                : [{ label: t('contracts.boundUntil'), value: formatDate(plan.boundUntil) }]),
              {
                label: t('contracts.stillToPay'),
                value:
                  bills.length === 0
                    ? t('contracts.nothingMore')
                    : t('contracts.remaining', { count: bills.length, amount: money(sum / 100) }),
              },
              ...(plan.open === 0 ? [] : [{ label: t('contracts.openNow'), value: money(plan.open) }]),
              ...(plan.back === 0 ? [] : [{ label: t('contracts.givenBack'), value: money(plan.back) }]),
            ]}
          />
          <LostBookings bookings={plan.bookings} />
          <p className={classes.text}>{t('contracts.endUndo')}</p>
        </>
      ) : error ? null : (
        <Skeleton width="full" />
      )}
      <div className={classes.problem} role="alert">
        {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
      </div>
      <div className={classes.actions}>
        <Button isWide onClick={onClose}>
          {t('contracts.keepContract')}
        </Button>
        {plan ? (
          <Button
            isWide
            variant="danger-outline"
            isPending={end.isPending}
            pendingText={t('contracts.ending')}
            onClick={() => end.mutate({ params: { id } }, { onSuccess: onClose })}
          >
            {t('contracts.endOn', { date: formatDate(plan.finalOn) })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
