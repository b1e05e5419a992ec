import { beforeEach, expect, vi } from 'vitest';
import type { NoticeEvent } from '#server/kernel/events.ts';
import type { NoticeKind } from '#shared/messages/notices/domain.ts';
import type { Centre, TestAccount, TestTraining } from './centre.ts';
import type { TestServer } from './server.ts';

/** Tuesday 18:00 in Tallinn, the day after `testNow`. */
export const noticeStart = '2026-09-15T15:00:00Z';
const patience = { timeout: 12_000, interval: 25 };

export interface NoticeHome {
  readonly home: Centre;
  readonly member: TestAccount;
  readonly training: TestTraining;
}

/** Raises notices as commands do, and looks at what the queue and the stand-ins have of them. */
export function noticeMeans({ centre, ask }: Pick<TestServer, 'centre' | 'ask'>) {
  // What the queue has is counted: what a test before has left for later is none of it.
  beforeEach(async () => {
    await ask('delete from outbox');
    await ask('delete from graphile_worker._private_jobs where locked_at is null');
  });

  async function furnished(
    parts: { phone?: string; startsAt?: string; language?: 'en' | 'et' | 'lv' } = {},
  ): Promise<NoticeHome> {
    const home = await centre();
    const member = await home.account({ language: parts.language ?? 'en' });
    await ask(
      'update clients set phone = $3 where tenant_id = $1 and id = $2',
      home.id,
      member.clientId,
      parts.phone ?? '5555 5555',
    );
    const training = await home.training({ startsAt: parts.startsAt ?? noticeStart, name: 'Yoga' });
    return { home, member, training };
  }

  let count = 0;
  function notice(
    kind: NoticeKind,
    { member, training }: NoticeHome,
    parts: Partial<NoticeEvent> = {},
  ): NoticeEvent {
    count += 1;
    return {
      topic: 'notice',
      kind,
      dedupeKey: `${kind}:${count}`,
      clientId: member.clientId,
      trainingId: training.id,
      ...parts,
    };
  }

  /** As a command leaves them in the outbox. */
  function raise({ home }: Pick<NoticeHome, 'home'>, ...events: readonly NoticeEvent[]): Promise<unknown> {
    return ask(
      "insert into outbox (tenant_id, topic, payload) select $1, 'notice', e from jsonb_array_elements($2::jsonb) as e",
      home.id,
      JSON.stringify(events),
    );
  }

  const jobs = () =>
    ask<{ task: string; wait: number }>(
      `select task_identifier as task, round(extract(epoch from run_at - created_at) / 60)::int as wait
     from graphile_worker.jobs order by id`,
    );
  const expectNoJobs = () =>
    vi.waitFor(async () => {
      expect(await ask('select id from outbox')).toEqual([]);
      expect(await jobs()).toEqual([]);
    }, patience);
  const expectOnlyLater = (...waits: number[]) =>
    vi.waitFor(async () => {
      expect(await ask('select id from outbox')).toEqual([]);
      expect((await jobs()).map(({ wait }) => wait).sort()).toEqual(waits.sort());
    }, patience);
  /**
   * What waits, now, and the queue is told: it goes by the machine's clock, which no test sets. What was told a moment ago is
   * waited for until the queue has it: it would wait for its own time there.
   */
  const hurry = async () => {
    await vi.waitFor(async () => expect(await ask('select id from outbox')).toEqual([]), patience);
    await ask(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at := now()),
        pg_notify('jobs:insert', '')`,
    );
  };

  const mails = ({ home }: Pick<NoticeHome, 'home'>) =>
    ask<{ recipient: string; subject: string; text: string }>(
      'select recipient, subject, text from stand_in_mails where tenant_id = $1 order by id',
      home.id,
    );
  const sms = ({ home }: Pick<NoticeHome, 'home'>) =>
    ask<{ recipient: string; sender: string; text: string; parts: number }>(
      'select recipient, sender, text, parts from stand_in_sms where tenant_id = $1 order by id',
      home.id,
    );
  const states = ({ home }: Pick<NoticeHome, 'home'>) =>
    ask<{ channel: string; state: string }>(
      'select channel, state from notice_deliveries where tenant_id = $1 order by channel, id',
      home.id,
    );

  return { furnished, notice, raise, jobs, expectNoJobs, expectOnlyLater, hurry, mails, sms, states };
}
