import { emulatorUuid, type Person, persons } from '#server/account/emulator/built-in.ts';
import type { OddAnswer } from '#server/account/emulator/phones.ts';
import * as contract from '#shared/account/identities/contract.ts';
import type { IdentityWay } from '#shared/account/identities/domain.ts';
import { listSettings, saveSettings } from '#shared/tenants/settings/contract.ts';
import type { Centre, TestAccount } from './centre.ts';
import { sampleDevice } from './samples.ts';
import type { TestServer } from './server.ts';

/** What the browser brings back from the device it stands on. */
export interface Returned {
  readonly sessionSecretDigest: string;
  readonly userChallengeVerifier: string;
}

function somebody(index: number): Person {
  const person = persons[index];
  if (!person) throw new Error('there are not so many people');
  return person;
}

/** Two adults of the stand-in, and one who refuses. */
export const [mari, janis, refusing] = [somebody(0), somebody(1), somebody(3)];

/** What people do with Smart-ID, and their browsers for them. */
export function withIdentities(running: TestServer) {
  const { centre, call } = running;

  function phones() {
    if (!running.server.phones) throw new Error('there is no stand-in');
    running.server.phones.holdMilliseconds = 0;
    return running.server.phones;
  }

  async function setKeys(home: Centre, values: { smartIdUuid: string; smartIdName: string }) {
    const actor = await home.account({ role: 'admin' });
    const { sections } = (await call(listSettings, {}, { actor })).body;
    const version = sections.find(({ name }) => name === 'identities')?.version ?? '';
    return call(saveSettings, { body: { section: 'identities', version, values } }, { actor });
  }

  /** A centre with keys. */
  async function withKeys(smartIdName = 'Klubi') {
    const home = await centre();
    const { status } = await setKeys(home, { smartIdUuid: emulatorUuid, smartIdName });
    if (status !== 200) throw new Error(`the keys were not taken (${status})`);
    return home;
  }

  const inBrowser = (host: string, browser: string) => ({
    host,
    headers: browser === '' ? {} : { cookie: `trenn_browser=${browser}` },
  });

  async function begin(host: string, way: IdentityWay = 'otherDevice', browser = '') {
    if (running.server.phones) running.server.phones.holdMilliseconds = 0;
    const body = { provider: 'smartId', way, keep: true } as const;
    const begun = await call(contract.beginIdentityLogin, { body }, inBrowser(host, browser));
    const { request, link } = begun.error ? { request: '', link: '' } : begun.body;
    return { request, link, error: begun.error, browser: begun.cookies.trenn_browser ?? browser };
  }

  function look(
    host: string,
    { request, browser }: { readonly request: string; readonly browser: string },
    returned: Returned | null = null,
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
    return call(contract.beginIdentityLinking, { body: { provider: 'smartId', way } }, { actor });
  }

  const finishLinking = (actor: TestAccount, request: string, returned: Returned | null = null) =>
    call(contract.linkIdentity, { body: { request, returned } }, { actor });

  async function link(actor: TestAccount, person = mari, odd?: OddAnswer) {
    const { body } = await beginLinking(actor);
    await confirm(body.link, person, odd);
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

  return {
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
