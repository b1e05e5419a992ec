import type { App } from '#server/kernel/app.ts';
import { makeCtx, member } from '#server/kernel/ctx.ts';
import { mount, requestLanguage } from '#server/kernel/mount.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { Turns } from '#server/kernel/turns.ts';
import * as contract from '#shared/feeds/contract.ts';
import { feedStatus } from '#shared/feeds/domain.ts';
import { visitor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { type CalendarReader, etagOf, writeCalendar, writeCalendarFile } from './calendar-files.ts';
import * as commands from './commands.ts';
import * as data from './data.ts';

/** Calendars on a server ask for many members from one address, so this is far above what one member needs. */
const rateLimit = { max: 300, timeWindow: '1 minute', allowList: [] };
const turns = new Turns({ perCentre: 2, inAll: 4, mostWaiting: 100, seconds: 15 });

export function mountFeeds(app: App): void {
  const { tokens, originOf } = app.ports;

  const toFeed = (tenant: Tenant, feed: commands.OpenedFeed | undefined) => ({
    address: feed ? originOf(tenant) + contract.feedPath.replace(':file', `${feed.token}.ics`) : null,
    createdDateTime: feed?.createdAt ?? null,
  });

  mount(app, contract.getFeed, async (ctx) => toFeed(ctx.tenant, await commands.findFeed(ctx, tokens)));

  mount(app, contract.createFeed, async (ctx) => toFeed(ctx.tenant, await commands.createFeed(ctx, tokens)));

  mount(app, contract.removeFeed, async (ctx) => {
    await commands.removeFeed(ctx);
    return toFeed(ctx.tenant, undefined);
  });

  mount(app, contract.getCalendarFile, async (ctx, { params }) => {
    const [rows] = await ctx.read(
      data.findOwnEntry({ registrationId: params.id, clientId: member(ctx).clientId }),
    );
    if (!rows[0]) throw new AppError('registrationNotFound');
    const file = `${commands.writeFileToken(ctx, tokens, params.id)}.ics`;
    return { address: contract.filePath.replace(':file', file) };
  });

  function readerOf(tenant: Tenant, language: Language): CalendarReader {
    const { name: tenantName, host, timeZone } = tenant;
    return { tenantName, host, timeZone, origin: originOf(tenant), language };
  }

  const contextOf = (tenant: Tenant, language: Language, requestId: string) =>
    makeCtx({ ...app.ports, tenant, language, actor: visitor, now: app.ports.clock.now(), requestId });

  app.get<{ Params: { file: string } }>(
    contract.feedPath,
    { config: { rateLimit } },
    async (request, reply) => {
      const { tenant } = request;
      const ctx = contextOf(tenant, requestLanguage(request, tenant), request.id);
      const token = tokenOf(request.params.file);
      const [owners] = await ctx.read(data.findFeedOwner({ tokenHash: hashToken(token) }));
      const owner = owners[0];
      if (!owner) throw new AppError('itemNotFound');
      const { now } = ctx;
      const [rows] = await ctx.read(data.listEntries({ clientId: owner.clientId, now }));
      const entries = rows.flatMap((row) => {
        const status = feedStatus(row, now);
        return status ? { row, status } : [];
      });
      const language = isLanguage(owner.language) ? owner.language : tenant.defaultLanguage;
      const text = await turns.run(tenant.id, () => writeCalendar(readerOf(tenant, language), entries));
      const etag = etagOf(text);
      reply.headers({
        ...privately,
        // A revoked address opens nothing, from no store either.
        'Cache-Control': 'private, no-store',
        ETag: etag,
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(calendarType).send(text);
    },
  );

  app.get<{ Params: { file: string } }>(
    contract.filePath,
    { config: { rateLimit } },
    async (request, reply) => {
      const { tenant } = request;
      const ctx = contextOf(tenant, requestLanguage(request, tenant), request.id);
      const file = commands.readFileToken(ctx, tokens, tokenOf(request.params.file));
      const [rows] = file ? await ctx.read(data.findEntry(file)) : [[]];
      if (!file || !rows[0]) throw new AppError('itemNotFound');
      return reply
        .headers({
          ...privately,
          'Cache-Control': 'private, no-store',
          'Content-Disposition': `attachment; filename="${rows[0].startsAt.slice(0, 10)}-${file.registrationId}.ics"`,
        })
        .type(calendarType)
        .send(await writeCalendarFile(readerOf(tenant, file.language), rows[0]));
    },
  );
}

const calendarType = 'text/calendar; charset=utf-8';
/** Addresses that are secrets belong in no search engine and in no other site's log. */
const privately = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' } as const;

/** The token of a file's name; what is no such name is no token of anything. */
function tokenOf(file: string): string {
  return file.endsWith('.ics') ? file.slice(0, -'.ics'.length) : '';
}
