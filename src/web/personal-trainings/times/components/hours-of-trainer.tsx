import { isOpen } from '#shared/personal-trainings/contract.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Part } from '#web/ui/part.tsx';
import { TrainerHours } from './trainer-hours.tsx';

/** When a trainer is there for personal trainings, set by an administrator; nothing where the centre sells none. */
export function HoursOfTrainer({ id }: { id: number }) {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  if (!isOpen(pageRules)) return null;
  return (
    <Part title={t('personalTimes.title')}>
      <TrainerHours id={id} />
    </Part>
  );
}
