import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** A mail the stand-in took; the same message a second time is the same mail. */
export function insertEmulatorMail(mail: {
  tenantId: number;
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  calendar: string;
  attachments: readonly { readonly name: string; readonly size: number }[];
  now: string;
}) {
  return sqlBuilder
    .insertInto('stand_in_mails')
    .values({
      tenant_id: mail.tenantId,
      message_id: mail.messageId,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      calendar: mail.calendar,
      attachments: JSON.stringify(mail.attachments),
      created_at: mail.now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'message_id']).doNothing());
}

export function listEmulatorMails(offset: number, limit: number) {
  return sqlBuilder
    .selectFrom('stand_in_mails')
    .select([
      'id',
      'recipient',
      'subject',
      'text',
      sql<{ name: string; size: number }[]>`attachments`.as('attachments'),
      'created_at as createdDateTime',
    ])
    .where('tenant_id', '=', tenant)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit);
}

export function countEmulatorMails() {
  return sqlBuilder
    .selectFrom('stand_in_mails')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('tenant_id', '=', tenant);
}
