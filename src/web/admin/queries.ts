import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { inviteUser, listUsers, updateUser } from '#shared/account/users/contract.ts';
import { listTrail, type TrailEntry } from '#shared/audit-trail/contract.ts';
import * as clients from '#shared/clients/contract.ts';
import { listDoubles, mergeClients, previewMerge } from '#shared/clients/merging/contract.ts';
import {
  createDoor,
  endPairing,
  listDoors,
  offerPairing,
  removeDoor,
  updateDoor,
} from '#shared/entry/doors/contract.ts';
import type { EndpointInput, EndpointResponse } from '#shared/kernel/endpoint.ts';
import type { Values } from '#shared/kernel/fields.ts';
import type { AnyManaged } from '#shared/kernel/managed.ts';
import * as sales from '#shared/products/admin/contract.ts';
import * as places from '#shared/rooms/places/contract.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import type { SectionName } from '#shared/tenants/settings/domain.ts';
import * as videos from '#shared/videos/admin/contract.ts';
import { grantVoucher } from '#shared/wallet/grants/contract.ts';
import type { ApiError } from '#web/kernel/call.ts';
import { queryFor, useCommand } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';

/** The endpoints of each kind of thing; a list and a form treat them alike. */
const endpoints = {
  clubs: {
    list: places.listClubs,
    create: places.createClub,
    update: places.updateClub,
    remove: places.removeClub,
  },
  roomGroups: {
    list: places.listRoomGroups,
    create: places.createRoomGroup,
    update: places.updateRoomGroup,
    remove: places.removeRoomGroup,
  },
  rooms: {
    list: places.listRooms,
    create: places.createRoom,
    update: places.updateRoom,
    remove: places.removeRoom,
  },
  styles: {
    list: places.listStyles,
    create: places.createStyle,
    update: places.updateStyle,
    remove: places.removeStyle,
  },
  trainers: {
    list: places.listTrainers,
    create: places.createTrainer,
    update: places.updateTrainer,
    remove: places.removeTrainer,
  },
  trainingGroups: {
    list: places.listAllTrainingGroups,
    create: places.createTrainingGroup,
    update: places.updateTrainingGroup,
    remove: places.removeTrainingGroup,
  },
  clients: { list: clients.listClients, create: clients.createClient, update: clients.updateClient },
  products: {
    list: sales.listAllProducts,
    create: sales.createProduct,
    update: sales.updateProduct,
    remove: sales.removeProduct,
  },
  campaigns: {
    list: sales.listCampaigns,
    create: sales.createCampaign,
    update: sales.updateCampaign,
    remove: sales.removeCampaign,
  },
  videoTypes: {
    list: videos.listVideoTypes,
    create: videos.createVideoType,
    update: videos.updateVideoType,
    remove: videos.removeVideoType,
  },
  videos: {
    list: videos.listAllVideos,
    create: videos.createVideo,
    update: videos.updateVideo,
    remove: videos.removeVideo,
  },
  doors: { list: listDoors, create: createDoor, update: updateDoor, remove: removeDoor },
  users: { list: listUsers, create: inviteUser, update: updateUser },
} as const;
export type ResourceKind = keyof typeof endpoints;

/** What cannot be taken away has a stand-in that nothing calls. */
const endpointsOf = (kind: ResourceKind) =>
  ({ remove: places.removeClub, ...endpoints[kind] }) as unknown as AnyManaged;

export type ResourceList = EndpointResponse<AnyManaged['list']>;
export type Resource = ResourceList['items'][number];

/** Things of a kind; the list before stays in view while the next one comes. */
export function useResources(kind: ResourceKind, query: EndpointInput<AnyManaged['list']>['query']) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(endpointsOf(kind).list, { query }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

/** What the form shows itself: what is wrong with a field, and that somebody else was quicker. */
const isOfForm = (error: ApiError) =>
  error.errors[0] === 'changedMeanwhile' ||
  (error.errors[0] === 'dataValidationFailed' && error.details?.field !== undefined);

/** Asks everything of the back office again: when a change of others has come to light. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['back-office'] });
}

/** Makes, changes and takes away a thing of a kind. */
export function useResourceCommands(kind: ResourceKind) {
  const { create, update, remove } = endpointsOf(kind);
  const refresh = useRefresh();
  const creating = useCommand(create, {
    success: (t) => t(kind === 'users' ? 'backOffice.form.invited' : 'backOffice.form.added'),
    isErrorShownByScreen: isOfForm,
  });
  const updating = useCommand(update, {
    success: (t) => t('backOffice.form.saved'),
    isErrorShownByScreen: isOfForm,
  });
  const removing = useCommand(remove, { success: (t) => t('backOffice.form.removed') });
  return {
    create: (values: Values) => creating.mutateAsync({ body: { values } }),
    update: (id: number, version: string, values: Values) =>
      updating.mutateAsync({ params: { id }, body: { version, values } }),
    refresh,
    remove: (id: number) => removing.mutateAsync({ params: { id } }),
    isSaving: creating.isPending || updating.isPending,
    isRemoving: removing.isPending,
  };
}

/** The number that makes a tablet a door, and the end of one that is. */
export function useDoorPairing(id: number) {
  const offering = useCommand(offerPairing);
  const ending = useCommand(endPairing, { success: (t) => t('backOffice.doorTablet.ended') });
  return {
    offered: offering.data,
    offer: () => offering.mutate({ params: { id } }),
    isOffering: offering.isPending,
    end: () => ending.mutate({ params: { id } }),
    isEnding: ending.isPending,
  };
}

/** Every section of the centre's settings. */
export function useSettings() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listSettings), enabled: isMember });
}

export function useSaveSettings(section: SectionName) {
  const refresh = useRefresh();
  const command = useCommand(saveSettings, {
    success: (t) => t('backOffice.form.saved'),
    isErrorShownByScreen: isOfForm,
  });
  return {
    save: (version: string, values: Values) =>
      command.mutateAsync({ body: { section, version, values: { ...values } } }),
    refresh,
    isSaving: command.isPending,
  };
}

export type { TrailEntry };

export interface TrailFilter {
  readonly account?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly noun?: string | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

/** A page of the audit trail; the page before stays in view while the next one comes. */
export function useTrail(query: TrailFilter) {
  const isMember = useIsMember();
  return useQuery({
    ...queryFor(listTrail, { query }),
    enabled: isMember,
    placeholderData: keepPreviousData,
  });
}

export type { HistoryEntry } from '#shared/clients/contract.ts';

/** What a client has and had. */
export function useClientHistory(id: number) {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(clients.getClientHistory, { params: { id } }), enabled: isMember });
}

/** Two clients who are one person: what would move, and moving it. */
export function useMerge(id: number) {
  const looking = useCommand(previewMerge, { invalidates: [] });
  const merging = useCommand(mergeClients, { success: (t) => t('backOffice.merge.done') });
  return {
    look: (otherId: number) => looking.mutate({ params: { id }, body: { otherId } }),
    preview: looking.data,
    isLooking: looking.isPending,
    forget: looking.reset,
    merge: (otherId: number, givenUp: number[]) =>
      merging.mutateAsync({ params: { id }, body: { otherId, givenUp } }),
    isMerging: merging.isPending,
  };
}

/** Clients who seem to be here twice. */
export function useDoubles() {
  const isMember = useIsMember();
  return useQuery({ ...queryFor(listDoubles), enabled: isMember });
}

/** Id code and birth date of a client. */
export function useSaveIdentity(id: number) {
  const command = useCommand(clients.saveClientIdentity, {
    success: (t) => t('backOffice.form.saved'),
    isErrorShownByScreen: (error) => isOfForm(error) || error.errors[0] === 'idCodeTaken',
  });
  return {
    save: (body: Parameters<typeof command.mutateAsync>[0]['body']) =>
      command.mutateAsync({ params: { id }, body }),
    error: command.error,
    isSaving: command.isPending,
  };
}

/** A voucher by hand. */
export function useGrantVoucher(id: number) {
  const command = useCommand(grantVoucher, { success: (t) => t('backOffice.giving.given') });
  return {
    give: (body: Parameters<typeof command.mutateAsync>[0]['body']) =>
      command.mutateAsync({ params: { id }, body }),
    isGiving: command.isPending,
  };
}
