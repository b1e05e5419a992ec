import { useActor } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useOwnReplacing, useSubstituteSms } from '#web/replacements/queries.ts';
import { SavedCheckbox } from '#web/ui/saved-checkbox.tsx';

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
    <SavedCheckbox
      isChecked={data.takesSms}
      hint={t('replacements.smsText')}
      onSave={(wanted) => sms.mutateAsync({ query: { status: wanted ? 'true' : 'false' } })}
    >
      {t('replacements.sms')}
    </SavedCheckbox>
  );
}
