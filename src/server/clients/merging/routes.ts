import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as merging from '#shared/clients/merging/contract.ts';
import type { DoubledClient } from '#shared/clients/merging/domain.ts';
import * as mergeCommands from './commands.ts';

export function mountMerging(app: App, beside: mergeCommands.Beside): void {
  mount(app, merging.previewMerge, (ctx, { params, body }) =>
    mergeCommands.previewMerge(ctx, beside, params.id, body.otherId),
  );
  mount(app, merging.listDoubles, async (ctx) => ({
    items: (await mergeCommands.listDoubles(ctx)).map(({ kept, gone }) => ({
      email: kept.email,
      kept: toDoubled(kept),
      gone: toDoubled(gone),
    })),
  }));

  mount(app, merging.mergeClients, (ctx, { params, body }) =>
    mergeCommands.mergeClients(ctx, beside, {
      ...{ keptId: params.id, goneId: body.otherId },
      givenUp: body.givenUp ?? [],
    }),
  );
}

function toDoubled({ id, code, firstName, lastName, hasAccount }: DoubledClient) {
  return { id, number: code, name: `${firstName} ${lastName}`, hasAccount };
}
