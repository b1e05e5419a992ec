import type { Page } from '@playwright/test';
import {
  type AnyEndpoint,
  type EndpointInput,
  type EndpointResponse,
  endpointAddress,
} from '#shared/kernel/endpoint.ts';
import { type DemoRole, demoPassword } from './journey.ts';
import { logInBeside } from './log-in.ts';

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
  return callWith(page, (await logInBeside(page, name, password)).token);
}

function callWith(page: Page, token: string): MemberCall {
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
