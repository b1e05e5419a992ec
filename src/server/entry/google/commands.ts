import type { Ctx } from '#server/kernel/ctx.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { findGoogleIssuer } from '../keycard-issuers/commands.ts';
import type { KeycardRow } from '../keycards/data.ts';
import { keycardSecret, momentKey, serialOf } from '../keycards/keys.ts';
import { describeCard } from './card.ts';
import type { GoogleClient } from './client.ts';
import type { GoogleIssuer } from './keys.ts';

export interface GoogleCardPorts {
  readonly tokens: Tokens;
  readonly google: GoogleClient;
  originOf(tenant: Tenant): string;
}

const classIdOf = ({ issuerId }: GoogleIssuer, tenantId: number) => `${issuerId}.entry-${tenantId}`;

function cardOf({ tenant }: Ctx, ports: GoogleCardPorts, issuer: GoogleIssuer, card: KeycardRow) {
  const { tokens } = ports;
  return describeCard({
    tenant,
    language: isLanguage(card.language) ? card.language : tenant.defaultLanguage,
    origin: ports.originOf(tenant),
    id: `${issuer.issuerId}.${serialOf(tenant.id, card.id)}`,
    classId: classIdOf(issuer, tenant.id),
    keycardId: card.id,
    firstName: card.firstName,
    secrets:
      card.endedAt === null
        ? {
            secret: keycardSecret(tokens, tenant.id, card),
            momentKey: momentKey(tokens, tenant.id, card),
          }
        : null,
  });
}

/**
 * Puts a card at Google, with what its code is made of, and answers where a phone takes it: nothing of that is in the address.
 * Throws `keycardNotOffered` where the centre is nobody there, `keycardServiceSilent`.
 */
export async function offerCard(ctx: Ctx, ports: GoogleCardPorts, card: KeycardRow): Promise<string> {
  const { google, tokens, originOf } = ports;
  const issuer = await findGoogleIssuer(ctx, tokens);
  if (!issuer) throw new AppError('keycardNotOffered');
  const thing = cardOf(ctx, ports, issuer, card);
  const isThere =
    (await google.put(issuer, 'genericClass', { id: thing.classId })) &&
    (await google.put(issuer, 'genericObject', thing));
  if (!isThere) throw new AppError('keycardServiceSilent');
  return google.linkOf(issuer, originOf(ctx.tenant), thing);
}

/** A card that ended shows nothing any more; whether Google knows it. */
export async function endCard(ctx: Ctx, ports: GoogleCardPorts, card: KeycardRow): Promise<boolean> {
  const issuer = await findGoogleIssuer(ctx, ports.tokens);
  if (!issuer) return true;
  return ports.google.put(issuer, 'genericObject', cardOf(ctx, ports, issuer, card));
}
