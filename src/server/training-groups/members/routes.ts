import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as groupMembers from '#shared/training-groups/members/contract.ts';
import * as memberCommands from './commands.ts';

export function mountGroupMembers(app: App): void {
  mount(app, groupMembers.listGroupMembers, async (ctx, { params }) => ({
    members: await memberCommands.listMembers(ctx, params.id),
  }));
  mount(app, groupMembers.addGroupMember, (ctx, { params, body }) =>
    memberCommands.addMember(ctx, params.id, body.clientId),
  );
  mount(app, groupMembers.removeGroupMember, (ctx, { params }) =>
    memberCommands.removeMember(ctx, params.id, params.clientId),
  );
}
