import type { App } from '#server/kernel/app.ts';
import { mountManaged } from '#server/kernel/managed/mount.ts';
import * as places from '#shared/rooms/places/contract.ts';
import * as fields from '#shared/rooms/places/domain.ts';
import * as roomData from '../admin/data.ts';
import * as placeData from './data.ts';

export function mountPlaces(app: App): void {
  mountManaged(app, [places.listClubs, places.createClub, places.updateClub, places.removeClub], {
    kind: placeData.clubs,
    schema: places.ClubValues,
    fields: fields.clubFields,
  });
  mountManaged(
    app,
    [places.listRoomGroups, places.createRoomGroup, places.updateRoomGroup, places.removeRoomGroup],
    { kind: placeData.roomGroups, schema: places.RoomGroupValues, fields: fields.roomGroupFields },
  );
  mountManaged(app, [places.listRooms, places.createRoom, places.updateRoom, places.removeRoom], {
    kind: roomData.rooms,
    schema: places.RoomValues,
    fields: fields.roomFields,
  });
  mountManaged(app, [places.listStyles, places.createStyle, places.updateStyle, places.removeStyle], {
    kind: placeData.styles,
    schema: places.StyleValues,
    fields: fields.styleFields,
  });
  mountManaged(app, [places.listTrainers, places.createTrainer, places.updateTrainer, places.removeTrainer], {
    kind: placeData.trainers,
    schema: places.TrainerValues,
    fields: fields.trainerFields,
    // Whoever teaches has a trainer's rights, and loses them with it.
    isAskedAgain: (before, after) => before !== undefined && before.isActive !== after.isActive,
  });

  mountManaged(
    app,
    [
      places.listAllTrainingGroups,
      places.createTrainingGroup,
      places.updateTrainingGroup,
      places.removeTrainingGroup,
    ],
    {
      kind: roomData.trainingGroups,
      schema: places.TrainingGroupValues,
      fields: fields.trainingGroupFields,
    },
  );
}
