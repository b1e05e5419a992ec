import type { Ctx } from '#server/kernel/ctx.ts';
import type { MailEvent } from '#server/kernel/events.ts';
import { contactOf } from '#server/messages/mails.ts';
import { type Alert, type AlertedOwner, writeAlert } from './mails.ts';

/** Tells the owner of an account what happened to it. `key` names this one time it happened, `name` what it was done with. */
export function alertOwner(
  { tenant }: Ctx,
  to: AlertedOwner,
  alert: Alert,
  key: string,
  name?: string,
): MailEvent {
  return writeAlert({ tenant, contact: contactOf(tenant) }, to, alert, key, name);
}
