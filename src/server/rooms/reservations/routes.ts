import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/rooms/reservations/contract.ts';
import { deleteReservation, saveReservation } from './commands.ts';

export function mountReservations(app: App): void {
  mount(app, contract.addReservation, (ctx, { body }) => saveReservation(ctx, body, null));

  mount(app, contract.editReservation, (ctx, { params, body: { version, ...fields } }) =>
    saveReservation(ctx, fields, { id: params.id, version }),
  );

  mount(app, contract.deleteReservation, (ctx, { params }) =>
    deleteReservation(ctx, app.ports.tokens, params.id),
  );
}
