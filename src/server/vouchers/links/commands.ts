import { countAttempt, countMailTo } from '#server/account/commands.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { asciiEmail } from '#shared/kernel/emails.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage, type Language } from '#shared/kernel/language.ts';
import { emailProblem, nameProblem } from '#shared/visitors/details/domain.ts';
import { readCode } from '#shared/vouchers/codes/domain.ts';
import { decideClaim, decideSharing, linkStateOf, usesLeftOf } from '#shared/vouchers/domain.ts';
import { hashesOf, type Keys, keysOf, makeKeys } from '../codes/commands.ts';
import { nameLanguagesOf, releasing, type VoucherView, viewsOf } from '../commands.ts';
import * as vouchers from '../data.ts';
import * as data from './data.ts';

/**
 * Moves one use of a client's voucher to a claim link; what opens the link can be shown again. Throws
 * `voucherNotFound`, `voucherNotShareable`, `voucherLinksFull`, `voucherAlreadyUsed`, `voucherExpired`,
 * `voucherRevoked`.
 */
export function shareUse(
  ctx: Ctx,
  tokens: Tokens,
  clientId: number,
  voucherId: number,
): Promise<{ id: number; createdAt: string } & Keys> {
  const { tenant, now } = ctx;
  return ctx.write(async (transaction) => {
    const [, [voucher], movements, links, ids] = await transaction.load(
      vouchers.lockVoucher({ voucherId }),
      vouchers.findVoucher({ voucherId }),
      vouchers.listMovements({ voucherId }),
      data.listLinks({ voucherId }),
      vouchers.nextMovementId({}),
    );
    if (voucher?.clientId !== clientId) throw new AppError('voucherNotFound');
    decideSharing(voucher, movements, {
      now,
      timeZone: tenant.timeZone,
      openLinks: links.filter((link) => linkStateOf(link) === 'open').length,
      openLinksMax: tenant.limits.voucherOpenLinksMax,
    });
    const id = ids[0]?.id ?? 0;
    const { token, code, ...stored } = makeKeys(tokens, tenant.id, 'link', id);
    return transaction.save({ id, createdAt: now, token, code }, [
      ...releasing(movements, now),
      vouchers.insertMovement({ id, voucherId, kind: 'link', uses: 1, now }),
      data.insertLink({ id, voucherId, ...stored, now }),
    ]);
  });
}

/** Takes back a use that nobody has claimed; once. Throws `voucherNotFound`, `voucherClaimed`. */
export function takeBack(ctx: Ctx, clientId: number, linkId: number): Promise<{ usesLeft: number }> {
  const { now } = ctx;
  return ctx.write(async (transaction) => {
    // Read behind the voucher's lock, which whoever claims it takes too.
    const [, [link], movements, [voucher]] = await transaction.load(
      vouchers.lockVoucherOf({ movementId: linkId }),
      data.findLink({ linkId }),
      vouchers.listMovementsBeside({ movementId: linkId }),
      vouchers.findVoucherOfMovement({ movementId: linkId }),
    );
    if (!link || !voucher || link.ownerId !== clientId) throw new AppError('voucherNotFound');
    const state = linkStateOf(link);
    if (state === 'claimed') throw new AppError('voucherClaimed');
    const usesLeft = usesLeftOf(voucher.uses, movements, now);
    if (state === 'takenBack') return transaction.keep({ usesLeft });
    const { voucherId } = link;
    return transaction.save({ usesLeft: usesLeft + 1 }, [
      vouchers.insertMovement({ voucherId, kind: 'takeBack', uses: -1, ofId: linkId, now }),
      data.endLink(linkId, 'takenBack', now),
    ]);
  });
}

/** The links of a client's voucher that are open or were claimed, the newest first. */
export async function listGiven(ctx: Ctx, tokens: Tokens, voucherId: number) {
  const [links] = await ctx.read(data.listLinks({ voucherId }));
  return links.flatMap((link) => {
    const state = linkStateOf(link);
    if (state === 'takenBack') return [];
    const keys = state === 'open' ? keysOf(tokens, ctx.tenant.id, 'link', link.id, link.salt) : null;
    return { ...link, state, keys };
  });
}

/** What an address opens. */
export type Opened =
  | { readonly kind: 'link'; readonly link: data.LinkRow; readonly from: VoucherView }
  | { readonly kind: 'voucher'; readonly of: VoucherView };

/** Throws `voucherNotFound` for an address that opens nothing, or nothing any more. */
export async function open(ctx: Ctx, tokens: Tokens, token: string, address: string): Promise<Opened> {
  const hash = hashToken(token);
  const [links, own] = await ctx.read(data.findLinkByToken({ hash }), vouchers.findVoucherByToken({ hash }));
  const [link] = links;
  const voucherId = link?.voucherId ?? own[0]?.id ?? 0;
  const [found, movements] = await ctx.read(
    vouchers.findVoucher({ voucherId }),
    vouchers.listMovements({ voucherId }),
  );
  const [view] = await viewsOf(
    ctx,
    found.map((voucher) => ({ voucher, movements })),
  );
  if (!view || (link && linkStateOf(link) === 'takenBack')) {
    // Nobody meets one by chance: whoever looks for them is slowed down.
    await countAttempt(ctx, 'codeAddress', tokens.attemptSubject(`code address ${address}`));
    throw new AppError('voucherNotFound');
  }
  return link ? { kind: 'link', link, from: view } : { kind: 'voucher', of: view };
}

/**
 * The token behind a typed code. Throws `codeNotFound`, alike and after the same questions for one that was mistyped,
 * one nobody has and one taken back; `tooManyAttempts`.
 */
export async function findByCode(ctx: Ctx, tokens: Tokens, typed: string, address: string): Promise<string> {
  const { tenant, actor } = ctx;
  await countAttempt(ctx, 'codeAddress', tokens.attemptSubject(`code address ${address}`));
  if (actor.kind === 'member') {
    await countAttempt(ctx, 'code', tokens.attemptSubject(`code account ${actor.accountId}`));
  }
  const hashes = hashesOf(tokens, tenant.id, readCode(typed) ?? '');
  const [links, own] = await ctx.read(
    data.findLinkByCode({ hashes }),
    vouchers.findVoucherByCode({ hashes }),
  );
  const [link] = links;
  if (link && linkStateOf(link) !== 'takenBack')
    return keysOf(tokens, tenant.id, 'link', link.id, link.salt).token;
  if (own[0]) return keysOf(tokens, tenant.id, 'voucher', own[0].id, own[0].salt).token;
  throw new AppError('codeNotFound');
}

export interface ClaimRequest {
  readonly token: string;
  readonly name: string;
  readonly email: string;
}

export interface Claimed {
  /** Opens the voucher, for the first to claim. */
  readonly voucherToken: string | null;
  readonly email: string;
}

/** What the mails about a claim say. */
export interface ClaimMails {
  claimed(parts: {
    to: string;
    holderName: string;
    name: string;
    giver: string;
    validUntil: string;
    language: Language;
    /** Empty the first time: another one is another mail. */
    occasion: string;
    keys: Keys;
  }): MailEvent;
  told(parts: {
    to: string;
    giver: string;
    claimer: string;
    name: string;
    linkId: number;
    language: Language;
  }): MailEvent;
}

/**
 * Makes the use of a link a voucher of whoever claims it, and mails it there; whoever gave it is told. Once for a link:
 * the same address again gets the same voucher by mail once more, but not the token, for whoever knows a link and an
 * address need not be who claimed it. Throws `voucherNotFound`, `voucherAlreadyUsed`, `voucherExpired`,
 * `voucherRevoked`, `dataValidationFailed` with `field` and `problem`, `tooManyAttempts`.
 */
export async function claim(
  ctx: Ctx,
  tokens: Tokens,
  { token, name: typedName, email: typedEmail }: ClaimRequest,
  address: string,
  mails: ClaimMails,
): Promise<Claimed> {
  const { tenant, now, actor } = ctx;
  refuseFaulty(typedName, typedEmail);
  const holderName = typedName.trim();
  const email = asciiEmail(typedEmail.trim().toLowerCase());
  await countAttempt(ctx, 'codeAddress', tokens.attemptSubject(`code address ${address}`));
  const hash = hashToken(token);
  const [known] = await ctx.read(data.findLinkByToken({ hash }));
  if (!known[0]) throw new AppError('voucherNotFound');
  const { id: linkId, voucherId, ownerEmail, claimedEmail } = known[0];
  // By what its owner alone holds: of the address alone, anybody could shut it out with links they made up.
  await countAttempt(ctx, 'voucherClaim', tokens.attemptSubject(`voucher claim ${linkId} ${email}`));
  // A use is given once, but mailed as often as it is asked for.
  if (claimedEmail === email) await countMailTo(ctx, tokens, email);
  return ctx.write<Claimed>(async (transaction) => {
    const [, [voucher], [link], accounts, owners, ids] = await transaction.load(
      vouchers.lockVoucher({ voucherId }),
      vouchers.findVoucher({ voucherId }),
      data.findLink({ linkId }),
      data.findAccountLanguage({ email }),
      data.findAccountLanguage({ email: ownerEmail }),
      vouchers.nextVoucherId({}),
    );
    if (!voucher || !link) throw new AppError('voucherNotFound');
    const decision = decideClaim(link, voucher, email, { now, timeZone: tenant.timeZone });
    const [products] = await transaction.load(
      vouchers.describeProducts({ productIds: [voucher.productId], ...nameLanguagesOf(ctx) }),
    );
    const name = products[0]?.name ?? '';
    const giver = firstName(link.ownerName);
    const mail = (keys: Keys, holder: string, occasion: string) =>
      mails.claimed({
        to: email,
        holderName: holder,
        occasion,
        name,
        giver,
        validUntil: voucher.validUntil,
        language: languageOf(accounts[0]?.language, ctx.language),
        keys,
      });
    if (decision === 'repeat') {
      const { claimedId, claimedSalt, claimedName } = link;
      if (claimedId === null || claimedSalt === null) throw new AppError('voucherNotFound');
      const keys = keysOf(tokens, tenant.id, 'voucher', claimedId, claimedSalt);
      return transaction.save(
        { voucherToken: null, email },
        [],
        [mail(keys, claimedName ?? holderName, ctx.requestId)],
      );
    }
    const id = ids[0]?.id ?? 0;
    const { token: voucherToken, code, ...stored } = makeKeys(tokens, tenant.id, 'voucher', id);
    const { productId, clubId, validFrom, validUntil } = voucher;
    const given: vouchers.NewVoucher = {
      ...stored,
      id,
      productId,
      clubId,
      // An address that a visitor typed puts nothing into its account: whoever reads its mail does.
      clientId: actor.kind === 'member' ? actor.clientId : null,
      holderName,
      holderEmail: email,
      uses: 1,
      validFrom,
      validUntil,
      isShareable: false,
      line: null,
      linkId,
      now,
    };
    const told = mails.told({
      to: ownerEmail,
      giver,
      claimer: holderName,
      name,
      linkId,
      language: languageOf(owners[0]?.language, tenant.defaultLanguage),
    });
    return transaction.save(
      { voucherToken, email },
      [vouchers.insertVoucher(given), data.endLink(linkId, 'claimed', now)],
      [mail({ token: voucherToken, code }, holderName, ''), ...(ownerEmail === '' ? [] : [told])],
    );
  });
}

function refuseFaulty(name: string, email: string): void {
  const inName = nameProblem(name);
  if (inName) throw new AppError('dataValidationFailed', { field: 'name', problem: inName });
  const inEmail = emailProblem(email);
  if (inEmail) throw new AppError('dataValidationFailed', { field: 'email', problem: inEmail });
}

/** Enough to know who gave it; the whole name is not told to whoever holds a link. */
export function firstName(name: string): string {
  return name.split(' ')[0] ?? '';
}

function languageOf(known: string | undefined, other: Language): Language {
  return isLanguage(known) ? known : other;
}
