import type { Ctx } from '#server/kernel/ctx.ts';
import { localDate } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { GroupMember } from '#shared/training-groups/members/contract.ts';
import * as data from './data.ts';

const noun = 'trainingGroups';

/** Throws `itemNotFound`. */
export async function listMembers(ctx: Ctx, groupId: number): Promise<GroupMember[]> {
  const [[group], members] = await ctx.read(data.findGroup(groupId), data.listMembers(groupId));
  if (!group) throw new AppError('itemNotFound');
  return members;
}

/** Takes a client in, once. Throws `itemNotFound`, and `groupFull` where as many active ones are in it as may be. */
export function addMember(ctx: Ctx, groupId: number, clientId: number): Promise<Record<string, never>> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  return ctx.write(async ({ load, save }) => {
    const [[group], [count], [client]] = await load(
      data.lockGroup(groupId),
      data.countActive(groupId, today),
      data.findCandidate(groupId, clientId, today),
    );
    if (!group || !client) throw new AppError('itemNotFound');
    if (client.isActive) return save({}, []);
    if ((count?.active ?? 0) >= group.maxMembers) throw new AppError('groupFull');
    return save(
      {},
      [
        client.isMember
          ? data.renewMember(groupId, clientId, client.contractId)
          : data.insertMember(groupId, clientId, client.contractId),
      ],
      [],
      [{ noun, id: groupId, after: { members: client.code } }],
    );
  });
}

/** Takes a client out. Throws `itemNotFound` where they are not in it. */
export function removeMember(ctx: Ctx, groupId: number, clientId: number): Promise<Record<string, never>> {
  const today = localDate(ctx.now, ctx.tenant.timeZone);
  return ctx.write(async ({ load, save }) => {
    const [[group], [client]] = await load(
      data.lockGroup(groupId),
      data.findCandidate(groupId, clientId, today),
    );
    if (!group || !client?.isMember) throw new AppError('itemNotFound');
    return save(
      {},
      [data.deleteMember(groupId, clientId)],
      [],
      [{ noun, id: groupId, before: { members: client.code } }],
    );
  });
}
