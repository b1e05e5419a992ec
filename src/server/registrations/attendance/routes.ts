import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { daysBetween, localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/registrations/attendance/contract.ts';
import { changesUntil, occupancyOf, presenceWindow } from '#shared/registrations/attendance/domain.ts';
import { canManageRoll, taughtBy } from '#shared/registrations/attendance/policy.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';
import { toTaught } from './wire.ts';

export function mountAttendance(app: App): void {
  mount(app, contract.getRoll, (ctx, { query }) => readRoll(ctx, query.training ?? 0));
  mount(app, contract.listTaughtTrainings, async (ctx, { query }) => {
    const trainerId = taughtBy(ctx.actor, query.trainer);
    const from = query.from ?? query.until ?? localDate(ctx.now, ctx.tenant.timeZone);
    const until = query.until ?? from;
    const days = daysBetween(from, until);
    if (days < 0 || days >= longestDays) throw new AppError('unableToGetSchedule');
    if (trainerId === undefined) return [];
    const [rows] = await ctx.read(data.listTaught({ trainerId, from, until }, textsOf(ctx)));
    return rows.map((row) => toTaught(ctx, row));
  });

  mount(app, contract.getClassRoll, (ctx, { params }) => readRoll(ctx, params.id));

  mount(app, contract.changePresence, async (ctx, { body }) => ({
    ...(await commands.changePresence(ctx, body.registrationIds, body.presence)),
    message: 'presenceChanged' as const,
  }));
  mount(app, contract.changeOnePresence, async (ctx, { params, body }) => ({
    ...(await commands.changePresence(ctx, [params.id], body.presence)),
    message: 'presenceChanged' as const,
  }));

  mount(app, contract.closeRoll, (ctx, { params }) => commands.closeRoll(ctx, params.trainingId));
  mount(app, contract.openRoll, (ctx, { params }) => commands.openRoll(ctx, params.trainingId));
}

/** The longest period one call may ask for. */
const longestDays = 42;

function textsOf({ language, tenant }: Ctx): data.NameLanguages {
  return { language, defaultLanguage: tenant.defaultLanguage };
}

async function readRoll(ctx: Ctx, trainingId: number) {
  const texts = textsOf(ctx);
  const [[row], registrations] = await ctx.read(
    data.findRollTraining(trainingId, texts),
    data.listRegistrations(trainingId, texts),
  );
  const training = commands.visible(ctx, row);
  const { opensAt, mendedUntil } = presenceWindow(training);
  const booked = registrations.filter(({ state }) => state === 'booked');
  const queue = registrations.filter(({ state }) => state !== 'booked');
  const position = (row: data.RegistrationRow) =>
    queue.filter(({ state }) => state === 'waiting').indexOf(row) + 1;
  return {
    trainingId: training.id,
    name: [training.namePrefix, training.name].filter(Boolean).join(' '),
    typeName: training.styleName,
    typeColor: training.colour,
    roomName: training.roomName,
    clubName: training.clubName,
    trainerName: training.trainerName,
    date: training.localDate,
    startDateTime: training.startsAt,
    endDateTime: training.endsAt,
    maxPlaces: training.maxPlaces,
    booked: training.booked,
    waitingCount: training.waiting,
    occupancy: occupancyOf(training),
    isCancelled: training.isCancelled,
    canManage: canManageRoll(ctx.actor, training),
    isPersonal: training.isPersonal,
    presenceFrom: opensAt,
    presenceUntil: member(ctx).isAdmin ? null : mendedUntil,
    changesUntil: changesUntil(training),
    rollClosedDateTime: training.rollClosedAt,
    registrations: [...booked, ...queue].map((one) => toRegistration(one, position(one))),
  };
}

function toRegistration(row: data.RegistrationRow, placeInWaitingList: number): contract.Registration {
  const { coverKind, coverName, coverLeft } = row;
  return {
    registrationId: row.registrationId,
    clientId: row.clientId,
    name: `${row.firstName} ${row.lastName}`.trim(),
    email: row.email,
    phone: row.phone,
    clientNumber: row.code,
    place: row.place,
    presence: row.presence,
    status: row.state === 'booked' ? 'placeAvailable' : 'waiting',
    isOffered: row.state === 'offered',
    placeInWaitingList,
    isFirstTime: row.isFirstTime,
    cover: coverKind === null ? null : { kind: coverKind, name: coverName ?? '', left: coverLeft },
  };
}
