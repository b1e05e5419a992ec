import type { Ctx } from '#server/kernel/ctx.ts';
import { kindDefaults } from '#server/tenants/adding/built-in.ts';
import { builtInStyles } from '#server/tenants/styles/built-in.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { isTenantKind } from '#shared/tenants/domain.ts';
import type { SetupWay } from '#shared/tenants/setup/contract.ts';
import { missingSteps, type SetupStep, stepsOf } from '#shared/tenants/setup/domain.ts';
import * as data from './data.ts';

type StyleNames = Readonly<Record<string, string>>;

/** The usual styles of the centre's kind that none of its own is called like. */
function proposalsOf({ tenant }: Ctx, known: readonly { readonly names: StyleNames }[]) {
  if (!isTenantKind(tenant.kind)) return [];
  return kindDefaults[tenant.kind].styles
    .map((key) => ({ key, names: builtInStyles[key].name, colour: builtInStyles[key].colour.toUpperCase() }))
    .filter(
      ({ names }) =>
        !known.some((style) => style.names[tenant.defaultLanguage] === names[tenant.defaultLanguage]),
    );
}

/** How far the centre is, and what is proposed to it; `origin` is where its members find it. */
export async function wayOf(ctx: Ctx, origin: string): Promise<SetupWay> {
  const [[facts], known] = await ctx.read(data.findSetup(ctx.now), data.listStyleNames());
  if (!facts) throw new AppError('itemNotFound');
  return {
    isSettingUp: facts.isSettingUp,
    address: origin,
    steps: stepsOf(facts),
    proposals: proposalsOf(ctx, known),
  };
}

/** Goes past a step. */
export function passStep(ctx: Ctx, step: SetupStep): Promise<Record<string, never>> {
  return ctx.write(async ({ load, save }) => {
    await load(data.lockTenant());
    return save({}, [data.passStep(step)], [], [{ noun: 'setup', id: null, after: { step } }]);
  });
}

/** Makes the chosen ones of the proposed styles; how many are new. */
export function chooseStyles(ctx: Ctx, keys: readonly string[]): Promise<{ count: number }> {
  return ctx.write(async ({ load, save }) => {
    // Two who choose at once make each style once.
    const [, known] = await load(data.lockTenant(), data.listStyleNames());
    const chosen = proposalsOf(ctx, known).filter(({ key }) => keys.includes(key));
    if (chosen.length === 0) return save({ count: 0 }, []);
    return save(
      { count: chosen.length },
      [data.insertStyles(chosen.map(({ names, colour }) => ({ names, colour })))],
      [{ topic: 'tenantChanged' }],
      chosen.map(({ names, colour }) => ({ noun: 'styles', id: null, after: { names, colour } })),
    );
  });
}

/** Ends the setting up. Throws `setupIncomplete` with the first step that a booking still needs. */
export function finish(ctx: Ctx): Promise<Record<string, never>> {
  return ctx.write(async ({ load, save }) => {
    const [, [facts]] = await load(data.lockTenant(), data.findSetup(ctx.now));
    if (!facts) throw new AppError('itemNotFound');
    const [missing] = missingSteps(stepsOf(facts));
    if (missing !== undefined) throw new AppError('setupIncomplete', { step: missing });
    return save(
      {},
      [data.endSetup()],
      [{ topic: 'tenantChanged' }],
      [
        {
          noun: 'setup',
          id: null,
          before: { isSettingUp: facts.isSettingUp },
          after: { isSettingUp: false },
        },
      ],
    );
  });
}
