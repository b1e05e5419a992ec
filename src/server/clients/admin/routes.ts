import type { App } from '#server/kernel/app.ts';
import { createResource, listResources, updateResource } from '#server/kernel/managed/commands.ts';
import { mount } from '#server/kernel/mount.ts';
import * as clients from '#shared/clients/contract.ts';
import { clientFields, isOtherAddress } from '#shared/clients/domain.ts';
import { type HistoryPorts, historyOf, saveIdentity } from './commands.ts';
import * as clientData from './data.ts';

export function mountClients(app: App, ports: HistoryPorts): void {
  const client = {
    ...{ kind: clientData.clients, schema: clients.ClientValues, fields: clientFields },
    isAskedAgain: isOtherAddress,
  };
  mount(app, clients.listClients, (ctx, { query }) => listResources(ctx, client, query));
  mount(app, clients.createClient, (ctx, { body }) => createResource(ctx, client, body.values));
  mount(app, clients.updateClient, (ctx, { params, body }) => updateResource(ctx, client, params.id, body));
  mount(app, clients.getClientHistory, async (ctx, { params }) => ({
    entries: (await historyOf(ctx, ports, params.id)).map(({ amountCents, ...entry }) => ({
      ...entry,
      amount: amountCents === null ? null : amountCents / 100,
    })),
  }));
  mount(app, clients.saveClientIdentity, (ctx, { params, body }) => saveIdentity(ctx, params.id, body));
}
