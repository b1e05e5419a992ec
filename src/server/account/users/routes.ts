import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as users from '#shared/account/users/contract.ts';
import * as userCommands from './commands.ts';

export function mountUsers(app: App): void {
  mount(app, users.listUsers, (ctx, { query }) => userCommands.listUsers(ctx, query));
  mount(app, users.inviteUser, (ctx, { body }) =>
    userCommands.inviteUser(ctx, body.values, app.ports.originOf(ctx.tenant)),
  );
  mount(app, users.updateUser, (ctx, { params, body }) =>
    userCommands.updateUser(ctx, params.id, { ...body, origin: app.ports.originOf(ctx.tenant) }),
  );
}
