import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { withDatabase } from '#server/kernel/postgres/postgres.ts';
import { withOwner } from './owner.ts';

export interface TestDatabase {
  /** As its owner, who is above row policies. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of one's own, cloned from the run's template in about a tenth of a second. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const adminUrl = withDatabase(templateUrl, 'postgres');
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withOwner(adminUrl, (owner) => owner.query(`create database ${name} template ${template}`));
  return {
    url: withDatabase(templateUrl, name),
    drop: async () => {
      await withOwner(adminUrl, (owner) => owner.query(`drop database ${name} with (force)`));
    },
  };
}
