import { createHash } from 'node:crypto';
import { countAttempt, countFailure } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Query, Transaction } from '#server/kernel/db.ts';
import type { Tokens } from '#server/kernel/tokens.ts';
import {
  decideCode,
  holdEnd,
  type NamedLine,
  type PricedByCode,
  placesLeft,
  priceEffect,
  readCampaignCode,
  redemptionState,
  refusePlace,
  refuseSecond,
} from '#shared/campaigns/domain.ts';
import { asciiEmail, mailboxOf } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cents } from '#shared/kernel/money.ts';
import * as data from './data.ts';

type Load = Transaction['load'];

/** What a code is asked about. */
export interface CodeQuestion {
  readonly code: string;
  readonly productId: number | null;
  readonly clubId: number | null;
  readonly quantity: number;
}

export interface CodeAnswer extends PricedByCode<NamedLine> {
  readonly campaign: data.CampaignRow;
  readonly placesLeft: number | null;
}

/** More than anybody buys at once; keeps sums within bounds. */
const mostPieces = 100;

/**
 * What a code would do; takes nothing. Throws what `decideCode` throws, and `tooManyAttempts`. Whether the code is known
 * or not, the same is asked of the database.
 */
export async function checkCode(
  ctx: Ctx,
  tokens: Tokens,
  question: CodeQuestion,
  address: string,
  buyer: data.Buyer,
): Promise<CodeAnswer> {
  const { actor, tenant, now, language } = ctx;
  await countAttempt(ctx, 'codeAddress', tokens.attemptSubject(`code address ${address}`));
  if (actor.kind === 'member') {
    await countAttempt(ctx, 'code', tokens.attemptSubject(`code account ${actor.accountId}`));
  }
  const { productId, clubId, quantity } = question;
  const words = { language, defaultLanguage: tenant.defaultLanguage };
  const [campaigns, prices] = await ctx.read(
    data.findCampaign({ hash: hashOf(question.code), now, ...buyer, ...words }),
    data.findPrice({ productId: productId ?? 0, clubId: clubId ?? 0, ...words }),
  );
  const campaign = decideCode(campaigns[0], {
    now,
    timeZone: tenant.timeZone,
    clubId,
    productIds: productId === null ? null : [productId],
  });
  const lines = prices.map(({ name, priceCents }) => ({
    productId,
    article: name,
    quantity: Math.min(Math.max(1, quantity), mostPieces),
    unitCents: cents(priceCents),
    discountCents: cents(0),
  }));
  return { campaign, placesLeft: placesLeft(campaign), ...priceEffect(campaign, lines) };
}

/**
 * What lines cost with a code, before anything is bought; takes nothing. Only codes that are refused count as attempts.
 * Throws what `decideCode` throws, and `tooManyAttempts`.
 */
export async function priceByCode<Line extends NamedLine>(
  ctx: Ctx,
  tokens: Tokens,
  { code, clubId, lines, clientId, email }: Omit<CodeUse<Line>, 'invoiceId'>,
): Promise<readonly Line[]> {
  const { now, tenant, language } = ctx;
  const subject = tokens.attemptSubject(`code client ${clientId ?? email}`);
  return countFailure(ctx, 'code', subject, async () => {
    const [[found]] = await ctx.read(
      data.findCampaign({
        hash: hashOf(code),
        now,
        clientId: clientId ?? 0,
        mailbox: mailboxOf(asciiEmail(email.trim())),
        language,
        defaultLanguage: tenant.defaultLanguage,
      }),
    );
    const productIds = lines.map(({ productId }) => productId);
    return priceEffect(decideCode(found, { now, timeZone: tenant.timeZone, clubId, productIds }), lines)
      .lines;
  });
}

/** What is about to be bought with a code. */
export interface CodeUse<Line extends NamedLine> {
  readonly code: string;
  /** The club it is bought at; null where none is meant. */
  readonly clubId: number | null;
  readonly lines: readonly Line[];
  /** Of the draft that is saved in the same transaction. */
  readonly invoiceId: number;
  readonly clientId: number | null;
  /** Of the payer. */
  readonly email: string;
}

/**
 * Takes a place of a campaign for a draft, for 15 minutes, and prices its lines. Call it with the `load` of the draft's
 * own transaction; give the lines to `draftSale`, and save the queries after the draft's. Throws what `decideCode` throws:
 * nothing is bought at another price than the one that was shown.
 */
export async function holdCode<Line extends NamedLine>(
  load: Load,
  ctx: Ctx,
  { code, clubId, lines, invoiceId, clientId, email: typedEmail }: CodeUse<Line>,
): Promise<PricedByCode<Line> & { readonly queries: readonly Query[] }> {
  const { now, tenant, language } = ctx;
  const hash = hashOf(code);
  const email = asciiEmail(typedEmail.trim().toLowerCase());
  const [, [found]] = await load(
    data.lockCampaign({ hash }),
    data.findCampaign({
      hash,
      now,
      clientId: clientId ?? 0,
      // An address that a visitor typed is looked at once it has paid: before, the answer would tell who used the code.
      mailbox: clientId === null ? '' : mailboxOf(email),
      language,
      defaultLanguage: tenant.defaultLanguage,
    }),
  );
  const productIds = lines.map(({ productId }) => productId);
  const campaign = decideCode(found, { now, timeZone: tenant.timeZone, clubId, productIds });
  const priced = priceEffect(campaign, lines);
  const { id: campaignId } = campaign;
  const { discountCents } = priced;
  const taken = { invoiceId, campaignId, clientId, email, discountCents, heldUntil: holdEnd(now), now };
  return { ...priced, queries: [data.releaseOverdue(now, campaignId), data.insertRedemption(taken)] };
}

/**
 * The bank's page opens for a draft: its place is kept another 15 minutes, once, or taken again when it was given back
 * meanwhile. A draft without a code needs nothing. Throws what `refusePlace` gives when it cannot be taken again.
 */
export async function keepCode(load: Load, ctx: Ctx, invoiceId: number): Promise<readonly Query[]> {
  const { now } = ctx;
  const { redemption, beside } = await findPlace(load, ctx, invoiceId);
  if (!redemption) return [];
  const state = redemptionState(redemption, now);
  if (state === 'redeemed' || (state === 'held' && redemption.extendedAt !== null)) return [];
  // Nor does the way to the bank tell a visitor who used the code.
  const isUsedByClient = redemption.clientId !== null && (beside?.isUsedByClient ?? false);
  const refusal = state === 'released' ? refusePlace(beside && { ...beside, isUsedByClient }) : null;
  if (refusal) throw new AppError(refusal, undefined, 409);
  const kept = { invoiceId, heldUntil: holdEnd(now), releasedAt: null };
  return [
    data.releaseOverdue(now, redemption.campaignId),
    data.changeRedemption(state === 'held' ? { ...kept, extendedAt: now } : kept),
  ];
}

/**
 * A draft is paid: its place is redeemed, for good. Does nothing a second time, nor for a draft without a code. `lost`:
 * the place was given back before the money came and cannot be taken again, or a visitor has used the code before, and why:
 * whoever calls decides what becomes of the money.
 */
export async function finishCode(
  load: Load,
  ctx: Ctx,
  invoiceId: number,
): Promise<{ lost: ReturnType<typeof refusePlace>; queries: readonly Query[] }> {
  const { now } = ctx;
  const { redemption, beside } = await findPlace(load, ctx, invoiceId);
  const state = redemption && redemptionState(redemption, now);
  if (!redemption || state === 'redeemed') return { lost: null, queries: [] };
  // Whose address was not looked at when the place was held.
  const isVisitors = redemption.clientId === null;
  const lost = state === 'released' ? refusePlace(beside) : isVisitors ? refuseSecond(beside) : null;
  if (lost) return { lost, queries: [data.releaseRedemption(invoiceId, now)] };
  return {
    lost,
    queries: [
      data.releaseOverdue(now, redemption.campaignId),
      data.changeRedemption({ invoiceId, redeemedAt: now, releasedAt: null }),
    ],
  };
}

/** A code that is a client's second time. */
export interface UsedBefore {
  readonly code: string;
  /** Of the invoice it was used for; empty while that is unpaid. */
  readonly number: string;
  /** Gives the place of the draft back, though it is paid. */
  readonly queries: readonly Query[];
}

/**
 * What is bought with a code is about to become another client's: what they have it for already, where each may use it
 * once. In the caller's transaction; the campaign stays locked until its end.
 */
export async function findUseBefore(
  load: Load,
  { now }: Ctx,
  of: { readonly invoiceId: number; readonly clientId: number },
): Promise<UsedBefore | undefined> {
  const [, [used]] = await load(data.lockCampaignOf(of), data.findUseBefore({ ...of, now }));
  if (!used) return undefined;
  const { code, number } = used;
  const given = { invoiceId: of.invoiceId, redeemedAt: null, releasedAt: now };
  return { code, number: number ?? '', queries: [data.changeRedemption(given)] };
}

/** A draft is dropped: its place is everybody's again. What was redeemed stays so. */
export function releaseCode({ now }: Ctx, invoiceId: number): Query {
  return data.releaseRedemption(invoiceId, now);
}

/** Gives back the places of drafts whose time is over. */
export function releaseOverdue(ctx: Ctx): Promise<void> {
  return ctx.write((transaction) => transaction.save(undefined, [data.releaseOverdue(ctx.now)]));
}

async function findPlace(load: Load, { now }: Ctx, invoiceId: number) {
  const [, [redemption], [beside]] = await load(
    data.lockCampaignOf({ invoiceId }),
    data.findRedemption({ invoiceId }),
    data.findPlacesBeside({ invoiceId, now }),
  );
  return { redemption, beside };
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(readCampaignCode(code)).digest();
}
