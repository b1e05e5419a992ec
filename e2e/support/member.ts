import type { Page } from '@playwright/test';
import {
  type AnyEndpoint,
  type EndpointInput,
  type EndpointResponse,
  endpointAddress,
} from '#shared/kernel/endpoint.ts';
import { type DemoRole, demoPassword } from './journey.ts';

/** A call of the contract as one of the demo accounts. Throws when it is refused. */
export type MemberCall = <E extends AnyEndpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointResponse<E>>;

/** Calls as a demo account at the centre whose page is open, beside what its own scripts do. */
export async function callAsMember(page: Page, role: DemoRole = 'member'): Promise<MemberCall> {
  const isEmail = await page.evaluate(async () => {
    const rules: { login: { isEmail: boolean } } = await (await fetch('/api/v0.1/page/')).json();
    return rules.login.isEmail;
  });
  return callAs(page, isEmail ? `${role}@demo.test` : role, demoPassword);
}

/** The same as anybody whose password is known; whoever the browser is signed in as stays that. */
export async function callAs(page: Page, name: string, password: string): Promise<MemberCall> {
  const held = await sessionCookies(page);
  const call = await openSession(page, name, password);
  await forgetSession(page);
  await page.context().addCookies(held);
  return call;
}

/**
 * Opens a session that the browser holds. One that it held before is forgotten first and not ended, as logging in anew would:
 * calls are still made by it.
 */
export async function openSession(page: Page, name: string, password: string): Promise<MemberCall> {
  await forgetSession(page);
  const token = await page.evaluate(
    async ([username, password]) => {
      const headers = { 'content-type': 'application/json' };
      const sizes = { screenWidth: 1, screenHeight: 1, colorDepth: 1, cpuCores: 1, touchPoints: 0 };
      const answer = await fetch('/api/v0.1/account/login', {
        method: 'POST',
        headers,
        body: JSON.stringify({
          userCredentials: { username, password, keep: false },
          deviceParameters: { platform: 'test', userAgent: 'test', ...sizes },
        }),
      });
      if (!answer.ok) throw new Error(`signing in as ${username} answered ${answer.status}`);
      const session: { token: string } = await answer.json();
      return session.token;
    },
    [name, password] as const,
  );

  return async <E extends AnyEndpoint>(endpoint: E, input: EndpointInput<E>) => {
    const { body } = input as { body?: unknown };
    const text = await page.evaluate(
      async ({ method, address, content, authorization }) => {
        const language = { 'accept-language': document.documentElement.lang };
        const headers = {
          authorization,
          ...language,
          ...(content && { 'content-type': 'application/json' }),
        };
        const answer = await fetch(address, { method, headers, ...(content && { body: content }) });
        if (!answer.ok)
          throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
        return answer.text();
      },
      {
        method: endpoint.method,
        address: endpointAddress(endpoint, input as object),
        content: body === undefined ? '' : JSON.stringify(body),
        authorization: `Bearer ${token}`,
      },
    );
    const answer: EndpointResponse<E> = JSON.parse(text);
    return answer;
  };
}

const sessionCookie = /trenn_refresh$/;

async function sessionCookies(page: Page) {
  const cookies = await page.context().cookies(new URL('/api/v0.1/account/login', page.url()).href);
  return cookies.filter(({ name }) => sessionCookie.test(name));
}

function forgetSession(page: Page): Promise<void> {
  return page.context().clearCookies({ name: sessionCookie, domain: new URL(page.url()).hostname });
}
