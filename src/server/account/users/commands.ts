import { randomBytes } from 'node:crypto';
import { freeEmail, insertPasswordReset } from '#server/account/data.ts';
import { writeChangedMail } from '#server/account/emails/mails.ts';
import { deleteIdentitiesOf } from '#server/account/identities/data.ts';
import { insertAccount, insertClient } from '#server/account/inviting/data.ts';
import { writeAdministratorMail, writeInvitationMail } from '#server/account/inviting/mails.ts';
import { noPassword } from '#server/account/passwords.ts';
import { listAdministrators } from '#server/account/resets/data.ts';
import { listOpenSessions } from '#server/account/sessions/data.ts';
import { endMailed, endOutlets } from '#server/account/waiting/data.ts';
import { moveMailed } from '#server/clients/addresses/data.ts';
import { type Ctx, member, requireProof } from '#server/kernel/ctx.ts';
import { nextIdOf } from '#server/kernel/db.ts';
import type { DomainEvent, MailEvent } from '#server/kernel/events.ts';
import {
  pageSize,
  type ResourceList,
  type ResourceQuery,
  toLists,
  versionOf,
} from '#server/kernel/managed/commands.ts';
import { listReferences } from '#server/kernel/managed/data.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import { isForeignKeyViolation } from '#server/kernel/writes/constraints.ts';
import { contactOf } from '#server/messages/mails.ts';
import { UserValues } from '#shared/account/users/contract.ts';
import { givesRights, haveRightsChanged, leavesNoAdministrator } from '#shared/account/users/domain.ts';
import { firstLoginDays } from '#shared/joining/domain.ts';
import { addMinutes } from '#shared/kernel/dates.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import { pageOf } from '#shared/kernel/pages.ts';
import * as data from './data.ts';

export async function listUsers(ctx: Ctx, asked: ResourceQuery): Promise<ResourceList<UserValues>> {
  const { q = null, id = null } = asked;
  const [rows, names] = await ctx.read(
    data.listUsers({ q, id, ...pageOf(asked, pageSize) }),
    listReferences(['trainers'], ctx.language),
  );
  return {
    items: rows.map((row) => ({
      id: row.id,
      version: versionOf(row.values),
      values: UserValues.parse(row.values),
      facts: row.facts ?? {},
    })),
    total: rows[0]?.total ?? 0,
    references: toLists(names),
  };
}

/**
 * Makes a client with an account that has these rights, and mails the link to its first login, good for a week. Throws
 * `emailTaken`, `proofNeeded` for rights, and `dataValidationFailed` where the trainer is not there.
 */
export async function inviteUser(ctx: Ctx, values: UserValues, origin: string): Promise<{ id: number }> {
  if (givesRights(values)) requireProof(ctx);
  return withKnownTrainer(() =>
    ctx.write(async ({ load, save }) => {
      const [[account], [client], taken] = await load(
        nextIdOf('accounts'),
        nextIdOf('clients'),
        data.findOtherByEmail(values.email, 0),
      );
      if (taken.length > 0) throw new AppError('emailTaken');
      const id = account?.id ?? 0;
      const clientId = client?.id ?? 0;
      const language = ctx.tenant.defaultLanguage;
      const invitation = inviting(ctx, id, values, origin);
      const told = values.isAdmin ? await tellAdministrators(ctx, load, 'added', id, values) : [];
      return save(
        { id },
        [
          freeEmail(values.email.toLowerCase(), null),
          insertClient(clientId, values),
          insertAccount({
            id,
            clientId,
            values,
            passwordHash: noPassword(),
            language,
            adminSince: values.isAdmin ? ctx.now : null,
          }),
          invitation.query,
        ],
        [invitation.mail, ...told],
        [{ noun: 'accounts', id, after: values }],
      );
    }),
  );
}

/** The link to a first login, good for a week, and the mail that brings it. */
function inviting({ tenant, now }: Ctx, accountId: number, values: UserValues, origin: string) {
  const resetToken = randomBytes(24).toString('base64url');
  const expiresAt = addMinutes(now, firstLoginDays * 24 * 60);
  return {
    query: insertPasswordReset({ tokenHash: hashToken(resetToken), accountId, now, expiresAt }),
    mail: writeInvitationMail({ tenant, origin, language: tenant.defaultLanguage, values, resetToken }),
  };
}

/**
 * Changes the rights of an account that still is as it was seen. A right that is taken away ends at once: tokens from
 * before are not taken any more, and of a blocked account no session goes on. Links that went to an address before, or
 * to whoever is blocked, open nothing any more; who never logged in is invited anew at a corrected address, and who did
 * is told at the one before, where nothing that opens the account is mailed to the new one for a while. Throws
 * `itemNotFound`, `changedMeanwhile`, `emailTaken`, `lastAdministrator`, `otherLoginOpen` where whoever is let in again
 * logs in otherwise, and `proofNeeded` for rights and address.
 */
export function updateUser(
  ctx: Ctx,
  id: number,
  { version, values, origin }: { version: string; values: UserValues; origin: string },
): Promise<{ id: number }> {
  const { now } = ctx;
  return withKnownTrainer(() =>
    ctx.write(async ({ load, save }) => {
      // Locked before it is read: two who take each other's right see one another.
      const [locked] = await load(data.lockUsers(id));
      const [[user], others, sessions, [login]] = await load(
        data.findUser(id),
        data.findOtherByEmail(values.email, id),
        listOpenSessions(id),
        data.findOtherLogin(id),
      );
      if (!user) throw new AppError('itemNotFound');
      if (versionOf(user.values) !== version) throw new AppError('changedMeanwhile');
      if (others.length > 0) throw new AppError('emailTaken');
      const before = UserValues.parse(user.values);
      for (const field of ['firstName', 'lastName', 'phone'] as const) {
        if (before[field] !== values[field]) throw new AppError('dataValidationFailed', { field });
      }
      const administrators = locked.filter(({ isAdmin }) => isAdmin).map((admin) => admin.id);
      if (before.isAdmin && leavesNoAdministrator(administrators, id, values))
        throw new AppError('lastAdministrator');
      const isOther = haveRightsChanged(before, values);
      // To a new address goes the link for a new password.
      const isMoved = before.email !== values.email.toLowerCase();
      if (isOther || isMoved) requireProof(ctx);
      const isClosed = values.isBlocked && !before.isBlocked;
      // Of two clients who were made one, one logs in (decision 0120).
      if (before.isBlocked && !values.isBlocked && login)
        throw new AppError('otherLoginOpen', { email: login.email }, 409);
      const administers = values.isAdmin && !values.isBlocked;
      const events: DomainEvent[] = isOther
        ? [{ topic: 'accountChanged', accountId: id, sessionVersion: user.sessionVersion + 1 }]
        : [];
      if (isClosed)
        for (const session of sessions) events.push({ topic: 'sessionEnded', sessionId: session.id });
      const isInvited = isMoved && !values.isBlocked && !user.hasLoggedIn;
      const invitation = isInvited ? inviting(ctx, id, values, origin) : undefined;
      if (invitation) events.push(invitation.mail);
      // Whoever could be robbed by it hears of it: who had the address, and who administers the centre beside.
      if (isMoved && user.hasLoggedIn)
        events.push(toldBefore(ctx, user.language, { id, before, email: values.email, origin }));
      if (administers && !(before.isAdmin && !before.isBlocked))
        events.push(...(await tellAdministrators(ctx, load, 'added', id, values)));
      else if (values.isAdmin && isMoved)
        events.push(...(await tellAdministrators(ctx, load, 'moved', id, values)));
      return save(
        { id },
        [
          ...(isMoved ? [freeEmail(values.email.toLowerCase(), id)] : []),
          data.updateUser(id, values, now),
          ...(isMoved
            ? [
                data.moveContact(id, before.email, values.email),
                moveMailed(user.clientId, [before.email], values.email),
              ]
            : []),
          ...(isMoved || isClosed ? endMailed(id, now) : []),
          ...(isMoved || isClosed ? endOutlets(id, undefined, now) : []),
          ...(invitation ? [invitation.query] : []),
          ...(isOther ? [data.raiseSessionVersion(id, now)] : []),
          ...(isClosed ? [data.endSessionsOfBlocked(id, now), deleteIdentitiesOf(id)] : []),
        ],
        events,
        [{ noun: 'accounts', id, before, after: values }],
      );
    }),
  );
}

/** To the address that was: messages go elsewhere from now on. */
function toldBefore(
  { tenant, now }: Ctx,
  language: string,
  moved: {
    readonly id: number;
    readonly before: UserValues;
    readonly email: string;
    readonly origin: string;
  },
): MailEvent {
  const { id, before, email, origin } = moved;
  const about = {
    ...{ tenant, origin, firstName: before.firstName },
    language: isLanguage(language) ? language : tenant.defaultLanguage,
  };
  return writeChangedMail(about, before.email, email, contactOf(tenant), `${tenant.id} ${id} ${now}`);
}

/** Mails to every administrator but who did it and whom it is about: that there is another one, or one has another address. */
async function tellAdministrators(
  ctx: Ctx,
  load: Ctx['read'],
  what: 'added' | 'moved',
  id: number,
  values: UserValues,
): Promise<MailEvent[]> {
  const { tenant, now } = ctx;
  const callerId = member(ctx).accountId;
  const [administrators] = await load(listAdministrators({ isAdmin: true }));
  const caller = administrators.find((one) => one.id === callerId);
  return administrators
    .filter((one) => one.id !== callerId && one.id !== id)
    .map((to) =>
      writeAdministratorMail(what, {
        ...{ tenant, to, values, contact: contactOf(tenant), key: `${id} ${now}` },
        who: caller ? `${caller.firstName} ${caller.lastName}` : '',
      }),
    );
}

async function withKnownTrainer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new AppError('dataValidationFailed', { field: 'trainerId' });
    throw error;
  }
}
