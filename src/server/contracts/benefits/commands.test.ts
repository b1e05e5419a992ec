import { expect, test } from 'vitest';
import { addContract } from '#server/testing/benefits.ts';
import { withServer } from '#server/testing/server.ts';
import { register } from '#shared/registrations/contract.ts';

const running = withServer();
const { centre, call } = running;

test('on its last day a contract covers as many visits as are left of it, and none of the day after', async () => {
  const home = await centre();
  const actor = await home.account();
  const parts = { startsOn: '2026-09-01', endsOn: '2026-09-14', benefits: [{ visits: 2 }] };
  const id = await addContract(running, home, actor, parts);
  const book = async (startsAt: string) => {
    const { id: trainingId } = await home.training({ startsAt, payment: 'paid' });
    const body = { trainingId, isWaitingAccepted: false };
    const answer = await call(register, { body }, { actor });
    return answer.error ?? [answer.body.cover?.id, answer.body.cover?.leftAfter];
  };
  expect(await book('2026-09-14T12:00:00Z')).toEqual([id, 1]);
  expect(await book('2026-09-15T12:00:00Z')).toBe('contractEnded');
  expect(await book('2026-09-14T15:00:00Z')).toEqual([id, 0]);
  expect(await book('2026-09-14T18:00:00Z')).toBe('contractVisitsUsed');
});
