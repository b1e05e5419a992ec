import { type ReactNode, useEffect, useRef } from 'react';

/**
 * One of several things a sheet shows in turn, each under a `key` of its own. Focus goes where it would in a sheet just
 * opened, for what had it is gone.
 */
export function SheetStep({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    const first = place?.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? place?.closest('dialog')?.querySelector('h2'))?.focus();
  }, []);
  return <div ref={ref}>{children}</div>;
}
