import { setTimeout } from 'node:timers/promises';
import type { EndpointInput } from '#shared/kernel/endpoint.ts';
import * as editing from '#shared/schedule/editing/contract.ts';
import * as series from '#shared/schedule/series/contract.ts';
import type { Centre, TestTraining } from './centre.ts';
import type { withServer } from './server.ts';

type Running = ReturnType<typeof withServer>;

export type Command = EndpointInput<typeof editing.planSchedule>['body']['command'];
type Choice = EndpointInput<typeof editing.planSchedule>['body']['choice'];

/** A centre with an administrator who edits its timetable. */
export async function scene({ centre, call, ask }: Running, parts: Parameters<Running['centre']>[0] = {}) {
  const home = await centre(parts);
  const admin = await home.account({ role: 'admin' });
  const roomId = await home.room({ name: 'Hall A' });
  const styleId = await home.style();
  const fields = {
    ...{ name: 'Yoga', namePrefix: '', styleId, roomIds: [roomId], maxPlaces: 10 },
    trainerId: null as number | null,
    ...{ isPublic: true, isWaitingListAllowed: true, isClosed: false, isCommentingAllowed: true },
    ...{
      publicComment: '',
      privateComment: '',
      isPaid: false,
      price: null,
      clientType: 'groupTraining' as const,
    },
    setUpMinutes: 0,
  };
  const plan = (command: Command, choice?: Choice) =>
    call(editing.planSchedule, { body: { command, ...(choice && { choice }) } }, { actor: admin });
  const apply = async (command: Command, choice?: Choice, isTold = true) => {
    const planned = await plan(command, choice);
    if (planned.status !== 200) return { planned, applied: planned, answer: undefined };
    const body = { command, ...(choice && { choice }), planId: planned.body.planId, isTold };
    const applied = await call(editing.applySchedule, { body }, { actor: admin });
    return { planned, applied, answer: applied.status === 200 ? applied.body : undefined };
  };
  const undo = (id: number) => call(series.undoChange, { params: { id } }, { actor: admin });
  /** Mondays from 21 September at 18:00, the tests' now being Monday noon, 14.09. */
  const weekly = async (until: string, more: Partial<typeof fields> = {}) => {
    const command: Command = {
      kind: 'create',
      fields: { ...fields, ...more },
      when: { date: '2026-09-21', time: '18:00', duration: 60 },
      repeat: { weekdays: [1], everyWeeks: 1, until },
    };
    const { answer, applied } = await apply(command);
    if (!answer) throw new Error(JSON.stringify(applied));
    return answer;
  };
  const trainings = () =>
    ask<{
      id: number;
      starts_at: string;
      is_cancelled: boolean;
      series_id: number | null;
      series_on: string | null;
      overridden: string[];
      name: string;
      room_id: number;
      version: number;
      sequence: number;
    }>('select * from trainings where tenant_id = $1 order by starts_at, id', home.id);
  return { home, admin, roomId, styleId, fields, plan, apply, undo, weekly, trainings };
}

export const first = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (!row) throw new Error('there is none');
  return row;
};
export const at = <T>(rows: readonly T[], index: number): T => first(rows.slice(index));

export async function book(
  { ask }: Running,
  home: Centre,
  training: { id: number },
  clientId: number,
  place?: number,
) {
  const [row] = await ask<TestTraining & { styleId: number }>(
    `select id, style_id as "styleId", club_id as "clubId", room_id as "roomId", trainer_id as "trainerId",
      starts_at as "startsAt", ends_at as "endsAt", local_date as "localDate" from trainings where id = $1 and tenant_id = $2`,
    training.id,
    home.id,
  );
  if (!row) throw new Error('no training');
  return home.registration(row, clientId, place === undefined ? {} : { place });
}

export const stateOf = async ({ ask }: Running, home: Centre, id: number) =>
  first(
    await ask<{ state: string; place: number | null; starts_at: string; free_until: string }>(
      'select state, place, starts_at, free_until from registrations where tenant_id = $1 and id = $2',
      home.id,
      id,
    ),
  );

interface Notice {
  readonly kind: string;
  readonly clientId: number;
  readonly trainingId: number;
  readonly changeId?: number;
  readonly previousStartsAt?: string;
}

/** What clients without a login are told, once so many notices are on their way. They hear by mail alone. */
export async function notices({ ask }: Running, home: Centre, count: number): Promise<Notice[]> {
  for (let tries = 0; ; tries += 1) {
    const rows = await ask<{ event: Notice }>(
      'select event from notice_deliveries where tenant_id = $1 order by id',
      home.id,
    );
    if (rows.length >= count || tries === 150) return rows.map(({ event }) => event);
    await setTimeout(100);
  }
}
