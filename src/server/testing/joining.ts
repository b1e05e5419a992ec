import { getOwnJoin, takeOverJoin } from '#shared/joining/contract.ts';
import type { TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';

/** What a member does with a joining that is theirs. */
export function joiningMeans({ call }: Pick<TestServer, 'call'>) {
  const see = (draftToken: string, actor: TestAccount) =>
    call(getOwnJoin, { query: { token: draftToken } }, { actor });

  /** Takes over what stands now, as whoever has just looked at it. */
  async function takeOver(draftToken: string, actor: TestAccount) {
    const seen = await see(draftToken, actor);
    const agreement = seen.status < 400 ? seen.body.agreement : '';
    return call(takeOverJoin, { body: { draftToken, agreement } }, { actor });
  }

  return { see, takeOver };
}
