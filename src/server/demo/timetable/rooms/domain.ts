import type { BuiltInTenant } from '#server/tenants/shape/built-in.ts';
import type { StyleKey } from '#server/tenants/styles/built-in.ts';
import { machineStyles, type RoomKind, roomKindOf, styleRooms, unheldStyles } from '../built-in.ts';

export interface DemoRoom {
  readonly name: string;
  readonly roomGroup: string;
  readonly places: number;
  readonly clubIndex: number;
  readonly kind: RoomKind;
}

export function roomsOf(tenant: BuiltInTenant): DemoRoom[] {
  return tenant.clubs.flatMap(({ rooms }, clubIndex) =>
    rooms.map(({ name, roomGroup, places }) => ({
      name,
      roomGroup,
      places,
      clubIndex,
      kind: roomKindOf(roomGroup, name),
    })),
  );
}

/** Styles by the index of the room they are taught in every week. What stands on the floor is not carried from hall to hall. */
export function teachableStyles(tenant: BuiltInTenant, rooms: readonly DemoRoom[]): Map<number, StyleKey[]> {
  const styles = new Map<number, StyleKey[]>();
  for (const style of tenant.styles) {
    if (unheldStyles.includes(style)) continue;
    const choices = styleRooms[style];
    const choice = choices.find((kinds) => rooms.some(({ kind }) => kinds.includes(kind)));
    const fitting = rooms.flatMap(({ kind }, index) => (!choice || choice.includes(kind) ? [index] : []));
    const isElsewhere = choice !== choices[0] && machineStyles.includes(style);
    const smallest = fitting.toSorted((one, other) => placesOf(one) - placesOf(other)).slice(0, 1);
    for (const index of isElsewhere ? smallest : fitting)
      styles.set(index, [...(styles.get(index) ?? []), style]);
  }
  return styles;

  function placesOf(index: number): number {
    return rooms[index]?.places ?? 0;
  }
}
