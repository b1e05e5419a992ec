import { browserOf, markBrowser } from '#server/account/sessions/cookie.ts';
import type { App } from '#server/kernel/app.ts';
import { mount } from '#server/kernel/mount.ts';
import { textsFor } from '#server/kernel/texts.ts';
import * as contract from '#shared/joining/shown/contract.ts';
import { beginForDraft, lookForDraft, type ShowingPorts } from './commands.ts';

/** Showing who one is while joining. */
export function mountShowing(app: App, { providerOf }: Pick<ShowingPorts, 'providerOf'>): void {
  const { originOf } = app.ports;
  const ports: ShowingPorts = { ...app.ports, providerOf, underway: new Map() };

  mount(app, contract.beginShowing, (ctx, { body }, exchange) => {
    const { tenant } = ctx;
    const { draftToken: token, asked: given } = body;
    const text = textsFor(ctx.language)('identities.joiningAsked', { tenant: tenant.name });
    const returnPage = `${originOf(tenant)}/identity/return?for=joining`;
    const begun = { given, token, text, language: ctx.language, returnPage };
    return beginForDraft(ctx, ports, begun, exchange.address, markBrowser(exchange));
  });

  mount(app, contract.showForJoin, async (ctx, { body }, exchange) => {
    const looked = await lookForDraft(ctx, ports, body, browserOf(exchange));
    if ('display' in looked) return { ...looked, draftToken: null, person: null, isMember: false };
    return { display: null, ...looked };
  });
}
