import { useEffect, useRef, useState } from 'react';
import type { WithdrawalPlan, Withdrawn } from '#shared/contracts/terminations/contract.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './plan-facts.module.css';
import { LostBookings } from './plan-facts.tsx';

interface WithdrawalStepsProps {
  number: string;
  plan: WithdrawalPlan;
  /** What came of the press. */
  done: Withdrawn | undefined;
  problem: string | undefined;
  isPending: boolean;
  onConfirm: () => void;
  /** The safe way out; absent where there is nowhere to go back to. */
  onLeave?: () => void;
}

/** What withdrawing means, then one confirming press, then the receipt: two steps, as the law has it. */
export function WithdrawalSteps(props: WithdrawalStepsProps) {
  const { number, plan, done, problem, isPending, onConfirm, onLeave } = props;
  const { t } = useTexts();
  const money = useMoney();
  const [step, setStep] = useState<1 | 2>(1);
  const title = useRef<HTMLHeadingElement>(null);
  const { usedDays, used, back, paidBack } = plan;
  const notOwed = Math.round((back - paidBack) * 100) / 100;
  useEffect(() => {
    if (step === 2) title.current?.focus();
  }, [step]);
  if (done) return <Receipt done={done} onLeave={onLeave} />;
  return (
    <div className={classes.sheet}>
      {step === 1 ? (
        <p className={classes.text}>
          {t('contracts.step', { step: 1 })}. {t('contracts.withdrawText', { date: formatDate(plan.until) })}
        </p>
      ) : (
        <>
          <h3 ref={title} tabIndex={-1}>
            {t('contracts.confirmTitle')}
          </h3>
          <Notice tone="warn" icon="warning" text={t('contracts.confirmText', { number })} />
        </>
      )}
      <Facts
        facts={[
          {
            label: t('contracts.usedDays'),
            value:
              usedDays === 0
                ? t('contracts.unused')
                : t('contracts.usedDaysCost', { count: usedDays, amount: money(used) }),
          },
          { label: t('contracts.paidBack'), value: money(paidBack) },
          ...(notOwed > 0 ? [{ label: t('contracts.notOwed'), value: money(notOwed) }] : []),
        ]}
      />
      <LostBookings bookings={plan.bookings} />
      <div className={classes.problem} role="alert">
        {problem === undefined ? null : <Notice tone="bad" icon="warning" text={problem} />}
      </div>
      <div className={classes.actions}>
        {onLeave ? (
          <Button isWide onClick={onLeave}>
            {t('contracts.keepContract')}
          </Button>
        ) : null}
        {step === 1 ? (
          <Button isWide variant="plain" onClick={() => setStep(2)}>
            {t('contracts.toConfirm')}
          </Button>
        ) : (
          <Button
            isWide
            variant="danger-outline"
            isPending={isPending}
            pendingText={t('contracts.withdrawing')}
            onClick={onConfirm}
          >
            {t('contracts.confirmWithdraw')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Receipt({ done, onLeave }: { done: Withdrawn; onLeave: (() => void) | undefined }) {
  const { t } = useTexts();
  const money = useMoney();
  const format = useTimeFormat();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={classes.sheet}>
      <h3 ref={title} tabIndex={-1}>
        {t('contracts.withdrawnTitle')}
      </h3>
      <p className={classes.text} role="status">
        {t('contracts.withdrawnText', { at: format.dayAndTime(done.at), amount: money(done.paidBack) })}
      </p>
      {onLeave ? (
        <Button isWide onClick={onLeave}>
          {t('contracts.done')}
        </Button>
      ) : null}
    </div>
  );
}
