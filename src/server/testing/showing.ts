import { vi } from 'vitest';
import { emulatorUuid, mobileEmulatorUuid } from '#server/account/emulator/built-in.ts';
import { hashToken } from '#server/kernel/tokens.ts';
import type { BeginIdentity, CardToken } from '#shared/account/identities/contract.ts';
import type { IdentityWay } from '#shared/account/identities/domain.ts';
import * as contract from '#shared/joining/contract.ts';
import { emptyForm, type JoinForm } from '#shared/joining/domain.ts';
import * as showing from '#shared/joining/shown/contract.ts';
import { readClaims } from '#shared/kernel/session.ts';
import { startPayment } from '#shared/payments/contract.ts';
import type { Centre } from './centre.ts';
import { addPackage } from './contracts.ts';
import { mari, type Returned, withIdentities } from './identities.ts';
import { billOf, joiningMeans } from './joining.ts';
import { saleMeans } from './sales.ts';
import type { TestServer } from './server.ts';

/** A question that was asked in one browser. */
interface Question {
  readonly request: string;
  readonly browser: string;
}

/** What is sent to join, from one browser. */
interface Sent {
  readonly draftToken: string;
  readonly form: JoinForm;
  readonly browser: string;
}

/** How somebody shows who they are while they join, and what becomes of it. */
export function showingMeans(running: TestServer) {
  const { call, ask, centre } = running;
  const { setKeys, confirm, logIn, link, phones, simCards, signByCard } = withIdentities(running);
  const { notify, orderToken, payments } = saleMeans(running);
  const { prove } = joiningMeans(running);
  const patience = { timeout: 20_000, interval: 50 };

  const inBrowser = ({ host }: Centre, browser: string) => ({
    host,
    headers: browser === '' ? {} : { cookie: `trenn_browser=${browser}` },
  });

  /** A centre with keys and a package, and what somebody types who is not asked who they are. */
  async function place({ isFree = false } = {}) {
    const rules = { pages: { isJoinCompletePage: true }, payment: { isPaymentActive: true } };
    const home = await centre({ rules });
    await setKeys(home, {
      ...{ smartIdUuid: emulatorUuid, smartIdName: 'Klubi' },
      ...{ mobileIdUuid: mobileEmulatorUuid, mobileIdName: 'Klubi', hasIdCard: true },
    });
    const productId = await addPackage(running, home, { joiningFeeCents: isFree ? 0 : 1000 });
    if (isFree)
      await ask('update product_prices set price_cents = 0 where tenant_id = $1 returning 1', home.id);
    const form: JoinForm = {
      ...emptyForm('EE', '2026-09-14', home.clubId),
      ...{ productId, email: 'ok@test.test', phone: '+37255551234', address: 'Niine 3', city: 'Tallinn' },
      ...{ zip: '10414', hasAgreed: true, startsEarly: true },
    };
    return { home, form };
  }

  const open = async (home: Centre, form: JoinForm) =>
    (await call(contract.openJoinDraft, { body: form }, { host: home.host, language: 'et' })).body.draftToken;

  /** Asks who joins, in a browser of its own where none is named. */
  const begin = (home: Centre, draftToken: string, browser = '', way: IdentityWay = 'otherDevice') =>
    beginBy(home, draftToken, { provider: 'smartId', way }, browser);

  async function beginBy(home: Centre, draftToken: string, asked: BeginIdentity, browser = '') {
    phones();
    simCards();
    const body = { draftToken, asked };
    const begun = await call(showing.beginShowing, { body }, inBrowser(home, browser));
    const { request, display: address } = begun.error ? { request: '', display: '' } : begun.body;
    return { request, link: address, error: begun.error, browser: begun.cookies.trenn_browser ?? browser };
  }

  const look = (home: Centre, { request, browser }: Question, returned: Returned | CardToken | null = null) =>
    call(showing.showForJoin, { body: { request, returned } }, inBrowser(home, browser));

  /** Somebody shows who they are for a draft; with the form as it stands then. */
  async function show(home: Centre, form: JoinForm, person = mari, browser = '') {
    const draftToken = await open(home, form);
    const begun = await begin(home, draftToken, browser);
    await confirm(begun.link, person);
    const looked = await look(home, begun);
    if (looked.error || !looked.body.person) throw new Error(`not shown (${looked.error})`);
    return { draftToken, browser: begun.browser, form: { ...form, ...looked.body.person }, looked };
  }

  const draftOf = (home: Centre, draftToken: string, browser: string) =>
    call(contract.getJoinDraft, { query: { token: draftToken } }, inBrowser(home, browser));

  const join = (home: Centre, { draftToken, form, browser }: Sent, isShown = true) =>
    call(
      contract.join,
      { body: { draftToken, form, isShown } },
      { ...inBrowser(home, browser), language: 'et' },
    );

  /** Pays what was joined, or presses what was mailed where nothing is paid, until it is settled who joined. */
  async function settle(
    home: Centre,
    { draftToken, form }: Pick<Sent, 'draftToken' | 'form'>,
    joined: Awaited<ReturnType<typeof join>>,
  ) {
    if (joined.error) throw new Error(joined.error);
    const [made] = await ask<{ id: number; invoice_id: number }>(
      'select id, invoice_id from joins where tenant_id = $1 and token_hash = $2',
      home.id,
      hashToken(draftToken),
    );
    if (!made) throw new Error('nobody joins');
    if (joined.body.invoiceToken === null) await prove(home, form.email);
    else {
      const invoiceToken = billOf(joined.body);
      await call(startPayment, { body: { invoiceToken, method: 'cardPayments' } }, { host: home.host });
      const sale = { home, invoiceId: made.invoice_id };
      const [payment] = await payments(sale);
      if (!payment) throw new Error('no payment');
      await notify(home, await orderToken(sale, payment, 'PAID'));
    }
    await vi.waitFor(async () => {
      const rows = await ask('select 1 from joins where id = $1 and settled_at is not null', made.id);
      if (rows.length === 0) throw new Error('not settled yet');
    }, patience);
  }

  /** All in one: shows, joins and pays. */
  async function joinShown(home: Centre, form: JoinForm, person = mari) {
    const shown = await show(home, form, person);
    await settle(home, shown, await join(home, shown));
    return shown;
  }

  const mailsTo = (home: Centre, recipient: string) =>
    ask<{ subject: string; text: string }>(
      'select subject, text from stand_in_mails where tenant_id = $1 and recipient = $2 order by id',
      home.id,
      recipient,
    );
  const newestTo = (home: Centre, recipient: string, saying: string) =>
    vi.waitFor(async () => {
      const found = (await mailsTo(home, recipient)).findLast(({ text }) => text.includes(saying));
      if (!found) throw new Error(`nothing about ${saying} was mailed`);
      return found.text;
    }, patience);
  const officeOf = (home: Centre) => `info@${home.host}`;

  /** Whose contracts there are. */
  const holders = async (home: Centre) =>
    (
      await ask<{ client_id: number }>(
        "select client_id from contracts where tenant_id = $1 and state = 'live' order by id",
        home.id,
      )
    ).map(({ client_id }) => client_id);
  const clientOf = async (home: Centre, clientId: number | undefined) =>
    (
      await ask<{ id_code: string | null; is_shown: boolean; email: string; last_name: string }>(
        `select id_code, id_shown_at is not null as is_shown, email, last_name from clients
         where tenant_id = $1 and id = $2`,
        home.id,
        clientId,
      )
    )[0];
  const claimsOf = async (home: Centre, person = mari) =>
    readClaims((await logIn(home.host, person)).body.token ?? '');

  return {
    ...{ mailsTo, newestTo, officeOf, holders, clientOf, claimsOf },
    place,
    open,
    begin,
    beginBy,
    signByCard,
    look,
    show,
    draftOf,
    join,
    settle,
    joinShown,
    confirm,
    logIn,
    link,
  };
}
