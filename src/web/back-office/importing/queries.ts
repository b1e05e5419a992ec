import { checkImport, type ImportPlan, runImport } from '#shared/back-office/importing/contract.ts';
import type { ImportKind } from '#shared/back-office/importing/domain.ts';
import { useCommand } from '#web/kernel/queries.ts';

export type { ImportPlan };

/** Checks a file, and takes it over as it was checked. */
export function useImport() {
  const checking = useCommand(checkImport, { invalidates: [], isErrorShownByScreen: () => true });
  const running = useCommand(runImport, {
    success: (t, { fresh }) => t('importing.done', { count: fresh }),
    invalidates: ['back-office', 'contracts'],
    isErrorShownByScreen: () => true,
  });
  return {
    check: (kind: ImportKind, file: string) => {
      running.reset();
      checking.mutate({ body: { kind, file } });
    },
    /** After a run: what is there now is what the plan says once more. */
    run: (kind: ImportKind, file: string, planId: string) =>
      running.mutateAsync({ body: { kind, file, planId } }),
    forget: () => {
      checking.reset();
      running.reset();
    },
    plan: checking.data,
    done: running.data,
    error: running.error ?? checking.error,
    isChecking: checking.isPending,
    isRunning: running.isPending,
  };
}
