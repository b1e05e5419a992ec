import { useEffect } from 'react';
import { periods } from '#shared/statistics/kinds/domain.ts';
import { readStored, writeStored } from '#web/kernel/stored.ts';
import type { AskedReport } from '../queries.ts';

/** The dates of a report: those of its address, else those that were last looked at (specification point 3). */
export function useStoredRange(asked: AskedReport): AskedReport {
  const { period, from, until } = asked;
  useEffect(() => {
    const [one = until, other = from] = [from, until];
    if (one !== undefined && other !== undefined) writeStored('date_range', { from: one, until: other });
    else if (period !== undefined) writeStored('date_range', { preset: period });
  }, [period, from, until]);
  if (period !== undefined || from !== undefined || until !== undefined) return asked;
  const stored = readStored('date_range');
  if (stored === undefined) return asked;
  if ('preset' in stored) return { ...asked, period: periods.find((name) => name === stored.preset) };
  return { ...asked, from: stored.from, until: stored.until };
}
