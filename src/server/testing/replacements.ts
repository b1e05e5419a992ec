import { advanceRequests } from '#server/replacements/ending/commands.ts';
import * as contract from '#shared/replacements/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import { contextOf } from './context.ts';
import type { TestServer } from './server.ts';

const rules = { pageFunctions: { isSubstituteTrainerFunctionEnabled: true } };

/** Wednesday 18:00 in Tallinn: 54 hours after the tests' now, Monday noon. */
export const wednesday = '2026-09-16T15:00:00Z';

export const idOf = ({ trainerId }: TestAccount) => trainerId ?? 0;

/** The means to ask for replacements, apply and accept, and what became of it. */
export function replacementMeans(server: TestServer) {
  const { centre, call, ask } = server;

  async function scene(parts: { startsAt?: string } = {}) {
    const home = await centre({ rules });
    const admin = await home.account({ role: 'admin' });
    const trainer = (firstName: string) => home.account({ role: 'trainer', firstName, lastName: 'Treener' });
    const [asker, helper, other] = [await trainer('Anu'), await trainer('Piret'), await trainer('Karl')];
    const training = await home.training({
      startsAt: parts.startsAt ?? wednesday,
      name: 'Yoga',
      trainerId: asker.trainerId ?? null,
    });
    return { home, admin, asker, helper, other, training };
  }

  async function asked(
    { asker, training }: { readonly asker: TestAccount; readonly training: { readonly id: number } },
    preferred: readonly TestAccount[] = [],
  ): Promise<number> {
    const body = {
      trainingIds: [training.id],
      reason: 'ill' as const,
      comment: 'Fever',
      preferredIds: preferred.map(idOf),
    };
    const answer = await call(contract.askForReplacement, { body }, { actor: asker });
    return answer.body.replacementIds[0] ?? 0;
  }
  const apply = (actor: TestAccount, replacementId: number) =>
    call(contract.applyForReplacement, { body: { replacementId } }, { actor });
  const accept = (actor: TestAccount, replacementId: number, helper: TestAccount) =>
    call(contract.acceptCandidate, { body: { replacementId, trainerId: idOf(helper) } }, { actor });
  const resolve = (actor: TestAccount, replacementId: number, trainerId: number) =>
    call(contract.resolveReplacement, { body: { replacementId, trainerId } }, { actor });
  const list = async (actor: TestAccount, mine?: number) =>
    (await call(contract.listTrainerReplacements, { query: { mine } }, { actor })).body;
  const holderOf = async (home: Centre, { id }: { id: number }) =>
    (
      await ask<{ trainer_id: number; version: number }>(
        'select trainer_id, version from trainings where tenant_id = $1 and id = $2',
        ...[home.id, id],
      )
    )[0];
  const mailsTo = (home: Centre, { email }: TestAccount) =>
    ask<{ subject: string; text: string }>(
      'select subject, text from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      ...[home.id, email],
    );
  /** The jobs of a minute, at the clock's time. */
  async function advance({ home }: { home: Centre }) {
    await advanceRequests(contextOf(server, home, 'en'), () => `https://${home.host}`);
  }
  return { scene, asked, apply, accept, resolve, list, holderOf, mailsTo, advance };
}

export type ReplacementScene = Awaited<ReturnType<ReturnType<typeof replacementMeans>['scene']>>;
