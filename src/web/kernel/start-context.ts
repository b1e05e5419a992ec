import { createContext, useContext } from 'react';
import type { StartContext } from '#shared/start-context.ts';

export type { StartContext } from '#shared/start-context.ts';

/** Id of the element that carries the context as JSON. */
export const startContextId = 'start-context';

const context = createContext<StartContext | null>(null);

export const StartContextProvider = context.Provider;

/** What the page knew before it drew anything: tenant, language, mode, page rules, instant of rendering. */
export function useStartContext(): StartContext {
  const found = useContext(context);
  if (!found) throw new Error('no start context around this component');
  return found;
}
