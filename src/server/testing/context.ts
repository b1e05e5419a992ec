import type { AppPorts } from '#server/kernel/app.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { type Ctx, makeCtx } from '#server/kernel/ctx.ts';
import type { TenantRegistry } from '#server/kernel/tenant.ts';
import type { Language } from '#shared/kernel/language.ts';
import type { Centre } from './centre.ts';

/** A running server, or what stands for one beside processes. */
export interface ContextPorts {
  readonly clock: Clock;
  readonly server: {
    readonly tenants: Pick<TenantRegistry, 'all'>;
    readonly app: { readonly ports: Pick<AppPorts, 'db' | 'groups' | 'events'> };
  };
}

/** What a command is given that nobody asked for over HTTP: the centre's, at the moment of the clock, of no actor. */
export function contextOf(running: ContextPorts, home: Centre, language: Language = 'et'): Ctx {
  const tenant = running.server.tenants.all().find(({ host }) => host === home.host);
  if (!tenant) throw new Error('the centre is not known to the server');
  const { db, groups, events } = running.server.app.ports;
  return makeCtx({
    ...{ db, groups, events, tenant },
    language,
    actor: { kind: 'visitor' },
    now: running.clock.now(),
    requestId: 'test',
  });
}
