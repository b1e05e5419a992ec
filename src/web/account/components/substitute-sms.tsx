import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useOwnReplacing, useSubstituteSms } from '#web/replacements/queries.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** Of trainers and administrators: requests for a replacement by SMS too (specification point 3, Profile). */
export function SubstituteSms() {
  const { t } = useTexts();
  const actor = useActor();
  const { pageRules } = useStartContext();
  const isStaff = actor.kind === 'member' && (actor.isAdmin || actor.trainerId !== undefined);
  const isOffered =
    isStaff &&
    pageRules.pageFunctions.isSubstituteTrainerFunctionEnabled &&
    !pageRules.notification.isSmsHidden;
  const { data } = useOwnReplacing(isOffered);
  const sms = useSubstituteSms();
  if (!isOffered || !data) return null;
  return (
    <Checkbox
      checked={sms.isPending ? sms.variables?.query.status === 'true' : data.takesSms}
      hint={t('replacements.smsText')}
      onChange={({ currentTarget }) =>
        sms.mutate({ query: { status: currentTarget.checked ? 'true' : 'false' } })
      }
    >
      {t('replacements.sms')}
    </Checkbox>
  );
}
