import type { ContractDetail } from '#shared/contracts/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { formatDate } from '#web/kernel/format.ts';
import { useMoney } from '#web/kernel/money.ts';
import { errorText, isToPreview } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Question } from '#web/ui/question.tsx';
import { useReturn, useReturnPreview } from '../queries.ts';
import { useBillFacts } from './plan-facts.tsx';

interface ReturnSheetProps {
  contract: ContractDetail;
  freeze: ContractDetail['freezes'][number];
  isOpen: boolean;
  onClose: () => void;
}

/** Coming back early, or taking a freeze back before it begins: what changes with it. */
export function ReturnSheet({ contract, freeze, isOpen, onClose: close }: ReturnSheetProps) {
  const { t } = useTexts();
  const money = useMoney();
  const billFacts = useBillFacts();
  const command = useReturn();
  // What was refused is not what greets the next opening.
  const onClose = () => {
    command.reset();
    close();
  };
  const isAsking = isOpen && isToPreview(command);
  const preview = useReturnPreview(contract.id, freeze.id, isAsking);
  const isPlanned = freeze.state === 'planned';
  const error = command.error ?? preview.error;
  const plan = preview.data;
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t(isPlanned ? 'contracts.takeFreezeBackTitle' : 'contracts.comeBackTitle')}
      variant="question"
      hasCloseButton={false}
    >
      <Question
        text={t('contracts.freezeSpan', { from: formatDate(freeze.from), until: formatDate(freeze.until) })}
        facts={
          plan
            ? [
                { label: t('contracts.daysBack'), value: plan.days },
                ...(plan.validUntil === null
                  ? []
                  : [{ label: t('contracts.newEnd'), value: formatDate(plan.validUntil) }]),
                ...(plan.feeBack === 0
                  ? []
                  : [{ label: t('contracts.feeBack'), value: money(plan.feeBack) }]),
                ...billFacts(plan.bills),
              ].map(({ label, value }) => ({ label, value }))
            : []
        }
        safeText={t('contracts.keepFreeze')}
        onSafe={onClose}
        otherText={plan ? t(isPlanned ? 'contracts.takeFreezeBack' : 'contracts.comeBack') : null}
        otherPendingText={t('contracts.comingBack')}
        isOtherCostly={false}
        isPending={command.isPending}
        problem={error ? errorText(error, t) : undefined}
        onOther={() =>
          command.mutate(
            { params: { id: contract.id }, body: { freezeId: freeze.id } },
            { onSuccess: onClose },
          )
        }
      />
    </Sheet>
  );
}
