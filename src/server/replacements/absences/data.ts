import type { Query } from '#server/kernel/db.ts';

export function insertAbsence(
  trainerId: number,
  { from, until, now }: { from: string; until: string; now: string },
): Query<{ id: number }> {
  return {
    text: `insert into trainer_absences (trainer_id, from_on, until_on, created_at) values ($1, $2, $3, $4)
      returning id`,
    values: [trainerId, from, until, now],
  };
}

export function deleteAbsence(id: number, trainerId: number): Query<{ id: number }> {
  return {
    text: `delete from trainer_absences where tenant_id = app_tenant() and id = $1 and trainer_id = $2 returning id`,
    values: [id, trainerId],
  };
}

export function findSms(accountId: number): Query<{ takesSms: boolean }> {
  return {
    text: `select takes_substitute_sms as "takesSms" from accounts where tenant_id = app_tenant() and id = $1`,
    values: [accountId],
  };
}

export function setSms(accountId: number, takesSms: boolean): Query {
  return {
    text: `update accounts set takes_substitute_sms = $2 where tenant_id = app_tenant() and id = $1`,
    values: [accountId, takesSms],
  };
}
