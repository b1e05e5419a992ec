import { randomBytes } from 'node:crypto';
import { moveMailed } from '#server/clients/addresses/data.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { isUniqueViolation } from '#server/kernel/writes/constraints.ts';
import { contactOf } from '#server/messages/mails.ts';
import { emailLinkHours } from '#shared/account/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { countAttempt, countLink, countMailTo } from '../commands.ts';
import { type AccountRow, findAccount, findAccountByLogin, forgetAttempts, freeEmail } from '../data.ts';
import { isPassword } from '../passwords.ts';
import { endMailed, endOtherKeycards } from '../waiting/data.ts';
import * as data from './data.ts';
import { type EmailMail, writeAskedMail, writeChangedMail, writeLinkMail, writeTakenMail } from './mails.ts';

/**
 * Mails a link to another address and tells the present one. An address that somebody else has is answered alike: only
 * its owner is told. Throws `passwordNotValid`, `emailUnchanged`, `tooManyAttempts`.
 */
export async function changeEmail(
  ctx: Ctx,
  tokens: Tokens,
  { accountId }: MemberActor,
  { email: typed, password }: { email: string; password: string },
  origin: string,
): Promise<void> {
  const { now } = ctx;
  const email = typed.trim().toLowerCase();
  // Guessed passwords count together, wherever they are asked for.
  const subject = tokens.attemptSubject(`password ${accountId}`);
  await countAttempt(ctx, 'login', subject);
  const [accounts, others] = await ctx.read(findAccount(accountId), findAccountByLogin(email, true));
  const [account] = accounts;
  if (!account || !(await isPassword(ctx.tenant.id, password, account.passwordHash))) {
    throw new AppError('passwordNotValid');
  }
  if (account.email === email) throw new AppError('emailUnchanged');
  await countAttempt(ctx, 'emailChange', tokens.attemptSubject(`email change ${accountId}`));
  await countMailTo(ctx, tokens, email);
  const token = randomBytes(24).toString('base64url');
  const about = mailTo(ctx, account, origin);
  const isTaken = others.some(isOwned);
  await ctx.write(async ({ load, save }) => {
    const [, [present]] = await load(data.lockAccount({ accountId }), findAccount(accountId));
    // Changed since it was typed: what it would have begun was ended a moment ago.
    if (present?.passwordHash !== account.passwordHash) throw new AppError('passwordNotValid');
    return save(
      undefined,
      [
        forgetAttempts('login', subject),
        data.forgetWaiting(accountId),
        data.insertChange({
          tokenHash: hashToken(token),
          accountId,
          email,
          now,
          expiresAt: addMinutes(now, emailLinkHours * 60),
        }),
      ],
      [
        isTaken ? writeTakenMail(about, email, token) : writeLinkMail(about, email, token),
        writeAskedMail(about, account.email, email, token),
      ],
    );
  });
}

/** The address that waits is given up; its link opens nothing any more. */
export function keepEmail(ctx: Ctx, { accountId }: MemberActor): Promise<Record<string, never>> {
  return ctx.write(async ({ load, save }) => {
    await load(data.lockAccount({ accountId }));
    return save({}, [data.forgetWaiting(accountId)]);
  });
}

/**
 * Changes the address by its link, once, and tells the one that was. Links that went there open nothing any more. Who reads the
 * mail has shown an address, and not whose the account is: it was mistyped, perhaps. So the link is pressed by the account itself.
 * Throws `emailLinkExpired`, `emailLinkOfAnother`, and `emailTaken` where somebody else took the address meanwhile.
 */
export async function confirmEmail(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  emailToken: string,
  address: string,
  origin: string,
): Promise<{ email: string }> {
  const { now, tenant } = ctx;
  const tokenHash = hashToken(emailToken);
  const [[known]] = await ctx.read(data.findChange({ tokenHash }));
  await countLink(ctx, tokens, known?.accountId, address);
  try {
    return await ctx.write(async ({ load, save }) => {
      const [[whose]] = await load(data.findChange({ tokenHash }));
      if (!whose) throw new AppError('emailLinkExpired');
      // The account before its links, as whoever changes its password ends them in this order.
      const [, [change]] = await load(data.lockAccount(whose), data.lockChange({ tokenHash }));
      if (!change || change.usedAt !== null || compareInstants(now, change.expiresAt) > 0) {
        throw new AppError('emailLinkExpired');
      }
      const { accountId, email } = change;
      if (accountId !== actor.accountId) throw new AppError('emailLinkOfAnother');
      const [[account], others] = await load(findAccount(accountId), findAccountByLogin(email, true));
      if (!account || account.isBlocked) throw new AppError('emailLinkExpired');
      if (others.some((other) => other.id !== accountId && isOwned(other))) throw new AppError('emailTaken');
      const { email: login, contact } = account;
      // What is mailed elsewhere, to a parent say, goes on being mailed there, unless it is fetched by one's own address.
      const isContact = contact === '' || contact?.toLowerCase() === login || email === login;
      const before = login === email ? contact : login;
      const about = mailTo(ctx, account, origin);
      return save(
        { email },
        [
          freeEmail(email, accountId),
          data.setEmail(accountId, email),
          ...(isContact ? [data.setContact(accountId, email)] : []),
          moveMailed(account.clientId, isContact ? [login, contact] : [login], email),
          data.useChange(tokenHash, now),
          ...endMailed(accountId, now),
          ...(email === login ? [] : [endOtherKeycards(accountId, actor.sessionId, now)]),
        ],
        before && before !== email
          ? [writeChangedMail(about, before, email, contactOf(tenant), emailToken)]
          : [],
      );
    });
  } catch (error) {
    const keys = ['accounts_tenant_id_email_key', 'accounts_tenant_id_username_key'];
    if (keys.some((key) => isUniqueViolation(error, key))) throw new AppError('emailTaken');
    throw error;
  }
}

/** Who has shown that an address is theirs; it is not taken by who only typed it. */
const isOwned = ({ emailTypedAt }: AccountRow) => emailTypedAt === null;

function mailTo({ tenant }: Ctx, account: AccountRow, origin: string): EmailMail {
  const { language, firstName } = account;
  return { tenant, origin, firstName, language: isLanguage(language) ? language : tenant.defaultLanguage };
}
