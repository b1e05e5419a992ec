import { randomBytes } from 'node:crypto';
import { type Ctx, requireProof } from '#server/kernel/ctx.ts';
import type { Db } from '#server/kernel/db.ts';
import { StartError } from '#server/kernel/env.ts';
import { outboxQueries } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { hashToken, type Tokens } from '#server/kernel/tokens.ts';
import { contactOf } from '#server/messages/mails.ts';
import type { DeviceParameters } from '#shared/account/contract.ts';
import { hasFactor } from '#shared/account/factors/domain.ts';
import type { FactorReset } from '#shared/account/resets/contract.ts';
import {
  factorResetHours,
  isEstablished,
  linksFrom,
  operatorWaitHours,
  refuseAsking,
  refuseConfirming,
} from '#shared/account/resets/domain.ts';
import type { MemberActor } from '#shared/kernel/actor.ts';
import { addMinutes, compareInstants } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { countAttempt, countLink } from '../commands.ts';
import { type AccountRow, findAccount, findAccountByLogin, forgetAttempts } from '../data.ts';
import { findHeld, lockAccount } from '../factors/data.ts';
import { listIdentities } from '../identities/data.ts';
import { isPassword } from '../passwords.ts';
import { type Caller, type OpenedSession, openSession, toEndedEvent } from '../sessions/commands.ts';
import { endSessions, listOpenSessions } from '../sessions/data.ts';
import { endOutlets } from '../waiting/data.ts';
import * as data from './data.ts';
import { writeFactorResetMail } from './mails.ts';

const untilOf = (now: string) => addMinutes(now, factorResetHours * 60);
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
const linkOf = (origin: string, token: string) => `${origin}/factor/reset?token=${token}`;

/** Whether somebody's second factors are about to be taken away. Throws `itemNotFound`. */
export async function findReset(ctx: Ctx, actor: MemberActor, accountId: number): Promise<FactorReset> {
  const [[held], linked, [open], administrators] = await ctx.read(
    findHeld({ accountId }),
    listIdentities({ accountId }),
    data.findReset({ accountId, now: ctx.now }),
    data.listAdministrators({ isAdmin: true }),
  );
  if (!held) throw new AppError('itemNotFound');
  const asking = administrators.find(({ id }) => id === open?.askedBy);
  return {
    hasFactor: hasFactor(held) || linked.length > 0,
    othersCount: administrators.filter(
      (one) => one.id !== actor.accountId && one.id !== accountId && isEstablished(one, ctx.now),
    ).length,
    request: open
      ? {
          askedBy: asking ? nameOf(asking) : null,
          isOwn: open.askedBy === actor.accountId,
          reason: open.reason,
          isConfirmed: open.confirmedAt !== null,
          untilDateTime: open.expiresAt,
        }
      : null,
  };
}

/**
 * Asks that an account's second factors go; whose it is and all other administrators are told at once. Throws `proofNeeded`,
 * `itemNotFound`, `ownFactorReset`, `administratorTooNew`, `factorMissing`, `factorResetThereAlready` and `addressMovedLately`.
 */
export function askReset(
  ctx: Ctx,
  actor: MemberActor,
  { accountId, reason, origin }: { accountId: number; reason: string; origin: string },
): Promise<Record<string, never>> {
  requireProof(ctx);
  const { tenant, now } = ctx;
  return ctx.write(async ({ load, save }) => {
    const [, [held], linked, [account], [open], administrators] = await load(
      lockAccount({ accountId }),
      findHeld({ accountId }),
      listIdentities({ accountId }),
      findAccount(accountId),
      data.findReset({ accountId, now }),
      data.listAdministrators({ isAdmin: true }),
    );
    if (!held || !account) throw new AppError('itemNotFound');
    const isMoved = linksFrom(account, now) !== null;
    const isHeld = hasFactor(held) || linked.length > 0;
    const about = { accountId, hasFactor: isHeld, isOpen: open !== undefined, isMoved };
    const caller = administrators.find(({ id }) => id === actor.accountId);
    if (!caller) throw new AppError('actionNotAllowed');
    const refusal = refuseAsking(about, { id: caller.id, isEstablished: isEstablished(caller, now) });
    if (refusal) throw new AppError(refusal);
    const values = {
      ...{ who: nameOf(caller), whose: nameOf(account) },
      link: `${origin}/admin/users?id=${accountId}`,
    };
    const centre = { tenant, contact: contactOf(tenant) };
    const others = administrators.filter(({ id }) => id !== actor.accountId && id !== accountId);
    return save(
      {},
      [
        data.endOver(accountId, now),
        data.insertReset({ accountId, reason, askedBy: actor.accountId, now, expiresAt: untilOf(now) }),
      ],
      [
        writeFactorResetMail(centre, account, 'asked', now, values),
        ...others.map((other) => writeFactorResetMail(centre, other, 'toConfirm', now, values)),
      ],
      [{ noun: 'accounts', id: accountId, after: { factorReset: 'asked', reason } }],
    );
  });
}

/**
 * Confirms it, as another administrator than who asked; whose account it is is mailed the link. Throws `proofNeeded`,
 * `factorResetNotFound`, `ownFactorReset`, `secondAdministratorNeeded`, `administratorTooNew` and `addressMovedLately`.
 */
export function confirmReset(
  ctx: Ctx,
  actor: MemberActor,
  { accountId, origin }: { accountId: number; origin: string },
): Promise<Record<string, never>> {
  requireProof(ctx);
  const { tenant, now } = ctx;
  const token = randomBytes(32).toString('base64url');
  return ctx.write(async ({ load, save }) => {
    const [, [account], [open], [caller], administrators] = await load(
      lockAccount({ accountId }),
      findAccount(accountId),
      data.findReset({ accountId, now }),
      findAccount(actor.accountId),
      data.listAdministrators({ isAdmin: true }),
    );
    if (!caller || !account || !open || open.confirmedAt !== null) throw new AppError('factorResetNotFound');
    // What somebody asked for goes with their right.
    if (administrators.every(({ id }) => id !== open.askedBy)) throw new AppError('factorResetNotFound');
    const refusal = refuseConfirming(
      { ...open, isMoved: linksFrom(account, now) !== null },
      { id: caller.id, isEstablished: isEstablished(caller, now) },
    );
    if (refusal) throw new AppError(refusal);
    const values = { who: '', whose: '', link: linkOf(origin, token) };
    return save(
      {},
      [data.confirmReset(open.id, actor.accountId, hashToken(token), now, untilOf(now))],
      [writeFactorResetMail({ tenant, contact: contactOf(tenant) }, account, 'link', token, values)],
      [{ noun: 'accounts', id: accountId, after: { factorReset: 'confirmed' } }],
    );
  });
}

/** Nothing is taken away. Throws `factorResetNotFound`. */
export function withdrawReset(ctx: Ctx, accountId: number): Promise<Record<string, never>> {
  const { now } = ctx;
  return ctx.write(async ({ load, save }) => {
    const [, [open]] = await load(lockAccount({ accountId }), data.findReset({ accountId, now }));
    if (!open) throw new AppError('factorResetNotFound');
    return save(
      {},
      [data.endReset(accountId, 'withdrawn', now)],
      [],
      [{ noun: 'accounts', id: accountId, after: { factorReset: 'withdrawn' } }],
    );
  });
}

/**
 * Takes an account's second factors away by the mailed link and its password, and opens a session. Throws `resetLinkExpired`,
 * `resetLinkEarly` before the link is good, `passwordNotValid` and `tooManyAttempts`.
 */
export async function resetFactors(
  ctx: Ctx,
  tokens: Tokens,
  { resetToken, password }: { resetToken: string; password: string },
  device: DeviceParameters,
  caller: Caller,
): Promise<OpenedSession> {
  const { now } = ctx;
  const link = { tokenHash: hashToken(resetToken), now };
  const [[found]] = await ctx.read(data.findResetOfLink(link));
  await countLink(ctx, tokens, found?.accountId, caller.address);
  if (!found) throw new AppError('resetLinkExpired');
  if (found.opensAt !== null && compareInstants(now, found.opensAt) < 0) throw new AppError('resetLinkEarly');
  const { accountId } = found;
  const subject = tokens.attemptSubject(`password ${accountId}`);
  await countAttempt(ctx, 'login', subject);
  const [[known]] = await ctx.read(findAccount(accountId));
  if (!(await isPassword(ctx.tenant.id, password, known?.passwordHash)))
    throw new AppError('passwordNotValid');
  const opening = await ctx.write(async ({ load, save }) => {
    const [, [open], [account], sessions] = await load(
      lockAccount({ accountId }),
      data.findResetOfLink(link),
      findAccount(accountId),
      listOpenSessions(accountId),
    );
    const isSame = account?.passwordHash === known?.passwordHash;
    if (!open || !account || account.isBlocked || !isSame) throw new AppError('resetLinkExpired');
    const without: AccountRow = { ...account, hasFactor: false };
    const opened = openSession(ctx, tokens, { account: without, keep: false, device }, caller);
    const { tenant } = ctx;
    const nothing = { who: '', whose: '', link: '' };
    return save(
      opened,
      [
        ...data.deleteFactors(accountId),
        data.endReset(accountId, 'used', now),
        forgetAttempts('login', subject),
        endSessions(accountId, undefined, now, 'factorChange'),
        ...endOutlets(accountId, undefined, now),
        ...opened.queries,
      ],
      [
        ...sessions.map(toEndedEvent),
        ...opened.events,
        writeFactorResetMail({ tenant, contact: contactOf(tenant) }, account, 'done', resetToken, nothing),
      ],
    );
  });
  return opening.hand();
}

/**
 * What who runs the installation does for a centre that has no second administrator: mails a link that is good after a day, and
 * tells all administrators. `systemDb` is of the role that sees all. Gives the link's instants.
 * @throws StartError when there is no such account, nothing to take away, or the address is too new
 */
export async function resetAsOperator(
  systemDb: Db,
  { tenant, origin, email, now }: { tenant: Tenant; origin: string; email: string; now: string },
): Promise<{ opensAt: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const opensAt = addMinutes(now, operatorWaitHours * 60);
  const expiresAt = untilOf(opensAt);
  return systemDb.write(tenant.id, async ({ load, save }) => {
    const [[account]] = await load(findAccountByLogin(email, true));
    if (!account) throw new StartError(`Nobody at ${tenant.host} logs in with ${email}.`);
    const from = linksFrom(account, now);
    if (from !== null)
      throw new StartError(
        `The centre gave ${email} this address lately. A link may be mailed there from ${from} on.`,
      );
    const { id: accountId } = account;
    const [, [held], linked, administrators] = await load(
      lockAccount({ accountId }),
      findHeld({ accountId }),
      listIdentities({ accountId }),
      data.listAdministrators({ isAdmin: true }),
    );
    if (!held || !(hasFactor(held) || linked.length > 0))
      throw new StartError(`${email} has no second step to lose.`);
    const values = { who: '', whose: nameOf(account), link: linkOf(origin, token) };
    const centre = { tenant, contact: contactOf(tenant) };
    const others = administrators.filter(({ id }) => id !== accountId);
    await save(
      data.endReset(accountId, 'withdrawn', now),
      data.insertReset({
        ...{ accountId, reason: 'operator', askedBy: null, now, expiresAt },
        link: { tokenHash: hashToken(token), opensAt },
      }),
      ...outboxQueries([
        writeFactorResetMail(centre, account, 'operator', token, values),
        ...others.map((other) => writeFactorResetMail(centre, other, 'operatorTold', token, values)),
      ]),
    );
    return { opensAt, expiresAt };
  });
}
