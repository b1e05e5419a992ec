import { createHash } from 'node:crypto';
import type { MailEvent } from '#server/kernel/events.ts';
import type { Tenant } from '#server/kernel/tenant.ts';
import { textsFor } from '#server/kernel/texts.ts';
import { identityProviders } from '#shared/account/identities/domain.ts';
import { isLanguage } from '#shared/kernel/language.ts';

/** What happened to an account that its owner is to hear of, as somebody else may have done it. */
export type Alert =
  | 'accountClosed'
  | 'codesAdded'
  | 'codesRemoved'
  | 'idCardRevoked'
  | 'identityLinked'
  | 'identityUnlinked'
  | 'mergedAway'
  | 'mergedInto'
  | 'newDevice'
  | 'passkeyAdded'
  | 'passkeyCopied'
  | 'passkeyRemoved'
  | 'passwordChanged'
  | 'recoveryRenewed'
  | 'recoveryUsed';
/** Who came in, where nothing of the account was changed. */
const comings: readonly Alert[] = ['newDevice', 'passkeyCopied'];
/** What the office did, to people who may have no account. */
const merges: readonly Alert[] = ['accountClosed', 'mergedAway', 'mergedInto'];

/** Whom a mail goes to, and in which language. */
export interface AlertedOwner {
  readonly email: string;
  readonly firstName: string;
  readonly language: string;
}

/** `key` names this one time it happened; `contact` is whom to write to where it was somebody else. */
export function writeAlert(
  { tenant, contact }: { readonly tenant: Tenant; readonly contact: string },
  to: AlertedOwner,
  alert: Alert,
  key: string,
  /** The name of a device or a passkey, or which service. */
  name = '',
): MailEvent {
  const t = textsFor(isLanguage(to.language) ? to.language : tenant.defaultLanguage);
  const isMerge = merges.includes(alert);
  const isOfService = alert === 'identityLinked' || alert === 'identityUnlinked';
  const provider = isOfService ? identityProviders.find((each) => each === name) : undefined;
  const text = [
    t('mail.greeting', { name: to.firstName }),
    t(`mail.alert.${alert}`, {
      tenant: tenant.name,
      name: provider ? t(`identities.names.${provider}`) : name,
    }),
    t(isMerge ? 'mail.alert.notOne' : 'mail.alert.notYou', { contact }),
    t('mail.signature', { tenant: tenant.name }),
  ].join('\n\n');
  return {
    topic: 'mail',
    dedupeKey: `alert:${createHash('sha256').update(`${tenant.id} ${alert} ${key}`).digest('base64url').slice(0, 22)}`,
    to: to.email,
    subject: t(`mail.alert.${subjectOf(alert)}`, { tenant: tenant.name }),
    text,
  };
}

function subjectOf(alert: Alert) {
  if (alert === 'idCardRevoked') return 'idCardRefused';
  if (merges.includes(alert)) return 'merged';
  return comings.includes(alert) ? 'cameIn' : 'subject';
}
