import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/back-office/giving/contract.ts';
import { giveTicket, type TicketGivingPorts } from './commands.ts';

/** Tickets that administrators give or sell at the desk. */
export function mountGivingTickets(app: App, ports: Omit<TicketGivingPorts, 'tokens'>): void {
  const { tokens } = app.ports;

  mount(app, contract.giveTicket, (ctx, { params, body: { unitId: clubId, ...wish } }) =>
    giveTicket(ctx, { ...ports, tokens }, params.id, { ...wish, clubId }),
  );
}
