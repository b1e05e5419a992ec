import { z } from 'zod';
import type { App } from '#server/kernel/app.ts';
import { toDate } from '#server/kernel/clock.ts';
import { type Ctx, makeCtx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { visitor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { InstantText } from '#shared/kernel/wire.ts';
import { cardFileType } from './card-file.ts';
import * as commands from './commands.ts';

/** A phone asks about its cards a few times a day; many share an address. */
const rateLimit = { max: 300, timeWindow: '1 minute', allowList: [] };
const config = { rateLimit };

const Device = z.string().regex(/^[\w-]{1,100}$/);
const Registration = z.object({ pushToken: z.string().regex(/^[\da-f]{1,200}$/i) });

interface OfCard {
  readonly Params: { readonly device: string; readonly type: string; readonly serial: string };
}

/** Apple's protocol by which a phone hears that its card became another. Answers are what the protocol says, without a word. */
export function mountAppleService(app: App, cardPorts: commands.AppleCardPorts): void {
  const { tokens, clock } = app.ports;
  const path = `${commands.servicePath}/v1`;
  const registrationPath = `${path}/devices/:device/registrations/:type/:serial`;

  const contextOf = (tenant: Tenant, requestId: string): Ctx =>
    makeCtx({
      ...app.ports,
      ...{ tenant, language: tenant.defaultLanguage, actor: visitor, now: clock.now(), requestId },
    });
  const cardOf = (ctx: Ctx, serial: string, authorization = '') =>
    commands.findOfPhone(ctx, tokens, { serial, authorization });
  const deviceOf = (given: string) => {
    const device = Device.safeParse(given);
    if (!device.success) throw new AppError('dataValidationFailed');
    return device.data;
  };

  app.post<OfCard>(registrationPath, { config }, async ({ tenant, id, params, headers, body }, reply) => {
    const ctx = contextOf(tenant, id);
    const card = await cardOf(ctx, params.serial, headers.authorization);
    const asked = Registration.safeParse(body);
    if (!asked.success) throw new AppError('dataValidationFailed');
    const device = deviceOf(params.device);
    const isNew = await commands.addDevice(ctx, card, { device, pushToken: asked.data.pushToken });
    return reply.code(isNew ? 201 : 200).send();
  });

  app.delete<OfCard>(registrationPath, { config }, async ({ tenant, id, params, headers }, reply) => {
    const ctx = contextOf(tenant, id);
    const card = await cardOf(ctx, params.serial, headers.authorization);
    await commands.removeDevice(ctx, card, deviceOf(params.device));
    return reply.code(200).send();
  });

  app.get<OfCard & { Querystring: { passesUpdatedSince?: string } }>(
    `${path}/devices/:device/registrations/:type`,
    { config },
    async ({ tenant, id, params, query }, reply) => {
      const since = InstantText.safeParse(query.passesUpdatedSince);
      const changed = await commands.listChanged(
        contextOf(tenant, id),
        deviceOf(params.device),
        since.success ? since.data : null,
      );
      reply.header('Cache-Control', 'no-store');
      return changed === undefined ? reply.code(204).send() : reply.send(changed);
    },
  );

  app.get<OfCard>(`${path}/passes/:type/:serial`, { config }, async (request, reply) => {
    const { tenant, id, params, headers } = request;
    const ctx = contextOf(tenant, id);
    const card = await cardOf(ctx, params.serial, headers.authorization);
    const since = Date.parse(headers['if-modified-since'] ?? '');
    const changed = Math.floor(Temporal.Instant.from(commands.changedAt(card)).epochMilliseconds / 1000);
    reply.header('Cache-Control', 'no-store');
    if (since / 1000 >= changed) return reply.code(304).send();
    return reply
      .header('Last-Modified', toDate(changed * 1000).toUTCString())
      .type(cardFileType)
      .send(await commands.fileOf(ctx, cardPorts, card));
  });

  // What a phone has to say is anybody's to send: it is taken, and written nowhere.
  app.post(`${path}/log`, { config, bodyLimit: 20_000 }, async (_, reply) => reply.code(200).send());
}
