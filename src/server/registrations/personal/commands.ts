import type { Ctx } from '#server/kernel/ctx.ts';
import type { Transaction } from '#server/kernel/db.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { isLanguage } from '#shared/kernel/language.ts';
import * as data from './data.ts';
import { type TrainerMailParts, writeTrainerMail } from './mails.ts';

type Load = Transaction['load'];

export interface PersonalTime {
  readonly registrationId: number;
  readonly trainerId: number;
  readonly clientId: number;
  readonly startsAt: string;
}

/** What a trainer is told of a client's time with them. */
export async function trainerTold(
  { now, tenant }: Ctx,
  load: Load,
  { registrationId, trainerId, clientId, startsAt }: PersonalTime,
  kind: TrainerMailParts['kind'],
): Promise<MailEvent[]> {
  const [logins] = await load(data.listTrainerLogins({ trainerId, clientId }));
  return logins.map(({ email, language, firstName, clientName }) =>
    writeTrainerMail({
      kind,
      tenantName: tenant.name,
      timeZone: tenant.timeZone,
      language: isLanguage(language) ? language : tenant.defaultLanguage,
      to: email,
      firstName,
      clientName,
      startsAt,
      dedupeKey: `personal:${kind}:${registrationId}:${email}:${now}`,
    }),
  );
}

/** The same of a registration that is there. */
export async function trainerToldOf(
  ctx: Ctx,
  load: Load,
  registrationId: number,
  kind: TrainerMailParts['kind'],
): Promise<MailEvent[]> {
  const [[time]] = await load(data.findPersonal({ registrationId }));
  return time ? trainerTold(ctx, load, { registrationId, ...time }, kind) : [];
}
