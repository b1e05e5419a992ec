import { request } from 'node:http';
import type { Page } from '@playwright/test';

interface Session {
  readonly token: string;
  /** Those that the browser would hold had it logged in itself. */
  readonly cookies: readonly Cookie[];
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly sameSite: 'Strict' | 'Lax';
}

const address = '/api/v0.1/account/login';

/**
 * Logs in at the centre whose page is open, beside the browser: its app asks by the session it has, and is never without one
 * for a moment. `holdSession` gives it to the browser.
 */
export async function logInBeside(page: Page, username: string, password: string): Promise<Session> {
  const { origin } = new URL(page.url());
  const { userAgent, language } = await page.evaluate(() => ({
    userAgent: navigator.userAgent,
    language: document.documentElement.lang,
  }));
  const deviceParameters = {
    ...{ platform: 'test', userAgent, screenWidth: 1, screenHeight: 1 },
    ...{ colorDepth: 1, cpuCores: 1, touchPoints: 0 },
  };
  const body = JSON.stringify({ userCredentials: { username, password, keep: false }, deviceParameters });
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    ...{ origin, 'user-agent': userAgent, 'accept-language': language },
  };
  const { status, text, setCookies } = await post(new URL(address, origin), headers, body);
  if (status !== 200) throw new Error(`signing in as ${username} answered ${status}: ${text}`);
  const { token }: { token: string } = JSON.parse(text);
  const { hostname } = new URL(origin);
  return { token, cookies: setCookies.map((line) => ({ ...readCookie(line), domain: hostname })) };
}

/** From here on the browser's session is this one. */
export function holdSession(page: Page, { cookies }: Session): Promise<void> {
  return page.context().addCookies([...cookies]);
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly setCookies: readonly string[];
}

/** Every `*.localhost` is this machine, which only browsers know by themselves. */
function post(url: URL, headers: Record<string, string | number>, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = { method: 'POST', headers: { ...headers, host: url.host } };
  const sent = request(`http://127.0.0.1:${url.port}${url.pathname}`, options, (answer) => {
    const parts: Buffer[] = [];
    answer.on('data', (part: Buffer) => parts.push(part));
    answer.on('error', reject);
    answer.on('end', () =>
      resolve({
        status: answer.statusCode ?? 0,
        text: Buffer.concat(parts).toString(),
        setCookies: answer.headers['set-cookie'] ?? [],
      }),
    );
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

function readCookie(line: string): Omit<Cookie, 'domain'> {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
  return {
    ...{ name, value, path },
    httpOnly: attributes.some((attribute) => /^httponly$/i.test(attribute)),
    sameSite: attributes.some((attribute) => /^samesite=strict$/i.test(attribute)) ? 'Strict' : 'Lax',
  };
}
