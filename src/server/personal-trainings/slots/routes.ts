import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { localDate, localTime, minutesBetween } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as clientsContract from '#shared/personal-trainings/clients/contract.ts';
import * as hoursContract from '#shared/personal-trainings/hours/contract.ts';
import { minuteOf, timeOf } from '#shared/personal-trainings/hours/domain.ts';
import * as contract from '#shared/personal-trainings/slots/contract.ts';
import * as clients from '../clients/commands.ts';
import * as hours from '../hours/commands.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';
import { toSlot } from './wire.ts';

/** Everything about the times of personal trainings: members', trainers' hours, and trainers' clients. */
export function mountPersonalTimes(app: App): void {
  mountSlots(app);
  mountHours(app);
  mountClients(app);
}

function mountSlots(app: App): void {
  mount(app, contract.listPersonal, async (ctx) => {
    const { tenant, language, now } = ctx;
    const texts = { language, defaultLanguage: tenant.defaultLanguage };
    const { clientId, trainerId } = member(ctx);
    const [coming, trainers] = await ctx.read(
      data.listComing(clientId, now, texts),
      data.listTrainers({ today: localDate(now, tenant.timeZone) }),
    );
    return {
      coming: coming.map(({ startsAt, endsAt, localDate: date, state, ...row }) => ({
        ...row,
        date,
        time: localTime(startsAt, tenant.timeZone),
        startDateTime: startsAt,
        endDateTime: endsAt,
        duration: minutesBetween(startsAt, endsAt),
        isReleasing: state === 'releasing',
      })),
      // Nobody trains themselves.
      trainers: trainers.filter(({ id }) => id !== trainerId),
    };
  });

  mount(app, contract.listSlots, async (ctx, { query }) =>
    (await commands.findSlots(ctx, query.trainer ?? 0, query)).map(toSlot),
  );

  mount(app, contract.previewSlot, async (ctx, { query }) => {
    const { clientId } = member(ctx);
    if (query.start === undefined) throw new AppError('slotTaken');
    const { slot, ...preview } = await commands.previewSlot(ctx, clientId, query.trainer ?? 0, query.start);
    return { ...preview, slot: toSlot(slot) };
  });

  mount(app, contract.bookSlot, async (ctx, { body }) => {
    const { clientId, trainerId: own } = member(ctx);
    const { trainerId, startDateTime: startsAt, cover } = body;
    if (own === trainerId) throw new AppError('registeringNotAllowed');
    return commands.bookOwnSlot(ctx, { trainerId, clientId, startsAt, cover });
  });
}

function mountHours(app: App): void {
  mount(app, hoursContract.getHours, async (ctx) => readHours(ctx, hours.ownTrainer(ctx)));
  mount(app, hoursContract.saveHours, async (ctx, { body }) =>
    hours.saveHours(ctx, hours.ownTrainer(ctx), { ...body, hours: body.hours.map(fromWire) }),
  );
  mount(app, hoursContract.addException, async (ctx, { body }) =>
    hours.addException(ctx, hours.ownTrainer(ctx), fromWire(body)),
  );
  mount(app, hoursContract.removeException, async (ctx, { params }) =>
    hours.removeException(ctx, hours.ownTrainer(ctx), params.id),
  );

  mount(app, hoursContract.getTrainerHours, (ctx, { params }) => readHours(ctx, params.id));
  mount(app, hoursContract.saveTrainerHours, (ctx, { params, body }) =>
    hours.saveHours(ctx, params.id, { ...body, hours: body.hours.map(fromWire) }),
  );
  mount(app, hoursContract.addTrainerException, (ctx, { params, body }) =>
    hours.addException(ctx, params.id, fromWire(body)),
  );
  mount(app, hoursContract.removeTrainerException, (ctx, { params }) =>
    hours.removeException(ctx, params.id, params.exceptionId),
  );
}

async function readHours(ctx: Ctx, trainerId: number): Promise<hoursContract.HoursRead> {
  const { hours: weekly, exceptions, rooms, version } = await hours.findHours(ctx, trainerId);
  return {
    hours: weekly.map(toWire),
    exceptions: exceptions.map(toWire),
    rooms: rooms.map(({ id, name, clubName }) => ({ id, name, clubName })),
    minutes: ctx.tenant.limits.personalMinutes,
    version,
  };
}

function toWire<Row extends { readonly from: number; readonly until: number }>({ from, until, ...row }: Row) {
  return { ...row, from: timeOf(from), until: timeOf(until) };
}

function fromWire<Row extends { readonly from: string; readonly until: string }>({
  from,
  until,
  ...row
}: Row) {
  return { ...row, from: minuteOf(from), until: minuteOf(until) };
}

function mountClients(app: App): void {
  const { tokens, originOf } = app.ports;

  mount(app, clientsContract.listTaught, async (ctx) => {
    const [rows] = await ctx.read(data.listTaught(hours.ownTrainer(ctx), ctx.now));
    return rows.map(({ startsAt, endsAt, localDate, freeUntil: _, state: __, ...row }) => ({
      ...row,
      date: localDate,
      time: localTime(startsAt, ctx.tenant.timeZone),
      startDateTime: startsAt,
      endDateTime: endsAt,
      duration: minutesBetween(startsAt, endsAt),
    }));
  });

  mount(app, clientsContract.listOwnSlots, async (ctx, { query }) =>
    (await commands.findSlots(ctx, hours.ownTrainer(ctx), query)).map(toSlot),
  );

  mount(app, clientsContract.findPersonalClients, async (ctx, { query }) =>
    (await clients.findClients(ctx, tokens, query.text ?? '')).map(
      ({ clientId, firstName, lastName, code }) => ({
        clientId,
        name: `${firstName} ${lastName}`.trim(),
        clientNumber: code,
      }),
    ),
  );

  mount(app, clientsContract.listClientPackages, async (ctx, { params }) => {
    const { name, packages } = await clients.findClientPackages(ctx, params.id);
    return {
      name,
      packages: packages.map((row) => ({
        id: row.id,
        name: row.name,
        remaining: row.isUnlimited ? null : row.remaining,
        validUntil: row.endsOn,
        isShareable: row.ownerId === params.id && row.isShareable,
        isOwn: row.ownerId === params.id,
      })),
    };
  });

  mount(app, clientsContract.bookForClient, async (ctx, { body }) => {
    const { startDateTime: startsAt, ...client } = body;
    return clients.bookForClient(ctx, { tokens, originOf }, { ...client, startsAt });
  });

  mount(app, clientsContract.shareForClient, (ctx, { params, body }) =>
    clients.shareForClient(ctx, { tokens, origin: originOf(ctx.tenant) }, params.id, body),
  );
}
