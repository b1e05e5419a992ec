import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as contract from '#shared/payments/contract.ts';
import { systemClock } from './kernel/clock.ts';
import { Db, roleUrl } from './kernel/db.ts';
import { EventBus } from './kernel/events.ts';
import { TenantRegistry } from './kernel/tenant.ts';
import { Tokens } from './kernel/tokens.ts';
import { Groups } from './kernel/writes/groups.ts';
import { call, send } from './testing/call.ts';
import { Centre } from './testing/centre.ts';
import { untilWaiting } from './testing/owner.ts';
import { withProcesses } from './testing/processes.ts';
import { paying, saleMeans } from './testing/sales.ts';
import { isTurn } from './testing/turns.ts';

// Real processes on one database: what one of them was about to do when it was killed, the next one does.
const processes = withProcesses();
const { folder, startServer } = processes;
const patience = { timeout: 30_000, interval: 50 };
let system: Db;
let app: Db;
let home: Centre;
let tenants: TenantRegistry;

beforeAll(async () => {
  system = processes.system;
  const url = roleUrl(processes.databaseUrl, 'trenn_app');
  app = new Db({ url, poolSize: 4, isNamed: true, onError: () => {} });
  home = await Centre.create(system, paying);
  tenants = new TenantRegistry(system, false);
  await tenants.load();
}, 60_000);
afterAll(() => app.close());

/** What the tests of one process use, beside the processes: their own connections, the same secret. */
function means(port: () => number) {
  const events = new EventBus();
  const secret = readFileSync(join(folder, 'secrets', 'session'), 'utf8').trim();
  const tokens = new Tokens(secret, systemClock, events);
  const ports = { db: app, groups: new Groups(app, events), events, tokens };
  return saleMeans({
    server: { tenants, app: { ports } },
    clock: systemClock,
    ask: async <Row>(text: string, ...values: unknown[]) => {
      const [rows] = await system.run({ text, values });
      return rows as Row[];
    },
    send: (parts) => send(port(), parts),
  });
}

async function exited(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => child.once('exit', resolve));
}

test.runIf(isTurn(0, 3))(
  'kill -9 between payment and confirmation: after a restart the purchase completes, once',
  {
    timeout: 120_000,
  },
  async () => {
    const first = await startServer();
    let { port } = first;
    const { draft, payments, atBank, books, orderToken, notify } = means(() => port);
    const sale = await draft(home, { item: false });
    const { host } = home;
    const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
    const { address } = (await call(port, contract.startPayment, { body }, { host })).body;
    // The bank has the money; its message never arrives.
    const back = new URL(await atBank(home, address, 'pay', 'never'));
    const orderTokenBack = back.searchParams.get('order-token') ?? '';

    // The return is being applied while somebody holds the invoice: the process dies in the middle of it.
    const holder = new pg.Client({ connectionString: processes.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select id from invoices where tenant_id = $1 and id = $2 for update', [
      home.id,
      sale.invoiceId,
    ]);
    const lost = call(port, contract.confirmPayment, { body: { orderToken: orderTokenBack } }, { host }).then(
      () => 'answered',
      () => 'lost',
    );
    await untilWaiting(processes.databaseUrl);
    const gone = exited(first.child);
    first.child.kill('SIGKILL');
    await gone;
    expect(await lost).toBe('lost');
    await holder.query('commit');
    await holder.end();
    expect(await books(sale)).toMatchObject({ state: 'draft', received: 0, handed: 0 });

    const second = await startServer();
    port = second.port;
    // As the minute's job finds it, without waiting for the minute.
    const due = {
      text: "update payments set ask_at = now() - interval '1 second' where tenant_id = $1",
      values: [home.id],
    };
    const job = { text: "select graphile_worker.add_job('payments')", values: [] };
    await system.run(due, job, job);
    await vi.waitFor(async () => expect((await books(sale)).state).toBe('issued'), patience);
    const [payment] = await payments(sale);
    if (!payment) throw new Error('no payment');
    // Whatever comes now changes nothing more.
    const token = await orderToken(sale, payment, 'PAID');
    await Promise.all([
      notify(home, token),
      call(port, contract.confirmPayment, { body: { orderToken: orderTokenBack } }, { host }),
      system.run(due, job),
    ]);
    expect(await books(sale)).toEqual({
      state: 'issued',
      number: expect.stringMatching(/^A-\d{4}-\d{6}$/),
      received: 7240,
      receipts: 1,
      allocated: 7240,
      handed: 1,
    });
    second.child.kill('SIGTERM');
    await exited(second.child);
  },
);

test.runIf(isTurn(1, 3))(
  'two processes take the same messages at once: booked once',
  { timeout: 120_000 },
  async () => {
    const servers = await Promise.all([startServer(), startServer()]);
    let turn = 0;
    const port = () => {
      turn += 1;
      return servers[turn % 2]?.port ?? 0;
    };
    const { draft, payments, orderToken, books, notify } = means(port);
    const { host } = home;
    for (let round = 0; round < 5; round += 1) {
      const sale = await draft(home, { item: false });
      const body = { invoiceToken: sale.token, method: 'cardPayments' } as const;
      await call(port(), contract.startPayment, { body }, { host });
      const [payment] = await payments(sale);
      if (!payment) throw new Error('no payment');
      const token = await orderToken(sale, payment, 'PAID');
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => notify(home, token)),
        ...Array.from({ length: 4 }, () =>
          call(port(), contract.confirmPayment, { body: { orderToken: token } }, { host }),
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await books(sale)).toMatchObject({ received: 7240, receipts: 1, allocated: 7240 });
    }
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ child }) => exited(child)));
  },
);
