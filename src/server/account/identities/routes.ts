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
  const asking = (
    ctx: Ctx,
    given: contract.BeginIdentity,
    purpose: 'login' | 'linking',
    keep = false,
  ): commands.Asking => ({
    given,
    language: ctx.language,
    text: askedText(ctx, given, purpose),
    returnPage: `${originOf(ctx.tenant)}/identity/return?for=${purpose}${keep ? '&keep=1' : ''}`,
  });

  mount(app, contract.beginIdentityLogin, (ctx, { body: { keep, asked } }, exchange) =>
    commands.beginLogin(
      ctx,
      ports,
      asking(ctx, asked, 'login', keep),
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
    if ('display' in outcome) return { token: null, display: outcome.display };
    return { ...hand(outcome.session, exchange), display: null };
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

  mount(app, contract.beginIdentityLinking, (ctx, { body: { asked } }, exchange) =>
    commands.beginLinking(ctx, ports, asking(ctx, asked, 'linking'), member(ctx), callerOf(exchange)),
  );

  mount(app, contract.linkIdentity, (ctx, { body }) => commands.link(ctx, ports, member(ctx), body));

  mount(app, contract.unlinkIdentity, (ctx, { params }) =>
    commands.unlink(ctx, member(ctx), params.identityId),
  );
}

/** What stands on somebody's phone, in the language of their page. */
function askedText(
  { language, tenant }: Ctx,
  { provider }: contract.BeginIdentity,
  purpose: 'login' | 'linking',
) {
  const t = textsFor(language);
  return t(`identities.${purpose}Asked`, {
    tenant: tenant.name,
    provider: t(`identities.names.${provider}`),
  });
}
