import { useLocation, useMatch } from '@tanstack/react-router';
import { useActor, useIsRestoring } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { decideRoute, type RouteDecision } from './route-rules.ts';

/** The table's word about the current address, for whoever looks at it now. */
export function useRouteDecision(): RouteDecision | 'restoring' {
  const path = useLocation({ select: (location) => location.pathname });
  const filter = useLocation({ select: (location) => filterOf(location.search) });
  const { pageRules, isDevelopment } = useStartContext();
  const actor = useActor();
  const isRestoring = useIsRestoring();
  const decision = decideRoute(path, actor, pageRules, { isDevelopment, filter });
  // Who comes back sees neither the login page nor not-found before it is known who it is.
  return isRestoring && (decision === 'landing' || decision === 'notFound') ? 'restoring' : decision;
}

/** Whether the address is another's already, whose screen is still being brought. */
export function useIsLeaving(): boolean {
  const path = useLocation({ select: (location) => location.pathname });
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return withoutSlash(path) !== withoutSlash(own);
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '');
}

function filterOf(search: unknown): string | undefined {
  const { filter } = search as { filter?: unknown };
  return typeof filter === 'string' ? filter : undefined;
}
