import { expect, vi } from 'vitest';
import { confirmJoin, getOwnJoin, takeOverJoin } from '#shared/joining/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import type { TestServer } from './server.ts';

/** What a member does with a joining that is theirs. */
export function joiningMeans({ call, ask }: Pick<TestServer, 'call' | 'ask'>) {
  const see = (draftToken: string, actor: TestAccount) =>
    call(getOwnJoin, { query: { token: draftToken } }, { actor });

  /** Takes over what stands now, as whoever has just looked at it. */
  async function takeOver(draftToken: string, actor: TestAccount) {
    const seen = await see(draftToken, actor);
    const agreement = seen.status < 400 ? seen.body.agreement : '';
    return call(takeOverJoin, { body: { draftToken, agreement } }, { actor });
  }

  /** The newest link by which somebody joins for nothing, as it was mailed to them. */
  const proofOf = ({ id }: Centre, recipient: string) =>
    vi.waitFor(
      async () => {
        const mails = await ask<{ text: string }>(
          'select text from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
          id,
          recipient,
        );
        const links = mails.flatMap(({ text }) => /join-confirmation\?token=(\S+)/.exec(text)?.[1] ?? []);
        const last = links.at(-1);
        if (last === undefined) throw new Error('no link was mailed');
        return last;
      },
      { timeout: 10_000, interval: 50 },
    );

  const confirm = ({ host }: Centre, token: string) => call(confirmJoin, { body: { token } }, { host });

  /** Presses what was mailed to whoever joins for nothing. */
  async function prove(home: Centre, recipient: string): Promise<void> {
    const pressed = await confirm(home, await proofOf(home, recipient));
    expect(pressed.body).toMatchObject({ state: 'joined' });
  }

  return { see, takeOver, proofOf, confirm, prove };
}

/** A client began to join: nobody yet, until it is settled or whoever has the draft has let go of them. */
export async function beginJoin(
  { ask }: Pick<TestServer, 'ask'>,
  { id }: Centre,
  clientId: number,
  { settledAt = null, takenOverAt = null }: { settledAt?: string | null; takenOverAt?: string | null } = {},
): Promise<void> {
  await ask(
    `insert into joins (tenant_id, salt, token_hash, form, language, state, client_id, settled_at, taken_over_at, created_at,
       changed_at, expires_at)
     values ($1, '\\x00', sha256(gen_random_uuid()::text::bytea), '{}', 'et', 'open', $2, $3, $4, now(), now(), now())`,
    ...[id, clientId, settledAt, takenOverAt],
  );
}

/** The bill of what joining costs at first. */
export function billOf({ invoiceToken }: { readonly invoiceToken: string | null }): string {
  if (invoiceToken === null) throw new Error('nothing is paid at first');
  return invoiceToken;
}
