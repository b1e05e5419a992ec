import type { Ctx } from '#server/kernel/ctx.ts';
import { isCancellingAllowed } from '#shared/registrations/domain.ts';
import { endStateOf } from '#shared/registrations/leaving/domain.ts';
import { listMovesUntil } from '#shared/registrations/rules/domain.ts';
import type * as data from './data.ts';

type Row = Awaited<ReturnType<ReturnType<typeof data.listClientRegistrations>['execute']>>[number];

/** A registration under the names of the wire, as of now. */
export function toUserRegistration({ tenant, now }: Ctx, row: Row) {
  return {
    id: row.id,
    registrationId: row.id,
    trainingId: row.trainingId,
    startDateTime: row.startsAt,
    endDateTime: row.endsAt,
    trainingName: row.trainingName,
    trainingColor: row.colour,
    trainerName: row.trainerName,
    trainingTypeName: row.styleName,
    trainingTypeColor: row.colour,
    clubName: row.clubName,
    roomName: row.roomName,
    state: (row.state === 'releasing' ? endStateOf(row) : row.state) as 'booked',
    heldUntil: row.state === 'offered' ? row.heldUntil : null,
    undoUntil: row.state === 'releasing' ? row.heldUntil : null,
    refilledDateTime: row.refilledAt,
    presence: row.presence,
    place: row.place,
    placeInWaitingList: row.position,
    freeUntil: row.freeUntil,
    listMovesUntil: listMovesUntil(row.startsAt, tenant),
    cancelingAllowed: isCancellingAllowed(row, now),
    coverKind: row.coverKind,
    coverName: row.coverName,
    swapFor: row.swapFor,
    swapTo: row.swapTo,
    clash: row.clash,
  };
}
