import { login } from '#shared/account/contract.ts';
import { showFactor } from '#shared/account/factors/contract.ts';
import * as contract from '#shared/account/passkeys/contract.ts';
import { Passkey } from './authenticator.ts';
import { type TestAccount, testPassword } from './centre.ts';
import { sampleDevice } from './samples.ts';
import type { TestServer } from './server.ts';

/** What an authenticator may do other than it should. */
export type Odd = Parameters<Passkey['sign']>[1];

/** What people do with their passkeys, as their browsers would. */
export function withPasskeys(running: TestServer) {
  const { centre, call, clock } = running;

  async function add(actor: TestAccount, passkey = new Passkey(), name = 'Phone') {
    const offer = (await call(contract.offerPasskey, { body: {} }, { actor })).body;
    const body = { name, attestation: passkey.make(offer) };
    const { recoveryCodes } = (await call(contract.addPasskey, { body }, { actor })).body;
    return { passkey, recoveryCodes };
  }

  /** Somebody with one passkey. */
  async function withPasskey(kind?: ConstructorParameters<typeof Passkey>[0]) {
    const home = await centre();
    const account = await home.account();
    return { home, account, host: home.host, ...(await add(account, new Passkey(kind))) };
  }

  /** Begins a log-in by a passkey in a browser of its own. */
  async function begin(host: string, browser = '') {
    const headers = browser === '' ? {} : { cookie: `trenn_browser=${browser}` };
    const begun = await call(contract.requestPasskeyLogin, { body: {} }, { host, headers });
    return { request: begun.body, browser: begun.cookies.trenn_browser ?? browser };
  }

  function finish(host: string, browser: string, assertion: ReturnType<Passkey['sign']>) {
    const body = { assertion, keep: true, deviceParameters: sampleDevice };
    const headers = browser === '' ? {} : { cookie: `trenn_browser=${browser}` };
    return call(contract.loginWithPasskey, { body }, { host, headers });
  }

  /** Both in one. */
  async function logIn(host: string, passkey: Passkey, odd?: Odd) {
    const { request, browser } = await begin(host);
    return finish(host, browser, passkey.sign(request, odd));
  }

  async function typed(host: string, { email: username }: TestAccount) {
    const userCredentials = { username, password: testPassword, keep: true };
    return (await call(login, { body: { userCredentials, deviceParameters: sampleDevice } }, { host })).body;
  }

  /** What the second step of a log-in asks. */
  async function askedOf(host: string, account: TestAccount) {
    const { token, secondFactor } = await typed(host, account);
    if (token !== null || !secondFactor?.passkeyRequest) throw new Error('no passkey is asked for');
    return { ...secondFactor, request: secondFactor.passkeyRequest };
  }

  const show = (host: string, challenge: string, assertion: ReturnType<Passkey['sign']>) =>
    call(
      showFactor,
      { body: { challenge, proof: { kind: 'passkey', assertion }, deviceParameters: sampleDevice } },
      { host },
    );

  /** Of somebody who showed who they are five minutes ago. */
  async function lateSession({ host, claims }: TestAccount) {
    const provedAt = Math.floor(clock.epochMilliseconds() / 1000) - 300;
    return { host, token: await running.server.app.ports.tokens.sign({ ...claims, provedAt }) };
  }

  return { add, withPasskey, begin, finish, logIn, typed, askedOf, show, lateSession };
}
