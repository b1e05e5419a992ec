import type { App } from '#server/kernel/app.ts';
import { member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { Payer } from '#shared/invoices/domain.ts';
import { maskIdCode } from '#shared/joining/identity/domain.ts';
import { localDate } from '#shared/kernel/dates.ts';
import * as contract from '#shared/training-groups/contract.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

export function mountTrainingGroups(app: App): void {
  mount(app, contract.listTrainingGroups, async (ctx) => {
    const { isAdmin, trainerId } = member(ctx);
    const today = localDate(ctx.now, ctx.tenant.timeZone);
    const [rows] = await ctx.read(data.listGroups({ trainerId: isAdmin ? null : (trainerId ?? 0), today }));
    return rows.map(toGroup);
  });

  mount(app, contract.getTrainingGroup, async (ctx, { params }) => {
    const { groupId } = params;
    const today = localDate(ctx.now, ctx.tenant.timeZone);
    const [[row], members] = await ctx.read(
      data.findGroup({ groupId, today }),
      data.listMembers({ groupId, today }),
    );
    return { ...toGroup(commands.visible(ctx, row)), data: members.map(toMember) };
  });

  mount(app, contract.readIdCode, (ctx, { params }) =>
    commands.readIdCode(ctx, params.groupId, params.clientId),
  );
}

function toGroup({ trainerId: _, ...row }: data.GroupRow): contract.TrainingGroup {
  return { ...row, capacity: Math.max(0, row.maxMembers - row.activeMembers) };
}

/** Of whoever left a while ago the name and the dates are left, and nothing by which they are reached. */
function toMember({ startsOn, endsOn, payer, idCode, clubName, isReached, ...client }: data.MemberRow) {
  const paying = isReached ? Payer.partial().parse(payer ?? {}) : {};
  const { email, phone } = isReached ? client : { email: '', phone: '' };
  return {
    ...client,
    email,
    phone,
    idCode: idCode === null || !isReached ? '' : maskIdCode(idCode),
    contractStartDate: startsOn,
    contractEndDate: endsOn,
    clubName: clubName ?? '',
    payerName: paying.name ?? '',
    payerEmail: paying.email ?? '',
    payerPhone: paying.phone ?? '',
  };
}
