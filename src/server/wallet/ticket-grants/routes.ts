import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/wallet/grants/contract.ts';
import { grantTicket, type TicketGrantPorts } from './commands.ts';

/** Tickets that administrators give or sell at the desk. */
export function mountTicketGrants(app: App, ports: Omit<TicketGrantPorts, 'tokens'>): void {
  const { tokens } = app.ports;

  mount(app, contract.grantTicket, (ctx, { params, body: { unitId: clubId, ...request } }) =>
    grantTicket(ctx, { ...ports, tokens }, params.id, { ...request, clubId }),
  );
}
