import type { TestInfo } from '@playwright/test';

/** Each project writes at a centre of its own, so that journeys at once do not meet in one account. */
export function centreOf(testInfo: TestInfo): { host: string; language: 'et' } {
  return {
    host: testInfo.project.name === 'phone' ? 'pohjala-sport.ee' : 'rannamanni-sport.ee',
    language: 'et',
  };
}
