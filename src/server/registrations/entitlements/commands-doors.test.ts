import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { withDoors } from '#server/testing/doors.ts';
import { withServer } from '#server/testing/server.ts';
import * as contract from '#shared/registrations/contract.ts';
import { getOwnTraining } from '#shared/schedule/contract.ts';

const running = withServer();
const { centre, call, ask } = running;
const { doorOf } = withDoors(running);

test('what is left of a contract beside a place is counted with the visits that doors took', async () => {
  const home = await centre({ limits: { undoSeconds: 0 } });
  const actor = await home.account();
  const contractId = await addContract(running, home, actor, { benefits: [{ visits: 8 }] });
  const { id: doorId } = await doorOf(home, await home.account({ role: 'admin' }));
  for (const day of ['07', '08', '09']) {
    await ask(
      `insert into entries (tenant_id, scan_id, door_id, club_id, client_id, direction, at, local_date, received_at, is_offline, result,
         by, contract_id, benefit)
       values ($1, gen_random_uuid(), $2, $3, $4, 'in', $6::timestamptz, $6::date, $6::timestamptz, false, 'accepted', 'contract', $5, 0)
       returning 1`,
      ...[home.id, doorId, home.clubId, actor.clientId, contractId, `2026-09-${day}T08:00:00Z`],
    );
  }
  const [first, second] = [
    await home.training({ startsAt: '2026-09-15T15:00:00Z', payment: 'paid' }),
    await home.training({ startsAt: '2026-09-16T15:00:00Z', payment: 'paid' }),
  ];
  const book = async ({ id: trainingId }: { readonly id: number }) =>
    (await call(contract.register, { body: { trainingId, isWaitingAccepted: false } }, { actor })).body;
  const { registrationId: id } = await book(first);
  await book(second);
  const { body } = await call(getOwnTraining, { params: { id: first.id } }, { actor });
  expect(body.own?.cover).toMatchObject({ left: 3, granted: 8 });
  expect((await call(contract.cancelRegistration, { params: { id } }, { actor })).body.newRemaining).toBe(4);
});
