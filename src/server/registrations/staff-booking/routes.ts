import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/registrations/staff-booking/contract.ts';
import * as commands from './commands.ts';

export function mountStaffBooking(app: App): void {
  const { originOf, tokens } = app.ports;
  const ports = { originOf, tokens };

  mount(app, contract.findClients, async (ctx, { query }) => {
    const rows = await commands.findClients(ctx, ports, query.training ?? 0, query.text ?? '');
    return rows.map(({ clientId, code, firstName, lastName, email, isEmailTyped, state }) => ({
      clientId,
      name: `${firstName} ${lastName}`.trim(),
      clientNumber: code,
      email,
      isEmailTyped,
      state:
        state === null ? ('none' as const) : state === 'booked' ? ('booked' as const) : ('waiting' as const),
    }));
  });

  mount(app, contract.bookForClient, (ctx, { body }) => commands.bookForClient(ctx, ports, body));
  mount(app, contract.bookInClass, (ctx, { params, body }) =>
    commands.bookForClient(ctx, ports, { ...body, trainingId: params.id }),
  );

  mount(app, contract.removeClient, (ctx, { params, query }) =>
    commands.removeClient(ctx, ports, params.id, query.removal ?? 'free'),
  );
  mount(app, contract.removeRegistration, (ctx, { params, query }) =>
    commands.removeClient(ctx, ports, params.id, query.removal ?? 'free'),
  );
}
