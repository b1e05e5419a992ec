import type { Registered } from '#shared/messages/broadcasts/domain.ts';
import { DateField } from '#web/kernel/date-field.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { useAdminSchedule } from '#web/schedule/editing/queries.ts';
import { roomsToChoose, useScheduleFilters } from '#web/schedule/queries.ts';
import { useTrainingGroups } from '#web/training-groups/queries.ts';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import classes from './composer.module.css';
import type { Written } from './draft.ts';

interface PartProps {
  written: Written;
  onChange: (part: Partial<Written>) => void;
}

const numberOf = (value: string) => (value === '' ? undefined : Number(value));

/** Whom a message is for: a training, a group, or the trainings of some dates. */
export function AudienceFields({ written, onChange }: PartProps) {
  const { t } = useTexts();
  const { kind } = written;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('broadcasts.whom')}</legend>
      <SelectField
        label={t('broadcasts.whom')}
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value as Written['kind'] })}
      >
        <option value="training">{t('broadcasts.kindTraining')}</option>
        <option value="group">{t('broadcasts.kindGroup')}</option>
        <option value="filter">{t('broadcasts.kindFilter')}</option>
      </SelectField>
      {kind === 'training' ? <OneTraining written={written} onChange={onChange} /> : null}
      {kind === 'group' ? <OneGroup written={written} onChange={onChange} /> : null}
      {kind === 'filter' ? <Dates written={written} onChange={onChange} /> : null}
      {kind === 'group' ? null : <Whom written={written} onChange={onChange} />}
    </fieldset>
  );
}

function OneTraining({ written, onChange }: PartProps) {
  const { t } = useTexts();
  const { date, trainingId } = written;
  const { data } = useAdminSchedule(date, date);
  const trainings = data?.trainings ?? [];
  return (
    <div className={classes.pair}>
      <DateField
        label={t('broadcasts.date')}
        value={date}
        required
        onChange={(date) => {
          if (date !== '') onChange({ date: date, trainingId: undefined });
        }}
      />
      <SelectField
        label={t('broadcasts.training')}
        value={String(trainingId ?? '')}
        onChange={({ target }) => onChange({ trainingId: numberOf(target.value) })}
      >
        <option value="">
          {t(
            data !== undefined && trainings.length === 0
              ? 'broadcasts.noTrainings'
              : 'broadcasts.chooseTraining',
          )}
        </option>
        {trainings.map(({ id, time, namePrefix, name }) => (
          <option key={id} value={id}>
            {[time, namePrefix, name].filter(Boolean).join(' ')}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function OneGroup({ written, onChange }: PartProps) {
  const { t } = useTexts();
  const groups = useTrainingGroups().data ?? [];
  return (
    <SelectField
      label={t('broadcasts.group')}
      value={String(written.groupId ?? '')}
      onChange={({ target }) => onChange({ groupId: numberOf(target.value) })}
    >
      <option value="">{t('broadcasts.chooseGroup')}</option>
      {groups.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Dates({ written, onChange }: PartProps) {
  const { t } = useTexts();
  const filters = useScheduleFilters();
  const { from, until, clubId, roomId, trainerId, styleId } = written;
  const choice = (
    label: string,
    value: number | undefined,
    options: readonly { readonly id: number; readonly name: string }[],
    choose: (id: number | undefined) => void,
  ) => (
    <SelectField
      label={label}
      value={String(value ?? '')}
      onChange={({ target }) => choose(numberOf(target.value))}
    >
      <option value="">{t('broadcasts.all')}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
  return (
    <>
      <div className={classes.pair}>
        <DateField label={t('broadcasts.from')} value={from} onChange={(date) => onChange({ from: date })} />
        <DateField
          label={t('broadcasts.until')}
          value={until}
          min={from}
          onChange={(date) => onChange({ until: date })}
        />
      </div>
      <div className={classes.pair}>
        {choice(t('broadcasts.club'), clubId, filters?.clubs ?? [], (id) => onChange({ clubId: id }))}
        {choice(t('broadcasts.room'), roomId, filters ? roomsToChoose(filters, clubId) : [], (id) =>
          onChange({ roomId: id }),
        )}
        {choice(t('broadcasts.trainer'), trainerId, filters?.trainers ?? [], (id) =>
          onChange({ trainerId: id }),
        )}
        {choice(t('broadcasts.style'), styleId, filters?.styles ?? [], (id) => onChange({ styleId: id }))}
      </div>
    </>
  );
}

function Whom({ written, onChange }: PartProps) {
  const { t } = useTexts();
  return (
    <SegmentedControl label={t('broadcasts.registered')} isWide className={classes.whom}>
      {(['booked', 'waiting', 'everybody'] as const satisfies readonly Registered[]).map((whom) => (
        <Segment key={whom} isSelected={written.whom === whom} onClick={() => onChange({ whom })}>
          {t(`broadcasts.${whom}`)}
        </Segment>
      ))}
    </SegmentedControl>
  );
}
