import type { FastifyRequest } from 'fastify';
import { type Actor, hasRole, toActor, visitor } from '#shared/kernel/actor.ts';
import type { AnyEndpoint } from '#shared/kernel/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { TokenClaims } from '#shared/kernel/session.ts';
import type { Tenant } from '../tenant.ts';
import type { Tokens } from '../tokens.ts';

/** Who asks, as it was found. */
export interface Admitted {
  readonly actor: Actor;
  readonly claims: TokenClaims | undefined;
}

/** Who asks, and whether they may: looked at before anything of the body is read. */
export async function admit(
  tokens: Tokens,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  anybody?: Actor,
): Promise<Admitted> {
  const { tenant } = request;
  refuseForeignTenant(request, tenant);
  if (endpoint.method !== 'GET') refuseOtherSites(request);
  const claims = anybody ? undefined : await readSession(tokens, endpoint, request);
  if (claims) request.accountId = claims.accountId;
  // Who lacks the second factor that the centre demands has their account alone, to set one up.
  const isHeldUp = claims?.isFactorMissing === true && endpoint.noun !== 'account';
  if (isHeldUp && endpoint.role !== 'visitor') throw new AppError('factorDemanded');
  const actor = anybody ?? (claims && !isHeldUp ? toActor(claims) : visitor);
  if (!hasRole(actor, endpoint.role)) {
    throw actor.kind === 'visitor' ? new AppError('notLoggedIn') : new AppError('actionNotAllowed');
  }
  if (endpoint.requires && !endpoint.requires(tenant.pageRules)) throw new AppError('itemNotFound');
  return { actor, claims };
}

/** `X-Tenant-Host` may only agree with the request's own host; it never picks a tenant. */
function refuseForeignTenant(request: FastifyRequest, tenant: Tenant): void {
  const named = request.headers['x-tenant-host'];
  if (named !== undefined && String(named).toLowerCase() !== tenant.host)
    throw new AppError('tenantMismatch');
}

/** Writes come from our own pages or from programs, never from a page of another site. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const { origin, host } = request.headers;
  // A page that came in the clear may be anybody's who stood in between. The other way round is no danger, and is what
  // is seen behind a proxy that nobody named.
  const schemes = request.protocol === 'https' ? ['https'] : ['http', 'https'];
  const isForeignOrigin = origin !== undefined && !schemes.some((scheme) => origin === `${scheme}://${host}`);
  if ((site !== undefined && site !== 'same-origin' && site !== 'none') || isForeignOrigin) {
    throw new AppError('crossSiteRefused');
  }
}

/** Whose session asks. A bad token is a visitor's where visitors may ask, else it is refused. */
async function readSession(
  tokens: Tokens,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
): Promise<TokenClaims | undefined> {
  const header = request.headers.authorization;
  if (!header?.startsWith('Bearer ')) return undefined;
  const claims = await tokens.verify(header.slice('Bearer '.length), request.tenant.id, request.tenant.host);
  if (!claims && endpoint.role !== 'visitor') throw new AppError('notLoggedIn');
  return claims;
}
