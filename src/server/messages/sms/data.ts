import { sql } from 'kysely';
import { sqlBuilder } from '#server/kernel/db.ts';

const tenant = sqlBuilder.fn<number>('app_tenant');

/** An SMS the stand-in took; the same text a second time is a second SMS. */
export function insertEmulatorSms(sms: {
  tenantId: number;
  recipient: string;
  sender: string;
  text: string;
  parts: number;
  now: string;
}) {
  return sqlBuilder.insertInto('stand_in_sms').values({
    tenant_id: sms.tenantId,
    recipient: sms.recipient,
    sender: sms.sender,
    text: sms.text,
    parts: sms.parts,
    created_at: sms.now,
  });
}

export function listEmulatorSms(offset: number, limit: number) {
  return sqlBuilder
    .selectFrom('stand_in_sms')
    .select(['id', 'recipient', 'sender', 'text', 'parts', 'created_at as createdDateTime'])
    .where('tenant_id', '=', tenant)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit);
}

export function countEmulatorSms() {
  return sqlBuilder
    .selectFrom('stand_in_sms')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('tenant_id', '=', tenant);
}
