import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { Id, InstantText, pathId, queryDate, queryInteger } from '#shared/kernel/wire.ts';

const Named = z.object({ id: Id, name: z.string() });

/** A room of a club. */
export const Room = Named.extend({
  clubId: Id,
  clubName: z.string(),
  roomGroupId: Id.nullable(),
  capacity: z.number().int(),
  /** A combined room takes these with it. */
  partIds: z.array(Id),
});
export type Room = z.infer<typeof Room>;

const units = z.array(Named.extend({ rooms: z.array(Room) }));
const groups = z.array(Named.extend({ rooms: z.array(Room) }));

export const listRooms = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/public/room',
  role: 'visitor',
  isStorable: true,
  summary: 'Rooms of all clubs',
  response: z.array(Room),
  cacheSeconds: 300,
});

export const listOwnUnits = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/user/room/unit',
  role: 'client',
  summary: 'Clubs with their rooms',
  response: units,
});

export const listUnits = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/room/unit',
  role: 'admin',
  summary: 'Clubs with their rooms: the columns of the admin calendar',
  response: units,
});

export const listGroups = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/room/group',
  role: 'admin',
  summary: 'Room groups with their rooms',
  response: groups,
});

export const listRoomStyles = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/room/:roomId/style',
  role: 'admin',
  summary: 'Styles, those held in this room lately first',
  params: z.object({ roomId: pathId }),
  response: z.array(Named.extend({ color: z.string(), trainings: z.number().int() })),
  errors: ['itemNotFound'],
});

/** Whether each room is free from `date` `time` on for `duration` minutes. */
export const getRoomAvailability = endpoint({
  noun: 'schedule',
  method: 'GET',
  path: '/admin/room/availability',
  role: 'admin',
  summary: 'Which rooms are free at a wall time, and what is in those that are not',
  query: z.object({
    date: queryDate,
    /** HH:mm. */
    time: z.string().optional(),
    /** Minutes; 60 without it. */
    duration: queryInteger,
    /** Minutes before it in which the room is needed already. */
    setUp: queryInteger,
    unit: queryInteger,
    /** The training being edited does not stand in its own way. */
    training: queryInteger,
  }),
  response: z.array(
    Named.extend({
      clubId: Id,
      isFree: z.boolean(),
      takenBy: z
        .object({ name: z.string(), startDateTime: InstantText, endDateTime: InstantText })
        .nullable(),
    }),
  ),
  errors: ['dataValidationFailed'],
});
