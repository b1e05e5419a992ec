import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of this machine: CHROMIUM_PATH, or one of the usual names on the path. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH, PATH = '' } = process.env;
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined;
  const folders = ['/usr/bin', ...PATH.split(delimiter).filter(Boolean)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...candidates, ...apps].find((path) => existsSync(path));
}

/** Finds a browser, or gets one where that needs nobody's consent: as root on Debian and its kin. */
export async function ensureChromium(): Promise<{ path: string } | { problem: string }> {
  const found = findChromium();
  if (found) return { path: found };
  if (process.env.CHROMIUM_PATH)
    return { problem: `CHROMIUM_PATH ${process.env.CHROMIUM_PATH} is not there.` };
  const hasApt = existsSync('/usr/bin/apt-get');
  const advice = 'install Chromium (on Debian: apt-get install chromium), or name one with CHROMIUM_PATH.';
  if (process.getuid?.() !== 0 || !hasApt) {
    return { problem: `The browser journeys need a browser: ${advice}` };
  }
  console.log('Getting Chromium for the browser journeys…');
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  const listed = await run('apt-get', ['update', '-q'], quiet);
  const installed = await run('apt-get', ['install', '-y', '-q', 'chromium'], quiet);
  const path = findChromium();
  if (path) return { path };
  const reason = `${listed.output}\n${installed.output}`.trim().split('\n').at(-1) ?? '';
  return { problem: `Chromium could not be installed (${reason}); ${advice}` };
}
