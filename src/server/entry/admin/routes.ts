import type { App } from '#server/kernel/app.ts';
import { mountManaged } from '#server/kernel/managed/mount.ts';
import * as doors from '#shared/entry/doors/contract.ts';
import { doorFields } from '#shared/entry/doors/domain.ts';
import * as doorData from './data.ts';

export function mountDoorAdmin(app: App): void {
  mountManaged(app, [doors.listDoors, doors.createDoor, doors.updateDoor, doors.removeDoor], {
    kind: doorData.doors,
    schema: doors.DoorValues,
    fields: doorFields,
  });
}
