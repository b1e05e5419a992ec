import { spawn } from 'node:child_process';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { makeDataDir, whenOver } from './place.ts';

const startPatience = 30_000;

/** Starts the machine's Chromium without a window and returns the port it is driven by; undefined without one. */
export async function startBrowser(): Promise<number | undefined> {
  const path = findChromium();
  if (!path) return undefined;
  const profile = makeDataDir();
  const child = spawn(
    path,
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-sandbox',
      '--no-first-run',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-extensions',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  whenOver(async () => {
    child.kill();
    await ended;
  });
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error('Chromium does not start')), startPatience);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-5000);
      const port = Number(/DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said)?.[1] ?? 0);
      if (port === 0) return;
      clearTimeout(patience);
      resolve(port);
    });
    child.once('exit', (code) => {
      clearTimeout(patience);
      reject(new Error(`Chromium ended with ${code}: ${said.slice(-500)}`));
    });
  });
}
