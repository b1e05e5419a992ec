import { Benefit } from '#shared/contracts/benefits/domain.ts';
import type { billingMeans, LiveContract, LiveContractParts } from './billing.ts';
import type { Centre, TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';

type Renewing = Required<Pick<LiveContractParts, 'startsOn' | 'endsOn' | 'termMonths'>>;

/** Who of `addRenewing` goes on by itself. */
export const goingOn = ['alone', 'besideAnotherKind', 'afterAnEarlierOne', 'beforeADroppedOne'] as const;
/** Who ends. */
export const ending = ['noticed', 'collected', 'followed', 'withoutRenewal'] as const;
type Name = (typeof goingOn)[number] | (typeof ending)[number];

/**
 * Contracts of as many people that are alike, for group trainings, and that all would go on by themselves but for what stands beside them. Each is
 * paid by its name: `alone@test.test`. `startsOn` is a month or more before `endsOn`.
 */
export async function addRenewing(
  { ask }: Pick<TestServer, 'ask'>,
  { contract }: Pick<ReturnType<typeof billingMeans>, 'contract'>,
  home: Centre,
  parts: Renewing,
): Promise<Readonly<Record<Name, LiveContract & { readonly actor: TestAccount }>>> {
  const { endsOn } = parts;
  const add = async (name: Name, more: Partial<LiveContractParts> = {}) => {
    const actor = await home.account();
    const made = await contract(home, {
      ...{
        ...parts,
        renews: true,
        language: 'en',
        benefits: [Benefit.parse({ clientType: 'groupTraining' })],
      },
      payer: { name: 'Kai Kask', email: `${name}@test.test` },
      clientId: actor.clientId,
      ...more,
    });
    return { ...made, actor };
  };
  const dayFrom = async (date: string | null, days: number) => {
    const [row] = await ask<{ day: string }>('select $1::date + $2::integer as day', date, days);
    return row?.day ?? '';
  };
  const made = {
    alone: await add('alone'),
    besideAnotherKind: await add('besideAnotherKind'),
    afterAnEarlierOne: await add('afterAnEarlierOne'),
    beforeADroppedOne: await add('beforeADroppedOne'),
    noticed: await add('noticed', { noticeAt: `${parts.startsOn}T12:00:00Z` }),
    collected: await add('collected'),
    followed: await add('followed'),
    withoutRenewal: await add('withoutRenewal', { renews: false }),
  };
  await ask('update contracts set collected_at = now() where id = $1 returning 1', made.collected.id);
  const next = await dayFrom(endsOn, 1);
  const { clientId } = made.besideAnotherKind;
  await contract(home, { startsOn: next, clientId, category: 'webapp_pilates' });
  await contract(home, {
    startsOn: await dayFrom(parts.startsOn, -20),
    endsOn: await dayFrom(parts.startsOn, -1),
    clientId: made.afterAnEarlierOne.clientId,
  });
  const dropped = await contract(home, { startsOn: next, clientId: made.beforeADroppedOne.clientId });
  await ask(
    "update contracts set state = 'dropped', activated_at = null where id = $1 returning 1",
    dropped.id,
  );
  await contract(home, { startsOn: next, clientId: made.followed.clientId });
  return made;
}
