import type { Page, TestInfo } from '@playwright/test';

/** Each project writes at a centre of its own, so that journeys at once do not meet in one account. */
export function centreOf(testInfo: TestInfo): { host: string; language: 'et' } {
  return {
    host: testInfo.project.name === 'phone' ? 'pohjala-sport.ee' : 'rannamanni-sport.ee',
    language: 'et',
  };
}

export interface FoundTraining {
  readonly id: number;
  readonly name: string;
  readonly date: string;
  readonly outcome: 'booked' | 'waiting' | 'refused';
  readonly error?: string;
}

/**
 * The first training of the days from tomorrow that visitors see too and that would end so for the demo member, asked of
 * the server that is under test from the page that is open.
 */
export async function findTraining(
  page: Page,
  wanted: { outcome: FoundTraining['outcome']; error?: string },
): Promise<FoundTraining> {
  const day = (ahead: number) => Temporal.Now.plainDateISO('Europe/Tallinn').add({ days: ahead }).toString();
  return page.evaluate(
    async ({ from, until, ...want }) => {
      const json = async (path: string, init: RequestInit = {}) =>
        (
          await fetch(`/api/v0.1${path}`, {
            ...init,
            headers: { 'content-type': 'application/json', ...init.headers },
          })
        ).json();
      const deviceParameters = {
        platform: 'x',
        userAgent: 'x',
        screenWidth: 1,
        screenHeight: 1,
        colorDepth: 1,
        cpuCores: 1,
        touchPoints: 0,
      };
      const userCredentials = { username: 'member@demo.test', password: 'Demo1234', keep: false };
      const { token } = await json('/account/login', {
        method: 'POST',
        body: JSON.stringify({ userCredentials, deviceParameters }),
      });
      const trainings: { id: number; name: string; date: string; isCancelled: boolean; own: unknown }[] =
        await json(`/user/schedule?from=${from}&until=${until}`, {
          headers: { authorization: `Bearer ${token}` },
        });
      for (const { id, name, date, isCancelled, own } of trainings) {
        if (isCancelled || own !== null) continue;
        const preview = await json(`/user/registration/preview/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (preview.outcome !== want.outcome || (want.error && preview.error !== want.error)) continue;
        // What is paid for has a journey of its own, and visitors cannot book it.
        if (preview.payment) continue;
        if (!(await fetch(`/api/v0.1/public/schedule/${id}`)).ok) continue;
        await json('/account/logout', { method: 'POST', body: '{}' });
        return { id, name, date, outcome: preview.outcome, error: preview.error };
      }
      throw new Error(`no training would be ${want.outcome} ${want.error ?? ''}`);
    },
    { from: day(1), until: day(12), ...wanted },
  );
}
