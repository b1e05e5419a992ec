import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import type { managed } from '#shared/kernel/managed.ts';
import { createResource, listResources, type Managed, removeResource, updateResource } from './commands.ts';

type Endpoints = ReturnType<typeof managed>;

/** The four endpoints of a kind of thing. */
export function mountManaged<Values>(
  app: App,
  [list, create, update, remove]: readonly [
    Endpoints['list'],
    Endpoints['create'],
    Endpoints['update'],
    Endpoints['remove'],
  ],
  resource: Managed<Values>,
): void {
  mount(app, list, (ctx, { query }) => listResources(ctx, resource, query));
  mount(app, create, (ctx, { body }) => createResource(ctx, resource, resource.schema.parse(body.values)));
  mount(app, update, (ctx, { params, body }) =>
    updateResource(ctx, resource, params.id, {
      version: body.version,
      values: resource.schema.parse(body.values),
    }),
  );
  mount(app, remove, (ctx, { params }) => removeResource(ctx, resource, params.id));
}
