import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import * as clients from '#shared/back-office/clients/contract.ts';
import { clientFields } from '#shared/back-office/clients/domain.ts';
import { grantVoucher as grantVoucherContract } from '#shared/back-office/grants/contract.ts';
import * as groupMembers from '#shared/back-office/group-members/contract.ts';
import * as importing from '#shared/back-office/importing/contract.ts';
import * as logos from '#shared/back-office/logos/contract.ts';
import * as merging from '#shared/back-office/merging/contract.ts';
import type { DoubledClient } from '#shared/back-office/merging/domain.ts';
import * as places from '#shared/back-office/places/contract.ts';
import * as fields from '#shared/back-office/places/domain.ts';
import type { managed } from '#shared/back-office/resources/contract.ts';
import * as sales from '#shared/back-office/sales/contract.ts';
import * as saleFields from '#shared/back-office/sales/domain.ts';
import * as setup from '#shared/back-office/setting-up/contract.ts';
import * as settings from '#shared/back-office/settings/contract.ts';
import { listTrail } from '#shared/back-office/trail/contract.ts';
import * as users from '#shared/back-office/users/contract.ts';
import * as videos from '#shared/back-office/videos/contract.ts';
import * as videoFields from '#shared/back-office/videos/domain.ts';
import * as doors from '#shared/entry/doors/contract.ts';
import { doorFields } from '#shared/entry/doors/domain.ts';
import { historyOf, saveIdentity } from './clients/commands.ts';
import * as clientData from './clients/data.ts';
import * as doorData from './doors/data.ts';
import { grantVoucher } from './grants/commands.ts';
import * as memberCommands from './group-members/commands.ts';
import { checkImport, runImport } from './importing/commands.ts';
import { listLogos, saveLogo } from './logos/commands.ts';
import * as mergeCommands from './merging/commands.ts';
import * as placeData from './places/data.ts';
import {
  createResource,
  listResources,
  type Managed,
  removeResource,
  updateResource,
} from './resources/commands.ts';
import * as roomData from './rooms/data.ts';
import * as saleData from './sales/data.ts';
import * as setupCommands from './setting-up/commands.ts';
import { listSections, saveSection } from './settings/commands.ts';
import { readTrail } from './trail/commands.ts';
import * as userCommands from './users/commands.ts';
import * as videoData from './videos/data.ts';

export function mountBackOffice(app: App): void {
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
  mountManaged(app, [doors.listDoors, doors.createDoor, doors.updateDoor, doors.removeDoor], {
    kind: doorData.doors,
    schema: doors.DoorValues,
    fields: doorFields,
  });
  mountManaged(app, [places.listTrainers, places.createTrainer, places.updateTrainer, places.removeTrainer], {
    kind: placeData.trainers,
    schema: places.TrainerValues,
    fields: fields.trainerFields,
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

  const client = { kind: clientData.clients, schema: clients.ClientValues, fields: clientFields };
  mount(app, clients.listClients, (ctx, { query }) => listResources(ctx, client, query));
  mount(app, clients.createClient, (ctx, { body }) => createResource(ctx, client, body.values));
  mount(app, clients.updateClient, (ctx, { params, body }) => updateResource(ctx, client, params.id, body));
  mount(app, clients.getClientHistory, async (ctx, { params }) => ({
    entries: (await historyOf(ctx, app.ports.tokens, params.id)).map(({ amountCents, ...entry }) => ({
      ...entry,
      amount: amountCents === null ? null : amountCents / 100,
    })),
  }));

  mountManaged(app, [sales.listAllProducts, sales.createProduct, sales.updateProduct, sales.removeProduct], {
    kind: saleData.products,
    schema: sales.ProductValues,
    fields: saleFields.productFields,
    problemOf: saleFields.productProblem,
  });
  mountManaged(app, [sales.listCampaigns, sales.createCampaign, sales.updateCampaign, sales.removeCampaign], {
    kind: saleData.campaigns,
    schema: sales.CampaignValues,
    fields: saleFields.campaignFields,
    problemOf: saleFields.campaignProblem,
  });

  mountManaged(
    app,
    [videos.listVideoTypes, videos.createVideoType, videos.updateVideoType, videos.removeVideoType],
    { kind: videoData.videoTypes, schema: videos.VideoTypeValues, fields: videoFields.videoTypeFields },
  );
  mountManaged(app, [videos.listAllVideos, videos.createVideo, videos.updateVideo, videos.removeVideo], {
    kind: videoData.videos,
    schema: videos.VideoValues,
    fields: videoFields.videoFields,
  });

  mount(app, merging.previewMerge, (ctx, { params, body }) =>
    mergeCommands.previewMerge(ctx, params.id, body.otherId),
  );
  mount(app, merging.listDoubles, async (ctx) => ({
    items: (await mergeCommands.listDoubles(ctx)).map(({ kept, gone }) => ({
      email: kept.email,
      kept: toDoubled(kept),
      gone: toDoubled(gone),
    })),
  }));

  mount(app, merging.mergeClients, (ctx, { params, body }) =>
    mergeCommands.mergeClients(ctx, app.ports.tokens, {
      ...{ keptId: params.id, goneId: body.otherId },
      givenUp: body.givenUp ?? [],
    }),
  );

  mount(app, users.listUsers, (ctx, { query }) => userCommands.listUsers(ctx, query));
  mount(app, users.inviteUser, (ctx, { body }) =>
    userCommands.inviteUser(ctx, body.values, app.ports.originOf(ctx.tenant)),
  );
  mount(app, users.updateUser, (ctx, { params, body }) =>
    userCommands.updateUser(ctx, params.id, { ...body, origin: app.ports.originOf(ctx.tenant) }),
  );

  mount(app, setup.getSetup, (ctx) => setupCommands.wayOf(ctx, app.ports.originOf(ctx.tenant)));
  mount(app, setup.passSetupStep, (ctx, { body }) => setupCommands.passStep(ctx, body.step));
  mount(app, setup.chooseSetupStyles, (ctx, { body }) => setupCommands.chooseStyles(ctx, body.keys));
  mount(app, setup.finishSetup, (ctx) => setupCommands.finish(ctx));

  mount(app, groupMembers.listGroupMembers, async (ctx, { params }) => ({
    members: await memberCommands.listMembers(ctx, params.id),
  }));
  mount(app, groupMembers.addGroupMember, (ctx, { params, body }) =>
    memberCommands.addMember(ctx, params.id, body.clientId),
  );
  mount(app, groupMembers.removeGroupMember, (ctx, { params }) =>
    memberCommands.removeMember(ctx, params.id, params.clientId),
  );

  mount(app, grantVoucherContract, (ctx, { params, body }) => grantVoucher(ctx, app.ports, params.id, body));
  mount(app, clients.saveClientIdentity, (ctx, { params, body }) => saveIdentity(ctx, params.id, body));

  mount(app, importing.checkImport, (ctx, { query, body }, { abandoned }) =>
    checkImport(ctx, app.ports, { ...query, file: body, abandoned }),
  );
  mount(app, importing.runImport, (ctx, { query, body }, { abandoned }) =>
    runImport(ctx, app.ports, { ...query, file: body, abandoned }),
  );

  mount(app, logos.getLogos, async (ctx) => ({ logos: await listLogos(ctx) }));
  mount(app, logos.saveLogo, (ctx, { query, body }, { abandoned }) =>
    saveLogo(ctx, app.ports.decoders, { ...query, file: body, abandoned }),
  );

  mount(app, listTrail, (ctx, { query }) => readTrail(ctx, query));

  mount(app, settings.listSettings, async (ctx) => ({ sections: await listSections(ctx) }));
  mount(app, settings.saveSettings, (ctx, { body }) => saveSection(ctx, body));
}

type Endpoints = ReturnType<typeof managed>;

/** The four endpoints of a kind of thing. */
function mountManaged<Values>(
  app: App,
  [list, create, update, remove]: readonly [
    Endpoints['list'],
    Endpoints['create'],
    Endpoints['update'],
    Endpoints['remove'],
  ],
  resource: Managed<Values>,
): void {
  mount(app, list, (ctx, { query }) => listResources(ctx, resource, query));
  mount(app, create, (ctx, { body }) => createResource(ctx, resource, resource.schema.parse(body.values)));
  mount(app, update, (ctx, { params, body }) =>
    updateResource(ctx, resource, params.id, {
      version: body.version,
      values: resource.schema.parse(body.values),
    }),
  );
  mount(app, remove, (ctx, { params }) => removeResource(ctx, resource, params.id));
}

function toDoubled({ id, code, firstName, lastName, hasAccount }: DoubledClient) {
  return { id, number: code, name: `${firstName} ${lastName}`, hasAccount };
}
