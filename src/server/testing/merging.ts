import { mergeClients, previewMerge } from '#shared/clients/merging/contract.ts';
import type { TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';

/** Two clients who may be one, and making them one. */
export function mergingMeans({ centre, call }: Pick<TestServer, 'centre' | 'call'>) {
  async function furnished() {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    return { home, admin, kept: await home.account(), gone: await home.account() };
  }

  const merging = (admin: TestAccount, kept: TestAccount, gone: TestAccount) =>
    call(mergeClients, { params: { id: kept.clientId }, body: { otherId: gone.clientId } }, { actor: admin });
  const preview = (admin: TestAccount, kept: TestAccount, gone: TestAccount) =>
    call(previewMerge, { params: { id: kept.clientId }, body: { otherId: gone.clientId } }, { actor: admin });

  return { furnished, merging, preview };
}
