import { type Ctx, member } from '#server/kernel/ctx.ts';
import type { Query } from '#server/kernel/db.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { isGivenNow, type OwnChoice, ownChoices } from '#shared/privacy/domain.ts';
import * as data from './data.ts';

/** A client's log as it is shown: what can be chosen, and the latest lines, the last one first. */
export async function consentsOf(ctx: Ctx, clientId: number) {
  const [rows] = await ctx.read(data.listConsents(clientId));
  return {
    choices: ownChoices.map((purpose) => ({ purpose, isGiven: isGivenNow(rows, purpose) })),
    log: rows.toReversed().map(({ at, language, ...row }) => ({
      ...row,
      language: isLanguage(language) ? language : ctx.tenant.defaultLanguage,
      dateTime: at,
    })),
  };
}

/** Gives or withdraws a voluntary consent. The same again adds no line. */
export async function changeConsent(
  ctx: Ctx,
  { purpose, isGiven }: { readonly purpose: OwnChoice; readonly isGiven: boolean },
) {
  const { clientId } = member(ctx);
  const { now, language } = ctx;
  await ctx.write(({ save }) =>
    save(undefined, [data.saveChoice({ clientId, purpose, isGiven, source: 'privacy', language, now })]),
  );
  return consentsOf(ctx, clientId);
}

/**
 * What whoever joins or buys has agreed to, for the transaction of it, behind the client's own row: the terms as they stand,
 * and that it begins before the days of withdrawal are over.
 */
export function agreeing(
  { now, language }: Ctx,
  clientId: number,
  startsEarly: boolean,
  source: 'joining' | 'buying',
): Query[] {
  const consent = { clientId, source, language, now };
  return [
    data.agreeToTerms({ ...consent, purpose: source === 'joining' ? 'joiningTerms' : 'buyingTerms' }),
    ...(startsEarly ? [data.agreeToTerms({ ...consent, purpose: 'earlyStart' })] : []),
  ];
}
