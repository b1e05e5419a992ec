import { randomBytes, randomUUID } from 'node:crypto';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { emailLinkHours, isGuessable, resetLinkMinutes } from '#shared/account/domain.ts';
import { linksFrom } from '#shared/account/resets/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { alertOwner } from '../alerts/commands.ts';
import { guessableWords } from '../built-in.ts';
import { countAttempt, countLink } from '../commands.ts';
import * as data from '../data.ts';
import { forgetWaiting, insertChange } from '../emails/data.ts';
import { lockAccount } from '../factors/data.ts';
import { listOtherIdentities } from '../identities/data.ts';
import { hashPassword, isLeaked, isPassword } from '../passwords.ts';
import { deviceTokenOf, toEndedEvent } from '../sessions/commands.ts';
import { endSessions, listOpenSessions } from '../sessions/data.ts';
import { unlinkAll } from '../unlinking/commands.ts';
import { endOutlets, endWaiting } from '../waiting/data.ts';

/** Changes the password; the other devices must log in anew, as strangers. Answers with what this one is known by from now on. */
export async function changePassword(
  ctx: Ctx,
  tokens: Tokens,
  actor: MemberActor,
  passwords: { oldPassword: string; newPassword: string },
): Promise<{ deviceToken: string }> {
  await countAttempt(ctx, 'login', tokens.attemptSubject(`password ${actor.accountId}`));
  const [[known]] = await ctx.read(data.findAccount(actor.accountId));
  if (!known || !(await isPassword(ctx.tenant.id, passwords.oldPassword, known.passwordHash)))
    throw new AppError('passwordNotValid');
  const passwordHash = await savePassword(ctx, known, passwords.newPassword, actor.sessionId, [
    data.forgetAttempts('login', tokens.attemptSubject(`password ${actor.accountId}`)),
  ]);
  return { deviceToken: deviceTokenOf(ctx, tokens, { id: actor.accountId, passwordHash }) };
}

/** Has a link for a new password mailed when the address is known; says nothing either way, nor by how long it takes. */
export async function requestPasswordReset(
  ctx: Ctx,
  tokens: Tokens,
  email: string,
  address: string,
): Promise<void> {
  await countAttempt(ctx, 'passwordResetAddress', tokens.attemptSubject(`reset address ${address}`));
  await countAttempt(ctx, 'passwordReset', tokens.attemptSubject(`reset ${email.toLowerCase()}`));
  const asked = { topic: 'passwordReset', dedupeKey: randomUUID(), email } as const;
  await ctx.write((transaction) => transaction.save(undefined, [], [asked]));
}

/** What is mailed to who asked for a new password: its link, or from when on one can be had. */
export interface ResetMails {
  link(account: data.AccountRow, resetToken: string): MailEvent;
  tooEarly(account: data.AccountRow, from: string): MailEvent;
  /** Whose address it is was never shown: that comes first. */
  confirm(account: data.AccountRow, emailToken: string): MailEvent;
}

/**
 * Mails the link that was asked for to whoever has the address, if anybody has. Where the office gave the account the address a
 * short while ago, who owned it before is to hear of it first: it is told from when on. An address that was only typed opens
 * no account: it is to be confirmed.
 */
export async function mailPasswordReset(ctx: Ctx, email: string, mails: ResetMails): Promise<void> {
  const { now } = ctx;
  const token = randomBytes(24).toString('base64url');
  await ctx.write(async (transaction) => {
    const [[seen]] = await transaction.load(data.findAccountByLogin(email, true));
    // Locked and read again: an address that is changed meanwhile is mailed no link that is good.
    const [, [account]] = await transaction.load(
      lockAccount({ accountId: seen?.id ?? 0 }),
      data.findAccountByLogin(email, true),
    );
    if (!account || account.isBlocked) return transaction.save(undefined, []);
    if (account.emailTypedAt !== null) {
      const change = { accountId: account.id, email: account.email, now };
      const expiresAt = addMinutes(now, emailLinkHours * 60);
      return transaction.save(
        undefined,
        [forgetWaiting(account.id), insertChange({ ...change, tokenHash: hashToken(token), expiresAt })],
        [mails.confirm(account, token)],
      );
    }
    const from = linksFrom(account, now);
    if (from !== null) return transaction.save(undefined, [], [mails.tooEarly(account, from)]);
    const expiresAt = addMinutes(now, resetLinkMinutes);
    return transaction.save(
      undefined,
      [data.insertPasswordReset({ tokenHash: hashToken(token), accountId: account.id, now, expiresAt })],
      [mails.link(account, token)],
    );
  });
}

/**
 * Sets a new password by a mailed link, once, and ends every session of the account. The device it is set on is known from
 * then on; no other is.
 */
export async function resetPassword(
  ctx: Ctx,
  tokens: Tokens,
  reset: { resetToken: string; newPassword: string },
  address: string,
): Promise<{ isFirst: boolean; username: string; deviceToken: string }> {
  const { now } = ctx;
  const tokenHash = hashToken(reset.resetToken);
  const [[known]] = await ctx.read(data.findPasswordReset(tokenHash));
  await countLink(ctx, tokens, known?.accountId, address);
  if (await isLeaked(reset.newPassword)) throw new AppError('passwordTooCommon');
  const passwordHash = await hashPassword(ctx.tenant.id, reset.newPassword);
  return ctx.write(async (transaction) => {
    const [[whose]] = await transaction.load(data.findPasswordReset(tokenHash));
    if (!whose) throw new AppError('resetLinkExpired');
    // The account before its links, as whoever changes its password ends them in this order.
    const [, [found], sessions, [account], linked] = await transaction.load(
      lockAccount(whose),
      data.lockPasswordReset(tokenHash),
      listOpenSessions(whose.accountId),
      data.findAccount(whose.accountId),
      listOtherIdentities({ accountId: whose.accountId, sessionId: null }),
    );
    if (!found || found.usedAt !== null || compareInstants(now, found.expiresAt) > 0) {
      throw new AppError('resetLinkExpired');
    }
    refuseGuessable(ctx, reset.newPassword, account);
    const unlinked = account ? unlinkAll(ctx, account, linked) : undefined;
    return transaction.save(
      {
        isFirst: account !== undefined && !account.hasLoggedIn,
        username: (ctx.tenant.pageRules.login.isEmail ? account?.email : account?.username) ?? '',
        deviceToken: deviceTokenOf(ctx, tokens, { id: found.accountId, passwordHash }),
      },
      [
        data.setPassword(found.accountId, passwordHash),
        ...endWaiting(found.accountId, now),
        ...endOutlets(found.accountId, undefined, now),
        ...(unlinked?.queries ?? []),
        endSessions(found.accountId, undefined, now),
      ],
      [
        ...sessions.map(toEndedEvent),
        ...(unlinked?.events ?? []),
        ...(account ? [alertOwner(ctx, account, 'passwordChanged', reset.resetToken)] : []),
      ],
    );
  });
}

/**
 * Sets a password in place of the one that was known, and ends all but one of its account's sessions. Answers with its hash.
 * Throws `passwordNotValid` where it has been changed since, `passwordTooCommon`.
 */
async function savePassword(
  ctx: Ctx,
  { id: accountId, passwordHash: knownHash }: Pick<data.AccountRow, 'id' | 'passwordHash'>,
  newPassword: string,
  keptSessionId: string,
  also: readonly ReturnType<typeof data.forgetAttempts>[],
): Promise<string> {
  if (await isLeaked(newPassword)) throw new AppError('passwordTooCommon');
  const passwordHash = await hashPassword(ctx.tenant.id, newPassword);
  return ctx.write(async (transaction) => {
    const [, sessions, [account], linked] = await transaction.load(
      lockAccount({ accountId }),
      listOpenSessions(accountId),
      data.findAccount(accountId),
      listOtherIdentities({ accountId, sessionId: keptSessionId }),
    );
    // Compared before it was locked: whoever knew the one before does not undo what its owner did meanwhile.
    if (account?.passwordHash !== knownHash) throw new AppError('passwordNotValid');
    refuseGuessable(ctx, newPassword, account);
    const ended = sessions.filter(({ id }) => id !== keptSessionId);
    const unlinked = unlinkAll(ctx, account, linked);
    return transaction.save(
      passwordHash,
      [
        data.setPassword(accountId, passwordHash),
        ...endWaiting(accountId, ctx.now),
        ...endOutlets(accountId, keptSessionId, ctx.now),
        ...unlinked.queries,
        endSessions(accountId, keptSessionId, ctx.now),
        ...also,
      ],
      [
        ...ended.map(toEndedEvent),
        ...unlinked.events,
        alertOwner(ctx, account, 'passwordChanged', `${accountId} ${ctx.now}`),
      ],
    );
  });
}

/** What everybody here thinks of first, the centre and the person themselves are nobody's secret. */
function refuseGuessable({ tenant }: Ctx, password: string, account: data.AccountRow | undefined): void {
  const { firstName = '', lastName = '', email = '' } = account ?? {};
  const own = [tenant.name, tenant.host, firstName, lastName, email];
  if (isGuessable(password, [...guessableWords, ...own])) throw new AppError('passwordTooCommon');
}
