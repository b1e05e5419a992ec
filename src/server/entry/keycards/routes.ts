import type { App } from '#server/kernel/app.ts';
import { makeCtx } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import * as contract from '#shared/entry/keycards/contract.ts';
import { visitor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cardFileType } from '../apple/card-file.ts';
import * as commands from './commands.ts';
import type { Wallets } from './wallets.ts';

const rateLimit = { max: 60, timeWindow: '1 minute', allowList: [] };
/** Signed anew each time: so many a minute from one address. */
const addedPerMinute = 20;

/** Where a phone fetches a card as a file. */
const filePath = '/keycards/:file';
const extension = '.pkpass';

export function mountKeycards(app: App, wallets: Wallets): void {
  const { tokens, clock } = app.ports;

  mount(app, contract.listKeycards, async (ctx) => ({ keycards: await commands.listOwn(ctx) }));

  mount(
    app,
    contract.addKeycard,
    async (ctx, { body }) => {
      const card = await commands.findOrAdd(ctx, tokens, body.provider);
      const file = commands.writeFileToken(ctx, tokens, card.id) + extension;
      return { address: (await wallets.addressOf(ctx, card)) ?? filePath.replace(':file', file) };
    },
    { perMinute: addedPerMinute },
  );

  mount(app, contract.removeKeycards, commands.removeOwn);

  app.get<{ Params: { file: string } }>(
    filePath,
    { config: { rateLimit } },
    async ({ tenant, id, params: { file } }, reply) => {
      const ctx = makeCtx({
        ...app.ports,
        ...{ tenant, language: tenant.defaultLanguage, actor: visitor, now: clock.now(), requestId: id },
      });
      const token = file.endsWith(extension) ? file.slice(0, -extension.length) : '';
      const card = await commands.findByFile(ctx, tokens, token);
      if (!card) throw new AppError('itemNotFound');
      return reply
        .headers({
          'Cache-Control': 'private, no-store',
          'Content-Disposition': 'attachment; filename="card.pkpass"',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        })
        .type(cardFileType)
        .send(await wallets.fileOf(ctx, card));
    },
  );
}
