import { useQuery } from '@tanstack/react-query';
import { getLogos, saveLogo } from '#shared/back-office/logos/contract.ts';
import type { LogoKind } from '#shared/back-office/logos/domain.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** The drawings of the centre. */
export function useLogos() {
  const isMember = useIsMember();
  const query = useQuery({ ...queryFor(getLogos), enabled: isMember });
  const saving = useCommand(saveLogo, { success: (t) => t('backOffice.form.saved') });
  return {
    logos: query.data?.logos,
    save: (kind: LogoKind, file: string) => saving.mutate({ body: { kind, file } }),
    isSaving: saving.isPending,
  };
}
