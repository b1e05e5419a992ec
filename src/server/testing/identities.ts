import {
  cardPersons,
  emulatorUuid,
  mobileEmulatorUuid,
  type Person,
  persons,
} from '#server/account/emulator/built-in.ts';
import type { OddCard } from '#server/account/emulator/cards.ts';
import type { OddAnswer } from '#server/account/emulator/phones.ts';
import type { OddSignature } from '#server/account/emulator/sim-cards.ts';
import * as contract from '#shared/account/identities/contract.ts';
import type { IdentityWay } from '#shared/account/identities/domain.ts';
import type { IdentitySettings } from '#shared/account/identity-keys/domain.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import { sampleDevice } from './samples.ts';
import type { TestServer } from './server.ts';

/** What the browser brings back from the device it stands on. */
export interface Returned {
  readonly sessionSecretDigest: string;
  readonly userChallengeVerifier: string;
}

/** And whatever else it may bring. */
type Brought = Returned | contract.CardToken;

function somebody(index: number): Person {
  const person = persons[index];
  if (!person) throw new Error('there are not so many people');
  return person;
}

/** Two adults of the stand-in, a minor, one who refuses, and one whose code says no date of birth. */
export const [mari, janis, young, refusing, liga] = [
  ...[somebody(0), somebody(1), somebody(2), somebody(3), somebody(4)],
] as const;

/** Somebody with Mobile-ID, of the stand-in. */
export const mary = { provider: 'mobileId', phoneNumber: '+37200000766', idCode: '60001019906' } as const;

/** Two with ID cards, and one whose card is revoked. */
export const [jaak, maryWithCard, mariLiis] = cardPersons as [Person, Person, Person];

export const idCard = { provider: 'idCard' } as const;

/** What people do with services that know them, and their browsers for them. */
export function withIdentities(running: TestServer) {
  const { centre, call } = running;

  function phones() {
    if (!running.server.phones) throw new Error('there is no stand-in');
    running.server.phones.holdMilliseconds = 0;
    return running.server.phones;
  }

  function simCards() {
    if (!running.server.simCards) throw new Error('there is no stand-in');
    running.server.simCards.holdMilliseconds = 0;
    return running.server.simCards;
  }

  async function setKeys(home: Centre, values: Partial<IdentitySettings>) {
    const actor = await home.account({ role: 'admin' });
    const { sections } = (await call(listSettings, {}, { actor })).body;
    const version = sections.find(({ name }) => name === 'identities')?.version ?? '';
    return call(saveSettings, { body: { section: 'identities', version, values } }, { actor });
  }

  /** A centre with keys. */
  async function withKeys(name = 'Klubi') {
    const home = await centre();
    const { status } = await setKeys(home, {
      ...{ smartIdUuid: emulatorUuid, smartIdName: name },
      ...{ mobileIdUuid: mobileEmulatorUuid, mobileIdName: name },
      hasIdCard: true,
    });
    if (status !== 200) throw new Error(`the keys were not taken (${status})`);
    return home;
  }

  const inBrowser = (host: string, browser: string) => ({
    host,
    headers: browser === '' ? {} : { cookie: `trenn_browser=${browser}` },
  });

  async function ask(host: string, asked: contract.BeginIdentity, browser = '') {
    if (running.server.phones) phones();
    if (running.server.simCards) simCards();
    const body = { asked, keep: true };
    const begun = await call(contract.beginIdentityLogin, { body }, inBrowser(host, browser));
    const { request, display } = begun.error ? { request: '', display: '' } : begun.body;
    return { request, display, error: begun.error, browser: begun.cookies.trenn_browser ?? browser };
  }

  async function begin(host: string, way: IdentityWay = 'otherDevice', browser = '') {
    const { display: link, ...begun } = await ask(host, { provider: 'smartId', way }, browser);
    return { ...begun, link };
  }

  function look(
    host: string,
    { request, browser }: { readonly request: string; readonly browser: string },
    returned: Brought | null = null,
  ) {
    const body = { request, returned, keep: true, deviceParameters: sampleDevice };
    return call(contract.loginWithIdentity, { body }, inBrowser(host, browser));
  }

  /** Somebody holds their phone to the picture and enters their PIN; answers what the browser is sent back with. */
  async function confirm(link: string, person: Person = mari, odd?: OddAnswer): Promise<Returned | null> {
    const session = phones().open(Object.fromEntries(new URL(link).searchParams));
    if (!session) throw new Error('the link is not good');
    const back = await phones().confirm(session, person, odd);
    if (back === undefined) return null;
    const { searchParams } = new URL(back);
    return {
      sessionSecretDigest: searchParams.get('sessionSecretDigest') ?? '',
      userChallengeVerifier: searchParams.get('userChallengeVerifier') ?? '',
    };
  }

  /** All in one. */
  async function logIn(host: string, person = mari, odd?: OddAnswer) {
    const begun = await begin(host);
    await confirm(begun.link, person, odd);
    return look(host, begun);
  }

  function beginLinking(actor: TestAccount, way: IdentityWay = 'otherDevice') {
    phones();
    return call(contract.beginIdentityLinking, { body: { asked: { provider: 'smartId', way } } }, { actor });
  }

  const finishLinking = (actor: TestAccount, request: string, returned: Brought | null = null) =>
    call(contract.linkIdentity, { body: { request, returned } }, { actor });

  async function link(actor: TestAccount, person = mari, odd?: OddAnswer) {
    const { body } = await beginLinking(actor);
    await confirm(body.display, person, odd);
    return finishLinking(actor, body.request);
  }

  /** Somebody whose account is linked. */
  async function linked(person = mari) {
    const home = await withKeys();
    const account = await home.account();
    const { body } = await link(account, person);
    if (!body.isLinked) throw new Error('not linked');
    return { home, host: home.host, account };
  }

  /** Somebody's phone rings, and three seconds later they have entered their PIN. */
  async function logInByPhone(host: string, given: contract.BeginIdentity = mary, odd: OddSignature = {}) {
    simCards().odd = odd;
    const begun = await ask(host, given);
    simCards().odd = {};
    if (begun.error) return { status: 0, error: begun.error, body: { token: null }, cookies: {} };
    running.clock.advance({ seconds: 3 });
    return look(host, begun);
  }

  async function linkPhone(actor: TestAccount, given: contract.BeginIdentity = mary, odd: OddSignature = {}) {
    simCards().odd = odd;
    const { body } = await call(contract.beginIdentityLinking, { body: { asked: given } }, { actor });
    simCards().odd = {};
    running.clock.advance({ seconds: 3 });
    return finishLinking(actor, body.request);
  }

  /** Somebody puts their card into the reader of a browser at `origin` and enters their PIN. */
  function signByCard(origin: string, nonce: string, person: Person = jaak, odd: OddCard = {}) {
    if (!running.server.cards) throw new Error('there is no stand-in');
    return running.server.cards.confirm({ origin, nonce }, person, odd);
  }

  async function linkCard(actor: TestAccount, person: Person = jaak, odd?: OddCard) {
    const { body } = await call(contract.beginIdentityLinking, { body: { asked: idCard } }, { actor });
    const token = await signByCard(`https://${actor.host}`, body.display, person, odd);
    return finishLinking(actor, body.request, token);
  }

  /** Somebody whose account is linked to their card. */
  async function linkedByCard(person: Person = jaak) {
    const home = await withKeys();
    const account = await home.account();
    const { body } = await linkCard(account, person);
    if (!body.isLinked) throw new Error('not linked');
    return { home, host: home.host, account };
  }

  async function logInByCard(host: string, person: Person = jaak, odd?: OddCard) {
    const begun = await ask(host, idCard);
    return look(host, begun, await signByCard(`https://${host}`, begun.display, person, odd));
  }

  /** Who tells whether cards are revoked. */
  function responder() {
    if (!running.server.cards) throw new Error('there is no stand-in');
    return running.server.cards.responder;
  }

  return {
    signByCard,
    linkCard,
    linkedByCard,
    logInByCard,
    responder,
    simCards,
    ask,
    logInByPhone,
    linkPhone,
    setKeys,
    withKeys,
    begin,
    look,
    confirm,
    logIn,
    beginLinking,
    finishLinking,
    link,
    linked,
    phones,
  };
}
