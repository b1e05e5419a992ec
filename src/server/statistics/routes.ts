import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { compareTexts } from '#shared/kernel/order.ts';
import { taughtBy } from '#shared/registrations/attendance/policy.ts';
import * as contract from '#shared/statistics/contract.ts';
import {
  genderCounts,
  type HeldTraining,
  monthsUntil,
  type Sums,
  streakOf,
  sumsBy,
  sumsOf,
  type Window,
  windowOf,
} from '#shared/statistics/domain.ts';
import * as data from './data.ts';

export function mountStatistics(app: App): void {
  mount(app, contract.getGroupStatistics, (ctx, { query }) => ofTrainer(ctx, query, false));
  mount(app, contract.getPersonalStatistics, (ctx, { query }) => ofTrainer(ctx, query, true));

  mount(app, contract.getOwnStatistics, async (ctx, { query: { window = 'last30Days' } }) => {
    const { now, tenant } = ctx;
    const { clientId } = member(ctx);
    const today = localDate(now, tenant.timeZone);
    const year = windowOf('last12Months', today);
    const [rows, days] = await ctx.read(
      data.listTrained({ clientId, now, from: year.from }, textsOf(ctx)),
      data.listTrainedDates({ clientId, now }),
    );
    const period = windowOf(window, today);
    const inWindow = rows.filter((row) => row.localDate >= period.from && row.localDate <= period.until);
    const months = Map.groupBy(rows, (row) => row.localDate.slice(0, 7));
    const byStyle = [...Map.groupBy(inWindow, ({ styleId }) => styleId)].flatMap(([styleId, list]) => {
      const [first] = list;
      return first ? [{ styleId, name: first.styleName, color: first.color, ...ownSums(list) }] : [];
    });
    return {
      ...period,
      ...ownSums(inWindow),
      byStyle: byStyle.toSorted((one, other) => other.trained - one.trained),
      byMonth: monthsUntil(today).map((month) => ({ month, ...ownSums(months.get(month) ?? []) })),
      streak: streakOf(
        days.map((day) => day.localDate),
        today,
      ),
      list: inWindow.map((row) => ({
        trainingId: row.trainingId,
        name: [row.namePrefix, row.name].filter(Boolean).join(' '),
        styleId: row.styleId,
        color: row.color,
        date: row.localDate,
        time: localTime(row.startsAt, tenant.timeZone),
        duration: minutesBetween(row.startsAt, row.endsAt),
      })),
    };
  });
}

function ownSums(list: readonly { readonly startsAt: string; readonly endsAt: string }[]) {
  const minutes = list.reduce((sum, { startsAt, endsAt }) => sum + minutesBetween(startsAt, endsAt), 0);
  return { trained: list.length, hours: toHours(minutes) };
}

interface Asked {
  readonly window?: Window | undefined;
  readonly trainer?: number | undefined;
}

async function ofTrainer(ctx: Ctx, { window, trainer }: Asked, isPersonal: boolean) {
  const { now, tenant } = ctx;
  const period = periodOf(ctx, window);
  // Nobody leads trainings under this number.
  const trainerId = taughtBy(ctx.actor, trainer) ?? 0;
  const of = { trainerId, isPersonal, now, ...period };
  const [rows, people] = await ctx.read(data.listHeld(of, textsOf(ctx)), data.listPeople(of));
  const held: HeldTraining[] = rows;
  const genders = genderCounts(people);
  const styles = new Map(rows.map((row) => [row.styleId, row]));
  return {
    ...period,
    total: {
      ...toSums(sumsOf(held)),
      maleCount: genders?.male ?? null,
      femaleCount: genders?.female ?? null,
    },
    byStyle: sumsBy(held, ({ styleId }) => styleId).map(({ key, ...sums }) => ({
      styleId: key,
      name: styles.get(key)?.styleName ?? '',
      color: styles.get(key)?.colour ?? '',
      ...toSums(sums),
    })),
    byType: sumsBy(held, ({ clientType }) => clientType).map(({ key, ...sums }) => ({
      type: key,
      ...toSums(sums),
    })),
    byDay: sumsBy(held, (training) => training.localDate)
      .map(({ key, ...sums }) => ({ date: key, ...toSums(sums) }))
      .toSorted((one, other) => compareTexts(one.date, other.date)),
    list: rows.map((row) => ({
      id: row.id,
      name: [row.namePrefix, row.name].filter(Boolean).join(' '),
      styleId: row.styleId,
      type: row.clientType,
      color: row.colour,
      date: row.localDate,
      time: localTime(row.startsAt, tenant.timeZone),
      startDateTime: row.startsAt,
      duration: minutesBetween(row.startsAt, row.endsAt),
      totalPlaces: row.totalPlaces,
      booked: row.booked,
      trained: row.trained,
    })),
  };
}

function periodOf({ now, tenant }: Ctx, window: Window = 'last30Days') {
  return windowOf(window, localDate(now, tenant.timeZone));
}

function textsOf({ language, tenant }: Ctx): data.NameLanguages {
  return { language, defaultLanguage: tenant.defaultLanguage };
}

function toSums({ workingMinutes, ...sums }: Sums): contract.Sums {
  return { ...sums, workingHours: toHours(workingMinutes) };
}

/** With two decimals. */
function toHours(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100;
}
