import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import * as contract from '#shared/registrations/strikes/contract.ts';
import { statusOf, strikesSince } from '#shared/registrations/strikes/domain.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

export function mountStrikes(app: App): void {
  mount(app, contract.listOwnStrikes, async (ctx) => {
    const { strikes, ...rules } = await readStrikes(ctx, member(ctx).clientId);
    return { ...rules, strikes: strikes.map(({ waivedReason: _, ...strike }) => strike) };
  });

  mount(app, contract.listClientStrikes, (ctx, { params }) => readStrikes(ctx, params.id));

  mount(app, contract.waiveStrike, (ctx, { params, body }) =>
    commands.waiveStrike(ctx, params.id, body.reason),
  );
}

async function readStrikes(ctx: Ctx, clientId: number) {
  const { limits } = ctx.tenant;
  const since = strikesSince(limits, ctx.now);
  const [rows, [client]] = await ctx.read(
    data.listOfClient({ clientId, since, now: ctx.now }),
    data.findBan({ clientId }),
  );
  if (!client) throw new AppError('clientNotFound');
  const strikes = rows.map((row) => toStrike(ctx, row));
  return {
    most: limits.strikesMax,
    days: limits.strikeDays,
    banDays: limits.banDays,
    counting: strikes.filter(({ standing }) => standing === 'counting').length,
    // What is over is taken away within the hour.
    bannedUntil: isAhead(client.bannedUntil, ctx.now) ? client.bannedUntil : null,
    strikes,
  };
}

function isAhead(instant: string | null, now: string): boolean {
  return instant !== null && compareInstants(now, instant) < 0;
}

function toStrike({ tenant, now }: Ctx, row: data.StrikeRow): contract.ClientStrike {
  const { registrationId, trainingId, at, waivedReason } = row;
  return {
    registrationId,
    trainingId,
    trainingName: [row.namePrefix, row.name].filter(Boolean).join(' '),
    startDateTime: row.startsAt,
    kind: row.state === 'cancelledLate' ? 'late' : 'absent',
    ...statusOf({ at, isWaived: waivedReason !== null }, tenant.limits, now),
    waivedReason,
  };
}
