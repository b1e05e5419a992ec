import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { InvoiceEvent } from '#server/kernel/events.ts';
import { loadTexts } from '#server/kernel/texts.ts';
import type { Mail, MailClient } from '#server/messages/client.ts';
import { SendingError } from '#server/messages/outcomes.ts';
import type { Centre } from '#server/testing/centre.ts';
import { invoiceMeans } from '#server/testing/invoices.ts';
import { transferFor } from '#server/testing/sales.ts';
import { withServer } from '#server/testing/server.ts';
import { payByCredit } from '#shared/invoices/contract.ts';
import { creditInvoice } from '#shared/invoices/credits/contract.ts';
import { addMinutes, localTime } from '#shared/kernel/dates.ts';
import { cents } from '#shared/kernel/money.ts';
import { listOutgoingMails } from '#shared/messages/contract.ts';
import { issueInvoice } from '../commands.ts';
import { raiseReminders, tellInvoice } from './commands.ts';

const running = withServer();
const { centre, call, ask, clock } = running;
const { ctxOf, issued, draft, pay, begunNote } = invoiceMeans(running);
const patience = { timeout: 12_000, interval: 25 };

beforeAll(loadTexts);

interface KeptMail {
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; size: number }[];
}
const mailsOf = (home: Centre) =>
  ask<KeptMail>(
    'select recipient, subject, text, attachments from stand_in_mails where tenant_id = $1 order by id',
    home.id,
  );
const states = (home: Centre) =>
  ask<{ key: string; state: string }>(
    'select dedupe_key as key, state from invoice_messages where tenant_id = $1 order by 1',
    home.id,
  );
const event = (
  kind: InvoiceEvent['kind'],
  invoiceId: number,
  dedupeKey = `${kind}:${invoiceId}`,
): InvoiceEvent => ({
  topic: 'invoice',
  kind,
  dedupeKey,
  invoiceId,
});
const raise = (home: Centre, ...events: InvoiceEvent[]) =>
  ask(
    "insert into outbox (tenant_id, topic, payload) select $1, 'invoice', e from jsonb_array_elements($2::jsonb) as e",
    home.id,
    JSON.stringify(events),
  );
const settled = (home: Centre, count: number) =>
  vi.waitFor(async () => {
    const rows = await states(home);
    expect(rows.length).toBe(count);
    expect(rows.every(({ state }) => !['planned', 'sending'].includes(state))).toBe(true);
    return rows;
  }, patience);

describe('mails', () => {
  test('an issued invoice is told once, in its language, with its paper and the way to pay', async () => {
    const home = await centre();
    await ask(
      `update tenants set company = company || '{"iban": "EE382200221020145685"}' where tenant_id = $1`,
      home.id,
    );
    await running.server.tenants.load();
    const { id, token } = await draft(home, {
      language: 'et',
      payer: { name: 'Ülle Õun', email: 'ylle@test.test' },
    });
    const number = await issueInvoice(ctxOf(home), id);
    await settled(home, 1);
    await raise(home, event('issued', id), event('issued', id, 'issued:again'));
    await vi.waitFor(async () => {
      const [left] = await ask<{ count: number }>(
        "select count(*)::integer from graphile_worker.jobs where task_identifier = 'invoice'",
      );
      expect(left?.count).toBe(0);
    }, patience);
    const [mail, ...more] = await mailsOf(home);
    expect(more).toEqual([]);
    expect(mail?.recipient).toBe('ylle@test.test');
    expect(mail?.subject).toContain(`arve ${number}, 72,40`);
    expect(mail?.text).toContain('Ülle Õun');
    expect(mail?.text).toContain('hiljemalt 21.09.2026');
    expect(mail?.text).toContain(`https://${home.host}/public/invoices?invoice=${token}`);
    expect(mail?.text).toContain('EE38 2200 2210 2014 5685');
    expect(mail?.attachments).toEqual([{ name: `${number}.pdf`, size: expect.any(Number) }]);
    expect(mail?.attachments[0]?.size).toBeGreaterThan(10_000);
    const admin = await home.account({ role: 'admin' });
    const seen = await call(listOutgoingMails, { query: {} }, { actor: admin });
    expect(seen.body.items[0]?.attachments[0]?.name).toBe(`${number}.pdf`);
    await expect(issueInvoice(ctxOf(home), id)).rejects.toThrow('invoiceNotFound');
  });

  test('paid by credit: a receipt; what is paid is not reminded of', async () => {
    const home = await centre();
    const actor = await home.account();
    const { clientId } = actor;
    const first = await issued(home, { clientId, lines: [{ unitCents: cents(100) }] });
    await pay(home, first.id, 7340);
    const invoice = await issued(home, { clientId });
    await call(payByCredit, { params: { id: invoice.id } }, { actor });
    await raise(home, event('due', invoice.id), event('overdue', invoice.id, `overdue:${invoice.id}:1`));
    const rows = await settled(home, 3);
    expect(rows.map(({ state }) => state)).toEqual(['untrue', 'untrue', 'sent']);
    const [mail] = await mailsOf(home);
    expect(mail?.subject).toContain(`invoice ${invoice.number} is paid`);
    expect(mail?.text).toContain('We have received €72.40');
  });

  test('each credit note is told, with its own paper', async () => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const invoice = await issued(home);
    for (const amount of [10, 5.5]) {
      const body = { lines: [{ position: 1, amount }], reason: 'Late' };
      await call(creditInvoice, { params: { id: invoice.id }, body }, { actor: admin });
    }
    await settled(home, 2);
    const mails = await mailsOf(home);
    expect(mails.map(({ attachments }) => attachments[0]?.name).sort()).toEqual([
      'K-2026-000001.pdf',
      'K-2026-000002.pdf',
    ]);
    expect(mails.map(({ text }) => /credited (\S+) of invoice (\S+)\./.exec(text)?.slice(1)).sort()).toEqual([
      ['€10.00', invoice.number],
      ['€5.50', invoice.number],
    ]);
  });

  test('too much money is told to the office, with what is over', async () => {
    const home = await centre();
    const invoice = await issued(home, { payer: { name: 'Payer & Co' } });
    await pay(home, (await issued(home)).id, 7340);
    await pay(home, invoice.id, 10_000);
    await raise(home, event('overpaid', invoice.id, 'overpaid:bank:1'));
    await settled(home, 1);
    const [mail] = await mailsOf(home);
    expect(mail).toMatchObject({ recipient: `info@${home.host}` });
    expect(mail?.text).toContain('€27.60');
    expect(mail?.text).not.toContain('Hello');
  });

  test('what came for an invoice that was paid already is over, of whom has no account too', async () => {
    const home = await centre();
    const { id } = await issued(home, { clientId: null });
    await pay(home, id, 7240);
    await transferFor(running, { home, invoiceId: id }, 4000);
    await raise(home, event('overpaid', id, 'overpaid:bank:2'));
    await settled(home, 1);
    expect((await mailsOf(home))[0]?.text).toContain('€40.00');
  });

  test.each([
    ['that it is paid, of what nobody paid: untrue', 'paid', undefined, 'untrue'],
    ['that it is paid, of what is paid but for a cent: untrue', 'paid', 7239, 'untrue'],
    ['that it is paid, of what was paid: sent', 'paid', 7240, 'sent'],
    ['that it is paid, of what was paid and more: sent', 'paid', 7241, 'sent'],
    ['that it is issued, of what was paid meanwhile: untrue', 'issued', 7240, 'untrue'],
    ['a credit note, of what has none: untrue', 'credited', undefined, 'untrue'],
  ] as const)('%s', async (_, kind, came, state) => {
    const home = await centre();
    const { id } = await issued(home);
    if (came !== undefined) await pay(home, id, came);
    await raise(home, event(kind, id, `asked:${kind}:${id}`));
    const key = kind === 'credited' ? `asked:${kind}:${id}` : `${kind}:${id}`;
    await vi.waitFor(async () => expect(await states(home)).toContainEqual({ key, state }), patience);
  });

  test('a credit note is told as such, and never as something that is paid or owed', async () => {
    const home = await centre();
    const admin = await home.account({ role: 'admin' });
    const { id } = await issued(home);
    const body = { lines: 'all', reason: 'Late' } as const;
    await call(creditInvoice, { params: { id }, body }, { actor: admin });
    const [note] = await ask<{ id: number }>('select id from invoices where credits_id = $1', id);
    const noteId = note?.id ?? 0;
    await raise(home, event('paid', noteId), event('due', noteId), event('credited', id));
    const rows = await settled(home, 4);
    expect(Object.fromEntries(rows.map(({ key, state }) => [key, state]))).toEqual({
      [`credited:${noteId}`]: 'sent',
      [`credited:${id}`]: 'sent',
      [`paid:${noteId}`]: 'untrue',
      [`due:${noteId}`]: 'untrue',
    });
  });

  test('without an address nothing is sent, without an invoice nothing is kept', async () => {
    const home = await centre();
    const invoice = await issued(home, { payer: { email: '' } });
    await raise(home, event('issued', invoice.id), event('issued', 999_999));
    expect(await settled(home, 1)).toEqual([{ key: `issued:${invoice.id}`, state: 'refused' }]);
    expect(await mailsOf(home)).toEqual([]);
  });

  test('a mail server out of reach is tried again; cut off, the same mail goes out under the same name', async () => {
    const home = await centre();
    const invoice = await issued(home);
    const sent: Mail[] = [];
    let answer: 'down' | 'up' | 'never' = 'down';
    const mails: MailClient = {
      send: async (mail) => {
        if (answer === 'down') throw new SendingError('notNow', 'down');
        if (answer === 'never')
          throw Object.assign(new Error('no'), { responseCode: 550, command: 'RCPT TO' });
        sent.push(mail);
      },
      close: () => {},
    };
    const { tokens, decoders } = running.server.app.ports;
    const tell = (one: InvoiceEvent) =>
      tellInvoice(ctxOf(home), { mails, tokens, decoders, originOf: () => 'https://x.test' }, one);
    const first = event('issued', invoice.id);
    await expect(tell(first)).rejects.toThrow('down');
    answer = 'up';
    await tell(first);
    await tell(first);
    expect(sent).toHaveLength(1);
    // As a process leaves it that dies between handing over and writing it down.
    await ask("update invoice_messages set state = 'sending' where tenant_id = $1", home.id);
    await expect(tell(first)).rejects.toThrow('under way');
    clock.advance({ minutes: 5 });
    await expect(tell(first)).rejects.toThrow('under way');
    clock.advance({ minutes: 1 });
    await tell(first);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
    expect(sent).toHaveLength(2);
    clock.advance({ minutes: 6 });
    await tell(first);
    expect(sent).toHaveLength(2);
    answer = 'never';
    await tell(event('overdue', invoice.id, 'overdue:x'));
    expect((await states(home)).map(({ state }) => state)).toEqual(['sent', 'refused']);
  });
});

describe('reminders', () => {
  /** Each hour from one instant on; what was raised when, by the centre's clock. */
  async function runHourly(home: Centre, from: string, hours: number) {
    const raised: string[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      clock.set(addMinutes(from, hour * 60));
      const count = await raiseReminders(ctxOf(home));
      if (count > 0)
        raised.push(`${clock.now().slice(5, 13)} ${localTime(clock.now(), home.timeZone)} ${count}`);
    }
    return raised;
  }

  test.each([
    [
      'autumn',
      '2026-10-11T08:00:00Z',
      '2026-10-14T21:25:00Z',
      ['10-15T06 09:25 1', '10-19T06 09:25 1', '10-25T07 09:25 1', '11-01T07 09:25 1'],
    ],
    [
      'spring',
      '2026-03-15T08:00:00Z',
      '2026-03-18T22:25:00Z',
      ['03-19T07 09:25 1', '03-23T07 09:25 1', '03-29T06 09:25 1', '04-05T06 09:25 1'],
    ],
  ])(
    'over the clock change of %s each is raised once, on its local day, not before nine',
    async (_, at, from, wanted) => {
      const home = await centre();
      clock.set(at);
      await issued(home);
      expect(await runHourly(home, from, 19 * 24)).toEqual(wanted);
    },
  );

  test('one for the due day and one for each step while a cent is owed, none for what is paid or given up', async () => {
    const home = await centre();
    clock.set('2026-10-15T08:00:00Z');
    const member = await home.account();
    const [open, paid, lost] = await Promise.all(
      [1, 2, 3].map(() => issued(home, { clientId: member.clientId })),
    );
    await pay(home, open?.id ?? 0, 7239);
    await begunNote(home, open?.id ?? 0, 7240);
    await pay(home, paid?.id ?? 0, 7240);
    await ask('update invoices set written_off_at = now() where id = $1', lost?.id);
    await runHourly(home, '2026-10-15T09:00:00Z', 24 * 24);
    const rows = await vi.waitFor(async () => {
      const found = await states(home);
      expect(found.every(({ state }) => state === 'sent')).toBe(true);
      return found;
    }, patience);
    expect(rows.map(({ key }) => key)).toEqual([
      `due:${open?.id}`,
      `overdue:${open?.id}:1`,
      `overdue:${open?.id}:14`,
      `overdue:${open?.id}:7`,
    ]);
    expect((await mailsOf(home)).length).toBe(4);
  });

  test('two processes at once raise each once', async () => {
    const home = await centre();
    await issued(home);
    clock.set('2026-09-19T12:00:00Z');
    const counts = await Promise.all([1, 2, 3].map(() => raiseReminders(ctxOf(home))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
