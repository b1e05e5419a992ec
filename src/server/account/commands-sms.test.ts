import { expect, test } from 'vitest';
import { contextOf } from '#server/testing/context.ts';
import { withServer } from '#server/testing/server.ts';
import { attemptLimits } from '#shared/account/domain.ts';
import { countSms } from './commands.ts';

const running = withServer();
const { centre, clock } = running;

test('of SMS as many go out a day as there may be; the first behind them is told of, the others are not, the next day begins anew', async () => {
  const home = await centre();
  const count = (subject: string) =>
    countSms(contextOf(running, home), running.server.app.ports.tokens, 'smsNumber', subject);
  const { most, windowMinutes } = attemptLimits.smsNumber;
  for (let sent = 0; sent < most; sent += 1) expect(await count('+37255550001')).toBe('allowed');
  expect([await count('+37255550001'), await count('+37255550001')]).toEqual(['usedUp', 'over']);
  expect(await count('+37255550002')).toBe('allowed');
  clock.advance({ minutes: windowMinutes + 1 });
  expect(await count('+37255550001')).toBe('allowed');
});
