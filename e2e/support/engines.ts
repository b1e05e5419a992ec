import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';

export const engines = ['Firefox', 'WebKit'] as const;
export type Engine = (typeof engines)[number];

/** A page in a browser of another engine. What is looked for is an XPath, of which the first that is shown counts. */
export interface EnginePage {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  isShown(path: string): Promise<boolean>;
  press(path: string): Promise<void>;
  /** In the place of what stands in a field. */
  type(path: string, text: string): Promise<void>;
  /** What an expression comes to there. */
  ask(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const firefox = '/usr/bin/firefox-esr';
const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';
const browsers = ['4.1', '4.0', '6.0'].map(
  (version) =>
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
);

/** What an engine needs that this machine does not have. */
export function missingFor(engine: Engine): string | undefined {
  const needed = engine === 'Firefox' ? [firefox] : [driver, display];
  const missing = needed.find((path) => !existsSync(path));
  return missing ?? (engine === 'WebKit' && !browsers.some(existsSync) ? 'MiniBrowser' : undefined);
}

export function openEngine(engine: Engine, size: Size): Promise<EnginePage> {
  return engine === 'Firefox' ? openFirefox(size) : openWebKit(size);
}

/** Browsers do not start with a turned clock. */
const environment = () => ({ ...process.env, LD_PRELOAD: '' });

/** By WebDriver BiDi, which it speaks itself. */
async function openFirefox(size: Size): Promise<EnginePage> {
  const browser = await puppeteer.launch({
    ...{ browser: 'firefox', executablePath: firefox, headless: true, env: environment() },
  });
  const page = await browser.newPage();
  await page.setViewport(size);
  const find = async (path: string) => {
    for (const found of await page.$$(`::-p-xpath(${path})`)) if (await found.isVisible()) return found;
    return undefined;
  };
  const found = async (path: string) => {
    const one = await find(path);
    if (!one) throw new Error(`${path} is not shown`);
    return one;
  };
  return {
    open: async (address) => {
      await page.goto(address);
    },
    address: async () => page.url(),
    isShown: async (path) => (await find(path)) !== undefined,
    press: async (path) => (await found(path)).click(),
    type: async (path, text) => {
      const field = await found(path);
      await field.click({ count: 3 });
      await field.type(text);
    },
    ask: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

/** The name under which WebDriver hands over an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** By plain calls of WebDriver; its window is a display of its own, which nobody sees. */
async function openWebKit(size: Size): Promise<EnginePage> {
  const number = 100 + (process.pid % 800);
  const port = 20_000 + (process.pid % 20_000);
  const screen = ['-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp'];
  const server = spawn(display, [`:${number}`, ...screen], { stdio: 'ignore' });
  const service = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...environment(),
      DISPLAY: `:${number}`,
      // Within a container there is no sandbox to be had.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const end = () => [service, server].forEach(stop);
  try {
    const ask = await sessionOf(`http://127.0.0.1:${port}`, size);
    return webDriverPage(ask, end);
  } catch (error) {
    end();
    throw error;
  }
}

const stop = (child: ChildProcess) => void child.kill('SIGTERM');

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

async function sessionOf(origin: string, size: Size): Promise<Ask> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value).slice(0, 300));
    return value;
  };
  const binary = browsers.find(existsSync);
  const options = { binary, args: ['--automation', '--full-screen'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const begin = async (tries = 50): Promise<unknown> => {
    try {
      return await call('POST', '/session', { capabilities });
    } catch (error) {
      if (tries === 0) throw error;
      // The service is still starting.
      await pause(100);
      return begin(tries - 1);
    }
  };
  const { sessionId } = (await begin()) as { sessionId: string };
  const ask: Ask = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  // Without its bars a window may be as narrow as a phone.
  await ask('POST', '/window/fullscreen');
  await ask('POST', '/window/rect', { ...size });
  return ask;
}

function webDriverPage(ask: Ask, end: () => void): EnginePage {
  const idsOf = async (path: string) => {
    const found = (await ask('POST', '/elements', { using: 'xpath', value: path })) as Record<
      string,
      string
    >[];
    return found.map((one) => one[elementKey] ?? '');
  };
  const find = async (path: string) => {
    for (const id of await idsOf(path))
      if ((await ask('GET', `/element/${id}/displayed`)) === true) return id;
    return undefined;
  };
  const found = async (path: string) => {
    const id = await find(path);
    if (id === undefined) throw new Error(`${path} is not shown`);
    return id;
  };
  return {
    open: async (url) => {
      await ask('POST', '/url', { url });
    },
    address: async () => String(await ask('GET', '/url')),
    isShown: async (path) => (await find(path)) !== undefined,
    press: async (path) => {
      await ask('POST', `/element/${await found(path)}/click`);
    },
    type: async (path, text) => {
      const id = await found(path);
      await ask('POST', `/element/${id}/clear`);
      await ask('POST', `/element/${id}/value`, { text });
    },
    ask: (expression) => ask('POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
    close: async () => {
      await ask('DELETE', '').catch(() => undefined);
      end();
    },
  };
}
