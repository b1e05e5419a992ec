import { useQuery } from '@tanstack/react-query';
import { getLogos, saveLogo } from '#shared/tenants/logos/contract.ts';
import type { LogoKind } from '#shared/tenants/logos/domain.ts';
import { queryFor } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useUpload } from '#web/kernel/uploads.ts';

/** The drawings of the centre. */
export function useLogos() {
  const isMember = useIsMember();
  const query = useQuery({ ...queryFor(getLogos), enabled: isMember });
  const saving = useUpload(saveLogo, { success: (t) => t('backOffice.form.saved') });
  return {
    logos: query.data?.logos,
    save: (kind: LogoKind, file: File) => saving.mutate({ query: { kind }, body: file }),
    isSaving: saving.isPending,
    sent: saving.sent,
    stop: saving.stop,
  };
}
