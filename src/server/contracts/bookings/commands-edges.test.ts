import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { makeContract } from '#server/testing/contracts.ts';
import { withServer } from '#server/testing/server.ts';
import { register } from '#shared/registrations/contract.ts';
import { releaseOutlived } from './commands.ts';

const running = withServer();
const { centre, call, ask } = running;

test.each([
  ['has no end', {}, []],
  ['goes on by itself', { termMonths: 1, renews: true }, []],
  ['ends', { termMonths: 1, renews: true, isOver: true }, ['looked at', 'given back']],
])(
  'of a contract that %s bookings after its term are given back only where it ends',
  async (_, parts, done) => {
    const home = await centre({ limits: { bookingOpensDaysBefore: 90 } });
    const actor = await home.account();
    const { isOver = false, ...terms } = { isOver: false, ...parts };
    const { contractId } = await makeContract(running, home, actor, terms);
    const { id: trainingId } = await home.training({ startsAt: '2026-10-20T15:00:00Z', payment: 'paid' });
    const body = { trainingId, isWaitingAccepted: false };
    expect((await call(register, { body }, { actor })).status).toBe(200);
    if (isOver)
      await ask(
        'update contracts set notice_at = $2 where id = $1 returning 1',
        contractId,
        running.clock.now(),
      );
    const heard: string[] = [];
    const giveBack = async () => {
      heard.push('given back');
    };
    const entitleAnew = async () => {
      heard.push('looked at');
      return false;
    };
    const ports = { entitleAnew, takeOut: giveBack, giveBackLate: giveBack };
    await releaseOutlived(contextOf(running, home), ports, contractId);
    expect(heard).toEqual(done);
  },
);
