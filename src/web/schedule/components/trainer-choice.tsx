import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '#web/kernel/texts.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useScheduleFilters } from '../queries.ts';

interface TrainerChoiceProps {
  path: '/trainer-calendar';
  search: { readonly trainer?: number | undefined };
}

/** Whose timetable an administrator looks at. */
export function TrainerChoice({ path, search }: TrainerChoiceProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const trainers = useScheduleFilters()?.trainers ?? [];
  return (
    <SelectField
      label={t('schedule.trainer')}
      value={search.trainer ?? ''}
      onChange={(event) => {
        const { value } = event.target;
        const { trainer: _, ...rest } = search;
        void navigate({
          to: path,
          search: { ...rest, ...(value !== '' && { trainer: Number(value) }) },
          replace: true,
        });
      }}
    >
      <option value="">–</option>
      {trainers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
