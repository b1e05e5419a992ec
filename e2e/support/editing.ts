import type { Page, TestInfo } from '@playwright/test';
import { et } from '#i18n/et.ts';
import { listUnits } from '#shared/rooms/contract.ts';
import { getScheduleFilters } from '#shared/schedule/contract.ts';
import {
  applySchedule,
  type ClashChoice,
  getAdminSchedule,
  planSchedule,
  type ScheduleCommandInput,
} from '#shared/schedule/editing/contract.ts';
import { standAt } from './journey.ts';
import { callAsMember, type MemberCall } from './member.ts';

const hosts = { desk: 'virumae-sport.ee', phone: 'tammetreenerid.ee' } as const;
/** After the demo's weeks, a day for each journey: nothing else is there. */
export const dayOf = (index: number) =>
  Temporal.Now.plainDateISO('Europe/Tallinn')
    .add({ days: 80 + index })
    .toString();

/** The day of a run of a journey: `index` (0 to 8) tells the journeys apart, and whoever repeats one finds an empty day. */
export const ownDay = ({ repeatEachIndex, retry }: TestInfo, index: number) =>
  dayOf(index + 9 * (repeatEachIndex * 2 + retry));

/**
 * The Monday of a week that only this run of a journey works in, far after the days of the others: `index` tells the
 * journeys apart, and whoever repeats one finds an empty week each time.
 */
export function ownWeek({ repeatEachIndex, retry }: TestInfo, index: number): string {
  const run = repeatEachIndex * 2 + retry;
  const day = Temporal.PlainDate.from(dayOf(50)).add({ weeks: index * 20 + run });
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

export interface Ground {
  readonly call: MemberCall;
  readonly rooms: readonly { readonly id: number; readonly name: string }[];
  readonly styleId: number;
}

/** Stands at the project's own centre; see {@link groundOf}. */
export async function stand(page: Page, project: string): Promise<Ground> {
  await standAt(page, project === 'phone' ? hosts.phone : hosts.desk);
  return groundOf(page);
}

/** The rooms and a style of the centre whose page is open, asked as an administrator. */
export async function groundOf(page: Page): Promise<Ground> {
  const call = await callAsMember(page, 'admin');
  const [unit] = await call(listUnits, {});
  const [style] = (await call(getScheduleFilters, {})).styles;
  if (!unit || !style) throw new Error('no room or no style');
  return { call, rooms: unit.rooms, styleId: style.id };
}

interface Made {
  name: string;
  date: string;
  time: string;
  room?: number;
  weeks?: number;
  places?: number;
  /** Minutes. */
  duration?: number;
  trainerId?: number;
  /** Euros of a single place; without it the training is not a paid one. */
  price?: number;
  isWaitingListAllowed?: boolean;
}

/** Makes a training, or one on each of some weeks, as the screen does: planned, then applied. */
export async function make({ call, rooms, styleId }: Ground, made: Made): Promise<void> {
  const { name, date, time, room = 0, weeks = 1, places = 12, price = null } = made;
  const { duration = 60, trainerId = null, isWaitingListAllowed = true } = made;
  const command: ScheduleCommandInput = {
    kind: 'create',
    fields: {
      name,
      namePrefix: '',
      styleId,
      roomIds: [rooms[room]?.id ?? 0],
      trainerId,
      maxPlaces: places,
      isPublic: true,
      isWaitingListAllowed,
      isClosed: false,
      isCommentingAllowed: true,
      publicComment: '',
      privateComment: '',
      isPaid: price !== null,
      price,
      clientType: 'groupTraining',
      setUpMinutes: 0,
    },
    when: { date, time, duration },
    repeat:
      weeks === 1
        ? null
        : {
            weekdays: [Temporal.PlainDate.from(date).dayOfWeek],
            everyWeeks: 1,
            until: Temporal.PlainDate.from(date)
              .add({ weeks: weeks - 1 })
              .toString(),
          },
  };
  const choice: ClashChoice = { onClash: 'stop', roomIds: [] };
  const { planId } = await call(planSchedule, { body: { command, choice } });
  await call(applySchedule, { body: { command, choice, planId, isTold: true } });
}

export const timesOf = async ({ call }: Ground, date: string, name: string) =>
  (await call(getAdminSchedule, { query: { from: date, until: date } })).trainings
    .filter((training) => training.name === name)
    .map(({ time, duration, rooms }) => `${time} ${duration} ${rooms.map((room) => room.name).join('+')}`);

export const block = (page: Page, name: string) =>
  page.locator('[data-key]').filter({ hasText: name }).first();

/** Pixels of a minute: the style sheet's. */
export const minute = 1.5;

/** Takes something at a point of it and drags it by some pixels. */
export async function drag(
  page: Page,
  name: string,
  by: { x: number; y: number },
  at: 'middle' | 'end' = 'middle',
): Promise<void> {
  const box = await block(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  const x = box.x + box.width / 2;
  const y = at === 'middle' ? box.y + 30 : box.y + box.height - 3;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2);
  await page.mouse.move(x + by.x, y + by.y);
  await page.mouse.up();
}

/** What a plan says of a room that is taken. */
export const clashOf = (room: string, other: string, time: string) =>
  et.editing.clash_room.replace('{{names}}', room).replace('{{name}}', other).replace('{{time}}', time);
