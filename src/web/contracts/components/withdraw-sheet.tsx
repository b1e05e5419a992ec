import type { ContractDetail } from '#shared/contracts/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useWithdraw, useWithdrawalPreview } from '../queries.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

interface WithdrawSheetProps {
  contract: ContractDetail;
  isOpen: boolean;
  onClose: () => void;
}

/** Withdrawing from a contract on its own page. */
export function WithdrawSheet({ contract, isOpen, onClose }: WithdrawSheetProps) {
  const { t } = useTexts();
  const { id, number, packageName } = contract;
  const command = useWithdraw();
  const isDone = command.data !== undefined;
  const preview = useWithdrawalPreview(id, isOpen && !isDone && !command.isPending);
  function close() {
    onClose();
    command.reset();
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t(isDone ? 'contracts.withdrawPage' : 'contracts.withdrawTitle', { name: packageName })}
      variant="question"
      hasCloseButton={false}
    >
      {preview.data ? (
        <WithdrawalSteps
          number={number}
          plan={preview.data}
          done={command.data}
          problem={command.error ? errorText(command.error, t) : undefined}
          isPending={command.isPending}
          onConfirm={() => command.mutate({ params: { id } })}
          onLeave={close}
        />
      ) : preview.error ? (
        <Notice tone="bad" icon="warning" text={errorText(preview.error, t)} />
      ) : (
        <Skeleton width="full" />
      )}
    </Sheet>
  );
}
