import { checkImport, type ImportPlan, runImport } from '#shared/admin/importing/contract.ts';
import type { ImportKind } from '#shared/admin/importing/domain.ts';
import { useUpload } from '#web/kernel/uploads.ts';

export type { ImportPlan };

/** Checks a file, and takes it over as it was checked. */
export function useImport() {
  const checking = useUpload(checkImport, { invalidates: [], isErrorShownByScreen: () => true });
  const running = useUpload(runImport, {
    success: (t, { fresh }) => t('importing.done', { count: fresh }),
    invalidates: ['back-office', 'contracts'],
    isErrorShownByScreen: () => true,
  });
  return {
    check: (kind: ImportKind, file: Uint8Array) => {
      running.reset();
      checking.mutate({ query: { kind }, body: file });
    },
    /** After a run: what is there now is what the plan says once more. */
    run: (kind: ImportKind, file: Uint8Array, planId: string) =>
      running.mutateAsync({ query: { kind, planId }, body: file }),
    forget: () => {
      checking.reset();
      running.reset();
    },
    plan: checking.data,
    done: running.data,
    error: running.error ?? checking.error,
    isChecking: checking.isPending,
    isRunning: running.isPending,
    /** Of what is on its way now. */
    sending: running.isPending ? running : checking,
  };
}
