import { useState } from 'react';
import { addDays, localDate } from '#shared/kernel/dates.ts';
import { type Field, type Values, valueAt } from '#shared/kernel/fields.ts';
import type { ScheduleCommandInput } from '#shared/schedule/editing/contract.ts';
import { useNow } from '#web/kernel/clock.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useFirstTraining } from '#web/tenants/setup/queries.ts';
import { Notice } from '#web/ui/question.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Resource, useResources } from '../queries.ts';
import { EditForm } from './edit-form.tsx';
import classes from './setup.module.css';

const fields: readonly Field[] = [
  { name: 'styleId', kind: 'choice', from: 'styles', isRequired: true },
  { name: 'name', kind: 'text', isRequired: true, most: 100 },
  { name: 'roomId', kind: 'choice', from: 'rooms', isRequired: true },
  { name: 'trainerId', kind: 'choice', from: 'trainers' },
  { name: 'date', kind: 'date', isRequired: true },
  { name: 'time', kind: 'time', isRequired: true },
  { name: 'duration', kind: 'integer', isRequired: true, least: 5, most: 600 },
  { name: 'maxPlaces', kind: 'integer', isRequired: true, least: 1, most: 1000 },
  { name: 'weeks', kind: 'integer', isRequired: true, least: 1, most: 26 },
];

const textOf = (resource: Resource | undefined, name: string) => {
  const value = valueAt(resource?.values, name);
  return typeof value === 'string' || typeof value === 'number' ? value : '';
};

/** Slots of the timetable are five minutes. */
const onSlot = (minutes: number) => Math.max(5, Math.round(minutes / 5) * 5);

function commandOf(values: Values): ScheduleCommandInput {
  const date = String(values.date);
  const weeks = Number(values.weeks);
  const [hour = '18', minute = '00'] = String(values.time).split(':');
  const slot = String(Math.floor(Number(minute) / 5) * 5).padStart(2, '0');
  return {
    kind: 'create',
    fields: {
      name: String(values.name),
      namePrefix: '',
      styleId: Number(values.styleId),
      roomIds: [Number(values.roomId)],
      trainerId: values.trainerId === null ? null : Number(values.trainerId),
      maxPlaces: Number(values.maxPlaces),
      isPublic: true,
      isWaitingListAllowed: true,
      isClosed: false,
      isCommentingAllowed: true,
      publicComment: '',
      privateComment: '',
      isPaid: false,
      price: null,
      clientType: 'groupTraining',
      setUpMinutes: 0,
    },
    when: { date, time: `${hour}:${slot}`, duration: onSlot(Number(values.duration)) },
    repeat:
      weeks === 1
        ? null
        : {
            weekdays: [Temporal.PlainDate.from(date).dayOfWeek],
            everyWeeks: 1,
            until: addDays(date, (weeks - 1) * 7),
          },
  };
}

/** The first training, for some weeks in a row: planned and put into the timetable like any other. */
export function SetupTraining() {
  const { t, language } = useTexts();
  const { configuration } = useStartContext();
  const now = useNow();
  const [rooms, styles, trainers] = [
    useResources('rooms', {}).data,
    useResources('styles', {}).data,
    useResources('trainers', {}).data,
  ];
  const { put, isPutting } = useFirstTraining();
  const [problem, setProblem] = useState<'tooSoon' | 'taken'>();
  const [made, setMade] = useState(0);
  if (!rooms || !styles || !trainers) return <Skeleton size="block" width="full" />;
  const [room, style, trainer] = [rooms.items[0], styles.items[0], trainers.items[0]];
  const listOf = (items: readonly Resource[], nameOf: (resource: Resource) => string) =>
    items.map((resource) => ({ id: resource.id, name: nameOf(resource) }));
  const trainerName = (resource: Resource) =>
    `${textOf(resource, 'firstName')} ${textOf(resource, 'lastName')}`;
  const styleName = (resource: Resource | undefined) => String(textOf(resource, `names.${language}`));
  return (
    <EditForm
      key={made}
      label={t('setup.steps.training')}
      fields={fields}
      wording="setUpTraining"
      references={{
        rooms: listOf(rooms.items, (resource) => String(textOf(resource, 'name'))),
        styles: listOf(styles.items, styleName),
        trainers: listOf(trainers.items, trainerName),
      }}
      seen={{
        version: null,
        values: {
          styleId: style?.id,
          name: styleName(style),
          roomId: room?.id,
          trainerId: trainer?.id ?? null,
          date: addDays(localDate(now, configuration.timeZone), 1),
          time: '18:00',
          duration: 60,
          maxPlaces: textOf(room, 'capacity'),
          weeks: 8,
        },
      }}
      saveText={t('setup.trainingAdd')}
      isSaving={isPutting}
      refresh={async () => {}}
      save={async (values) => {
        const outcome = await put(commandOf(values));
        setProblem(outcome === 'made' ? undefined : outcome);
        if (outcome === 'made') setMade((count) => count + 1);
      }}
      note={
        <div aria-live="polite" className={classes.problem}>
          {problem === undefined ? null : (
            <Notice
              tone="bad"
              icon="warning"
              text={t(problem === 'taken' ? 'setup.trainingTaken' : 'setup.trainingTooSoon')}
            />
          )}
        </div>
      }
    />
  );
}
