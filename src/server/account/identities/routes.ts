import type { App } from '#server/kernel/app.ts';
import { type Ctx, member } from '#server/kernel/ctx.ts';
import { mount } from '#server/kernel/mount.ts';
import { textsFor } from '#server/kernel/texts.ts';
import * as contract from '#shared/account/identities/contract.ts';
import { identityProviders } from '#shared/account/identities/domain.ts';
import { browserOf, callerOf, hand, markBrowser } from '../sessions/cookie.ts';
import * as commands from './commands.ts';

export function mountIdentities(app: App, { providerOf }: Pick<commands.IdentityPorts, 'providerOf'>): void {
  const { originOf } = app.ports;
  const ports: commands.IdentityPorts = { ...app.ports, providerOf, underway: new Map() };
  const begun = (ctx: Ctx, purpose: 'login' | 'linking', keep = false) => ({
    text: textsFor(ctx.language)(`identities.${purpose}Asked`, { tenant: ctx.tenant.name }),
    returnPage: `${originOf(ctx.tenant)}/identity/return?for=${purpose}${keep ? '&keep=1' : ''}`,
  });

  mount(app, contract.beginIdentityLogin, (ctx, { body: { keep, ...asked } }, exchange) =>
    commands.beginLogin(
      ctx,
      ports,
      { ...asked, ...begun(ctx, 'login', keep) },
      callerOf(exchange),
      markBrowser(exchange),
    ),
  );

  mount(app, contract.loginWithIdentity, async (ctx, { body }, exchange) => {
    const { deviceParameters, ...asked } = body;
    const outcome = await commands.logIn(
      ctx,
      ports,
      asked,
      deviceParameters,
      callerOf(exchange),
      browserOf(exchange),
    );
    if ('link' in outcome) return { token: null, link: outcome.link };
    return { ...hand(outcome.session, exchange), link: null };
  });

  mount(app, contract.listIdentities, async (ctx) => {
    const { identities, offered } = await commands.list(ctx, member(ctx));
    return {
      identities: identities.flatMap(({ id, provider, createdAt, lastUsedAt }) => {
        const name = identityProviders.find((each) => each === provider);
        return name ? [{ id, provider: name, linkedDateTime: createdAt, lastUsedDateTime: lastUsedAt }] : [];
      }),
      offered,
    };
  });

  mount(app, contract.beginIdentityLinking, (ctx, { body }, exchange) =>
    commands.beginLinking(ctx, ports, { ...body, ...begun(ctx, 'linking') }, member(ctx), callerOf(exchange)),
  );

  mount(app, contract.linkIdentity, (ctx, { body }) => commands.link(ctx, ports, member(ctx), body));

  mount(app, contract.unlinkIdentity, (ctx, { params }) =>
    commands.unlink(ctx, member(ctx), params.identityId),
  );
}
